#pragma once
// Reader of a finished result file.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/journal/layout.hpp"

namespace lightsweep::engine {

/// A block of an array: first index and number of elements along every dimension, including the
/// trailing width dimension. If both are empty, the block is the whole array.
struct Slab {
    std::vector<std::size_t> start, count;
};

/// A finished result file, read only. Names, axes, units and flags are read on opening, data on
/// request. Use it from one thread at a time per process, because HDF5 is not thread-safe.
class ResultFile {
  public:
    /// Throws IoError if the file does not exist or is not of format 1.
    explicit ResultFile(const std::string& path);
    ~ResultFile();
    ResultFile(ResultFile&&) noexcept;
    ResultFile& operator=(ResultFile&&) noexcept;

    const std::string& path() const;
    /// Content of the file: root attributes, groups with axes, columns and attributes. Chunk shapes
    /// are those of the file. The group timing is among the arrays.
    const Layout& layout() const;
    /// The group of that path, or null.
    const ArrayGroup* array(const std::string& group) const;
    const RaggedGroup* ragged(const std::string& group) const;
    /// A root attribute as text; `otherwise` if it is absent.
    std::string attribute(const std::string& name, const std::string& otherwise = "") const;

    /// Data of a column (or "offset" / "count" of a ragged group, with -1 where the list is
    /// missing), row-major over the slab, converted to the type of the function. Throws BadInput
    /// for an unknown name or a slab outside the array, and IoError.
    std::vector<double> read_f64(const std::string& group, const std::string& column,
                                 const Slab& slab = {}) const;
    std::vector<std::int64_t> read_i64(const std::string& group, const std::string& column,
                                       const Slab& slab = {}) const;
    std::vector<std::uint64_t> read_u64(const std::string& group, const std::string& column,
                                        const Slab& slab = {}) const;
    /// Dimensions of a column's array, including the width dimension.
    std::vector<std::size_t> shape(const std::string& group, const std::string& column) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
    friend struct ChunkSource;
};

}  // namespace lightsweep::engine
