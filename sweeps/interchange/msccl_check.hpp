#pragma once
// An interpreter of MSCCL programs: carries one out chunk by chunk with bounded connections, and
// says whether every rank ends with what the collective promises. Knows no plan and no exporter.
//
// A chunk's value is the multiset of {(rank, chunk of its input)} that were added up. A move of a
// thread block does one chunk of its step: a receive needs a chunk in the connection, a send a free
// slot. Thread blocks move in a seeded order until none can. Two accesses of one chunk, one of them
// writing, must be ordered by the program, by a message or by a wait (vector clocks).

#include <string>
#include <vector>

#include "sweeps/interchange/msccl_xml.hpp"

namespace lightsweep::sweeps {

struct MscclVerdict {
    std::vector<std::string> faults;  ///< at most 20, then their number
    std::vector<std::string> notes;   ///< what is legal and may surprise
    std::int64_t operations = 0;      ///< chunks moved, sent and received
};

/// slots: chunks that a connection holds; 0: any number.
MscclVerdict run_msccl(const MscclProgram& program, std::int64_t slots, std::uint64_t seed = 0);

/// With 2 slots, as the runtimes have them with large chunks; blocked with 1 slot alone is a note.
MscclVerdict check_msccl(const MscclProgram& program);

/// A program that is right by its form and by the check. Throws engine::BadInput with what is
/// wrong.
MscclProgram right_msccl(const std::string& text, MscclDialect dialect, const std::string& file);

}  // namespace lightsweep::sweeps
