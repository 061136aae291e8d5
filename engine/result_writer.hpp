#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/hdf5_output.hpp"
#include "engine/record.hpp"
#include "engine/result_structure.hpp"
#include "engine/task_space.hpp"

namespace lightsweep::engine {

/// Writes one result file: tasks must come in ascending order, any may be missing. The file has a
/// temporary name until publish(). Memory: five chunks per column, and 16 B per list.
class ResultWriter {
  public:
    /// elements: total length of the lists of each ragged group of the layout.
    ResultWriter(const std::string& path, const Layout& layout,
                 std::vector<std::uint64_t> elements);
    /// Removes the temporary file unless published.
    ~ResultWriter();
    ResultWriter(const ResultWriter&) = delete;
    ResultWriter& operator=(const ResultWriter&) = delete;

    /// A tile, already encoded.
    void write_tile(Task task, const std::vector<ColumnView>& columns);
    /// A list of n elements, columns not encoded.
    void write_row(Task task, std::uint64_t n, const std::vector<std::vector<std::byte>>& columns);
    /// A further group whose chunk is the whole of it.
    void write_whole(const ArrayGroup& group, const std::vector<Encoded>& columns);
    void write_root_attributes(const Attributes& attributes);
    /// Completes the file, syncs it and gives it its name. Throws IoError; nothing is there then.
    void publish();

  private:
    void open_group(std::uint32_t group);
    void finish_group();
    void flush_elements(std::size_t column, bool all);
    std::size_t elements_of(std::uint32_t group) const;

    const Layout& layout_;
    TaskSpace tasks_;
    std::string path_, temporary_;
    std::vector<std::uint64_t> elements_;
    hdf5::OutputFile file_;
    std::uint32_t next_group_ = 0;  // groups below it exist in the file
    hdf5::OpenGroup open_;
    // Of the ragged group that is being written:
    std::vector<std::vector<std::byte>> pending_;  // per column, elements not in the file yet
    std::vector<std::uint64_t> flushed_;           // per column, elements in the file
    std::vector<std::int64_t> offsets_, counts_;
    std::int64_t next_element_ = 0;
    bool published_ = false;
};

}  // namespace lightsweep::engine
