#pragma once
// Writer of one result file from encoded chunks and lists.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/file/hdf5_files.hpp"
#include "engine/file/result_structure.hpp"
#include "engine/journal/manifest.hpp"
#include "engine/journal/record.hpp"

namespace lightsweep::engine {

/// Writes one result file. Any task may be missing. The file has a temporary name until publish().
/// Memory: five chunks per column, and 16 B per list.
class ResultWriter {
  public:
    /// In which tasks come. any: tiles in any order, which keeps all their groups open; then lists,
    /// ascending.
    enum class Order : std::uint8_t { ascending, any };

    /// path: its folder is that of the file, and the temporary name begins with it.
    ResultWriter(const std::string& path, const Layout& layout, Order order = Order::ascending);
    /// Removes the temporary file unless it was published.
    ~ResultWriter();
    ResultWriter(const ResultWriter&) = delete;
    ResultWriter& operator=(const ResultWriter&) = delete;

    /// Before the first list: the total length of the lists of each ragged group in the layout.
    void expect(std::vector<std::uint64_t> elements) { elements_ = std::move(elements); }
    /// Writes an encoded tile.
    void write_tile(Task task, const std::vector<ColumnView>& columns);
    /// Writes a list of n elements; its columns are not encoded.
    void write_row(Task task, std::uint64_t n, const std::vector<std::vector<std::byte>>& columns);
    /// Writes a further group that consists of a single chunk.
    void write_whole(const ArrayGroup& group, const std::vector<Encoded>& columns);
    void write_root_attributes(const Attributes& attributes);
    /// Completes and syncs the file and gives it this name. Throws IoError; then no file remains.
    void publish(const std::string& path);

  private:
    const hdf5::OpenGroup& open_group(std::uint32_t group);
    void finish_group();
    void flush_elements(std::size_t column, bool all);
    std::size_t elements_of(std::uint32_t group) const;

    const Layout& layout_;
    TaskSpace tasks_;
    const Order order_;
    const std::string temporary_;
    std::vector<std::uint64_t> elements_;
    hdf5::OutputFile file_;
    std::uint32_t next_group_ = 0;  // groups below it exist in the file
    hdf5::OpenGroup open_;
    std::vector<hdf5::OpenGroup> arrays_;  // in any order: the groups of tiles so far
    // Of the ragged group that is being written:
    std::vector<std::vector<std::byte>> pending_;  // per column, elements not in the file yet
    std::vector<std::uint64_t> flushed_;           // per column, elements in the file
    std::vector<std::int64_t> offsets_, counts_;
    std::int64_t next_element_ = 0;
    bool published_ = false;
};

}  // namespace lightsweep::engine
