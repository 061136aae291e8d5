#pragma once
// Messages between rank 0 and the other ranks: their tags, and their content as bytes.

#include <cstdint>
#include <string>

#include "engine/farm/computing.hpp"
#include "engine/journal/archive.hpp"

namespace lightsweep::engine {

/// Tags of the messages between rank 0 and the others.
enum Tag : int {
    tag_hello = 1,  ///< to 0: threads of this rank; it can take chunks
    tag_prepared,   ///< from 0: number of a preparation, and the Preparation
    tag_chunk,      ///< from 0: a Chunk
    tag_report,     ///< to 0: a ChunkReport
    tag_failure,    ///< to 0: text; the run cannot go on
    tag_stop_wish,  ///< to 0: a signal came here
    tag_stop,       ///< from 0: no more tasks
    tag_closed,     ///< to 0: the journal is closed; text of a failure or empty
    tag_exit,       ///< from 0: the exit code
};

template <class A>
void fields(A& archive, Chunk& chunk) {
    archive(chunk.id, chunk.tasks);
}
template <class A>
void fields(A& archive, ChunkReport& report) {
    archive(report.id, report.points, report.failed, report.prepared, report.failures);
}

template <class T>
std::string packed(const T& value) {
    Saver saver;
    saver(value);
    return saver.take();
}
template <class T>
T unpacked(const std::string& bytes) {
    T value{};
    Loader loader(bytes);
    loader(value);
    return value;
}

}  // namespace lightsweep::engine
