#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/layout.hpp"

namespace lightsweep::engine {

/// A block of an array: first index and number of elements along every dimension, the trailing
/// width dimension included. Both empty: the whole array.
struct Slab {
    std::vector<std::size_t> start, count;
};

/// A finished result file, read only. Names, axes, units and flags are read on opening, data when
/// asked for. One thread at a time per process (HDF5 is not thread-safe).
class ResultFile {
  public:
    /// Throws IoError when there is no such file or it is not of format 1.
    explicit ResultFile(const std::string& path);
    ~ResultFile();
    ResultFile(ResultFile&&) noexcept;
    ResultFile& operator=(ResultFile&&) noexcept;

    const std::string& path() const;
    /// What the file holds: root attributes, groups with axes, columns and attributes. Chunk
    /// shapes are those of the file. Group timing is among the arrays.
    const Layout& layout() const;
    /// The group of that path, or null.
    const ArrayGroup* array(const std::string& group) const;
    const RaggedGroup* ragged(const std::string& group) const;
    /// A root attribute as text, or `otherwise`.
    std::string attribute(const std::string& name, const std::string& otherwise = "") const;

    /// Data of a column (or "offset" / "count" of a ragged group, -1 where the list is missing),
    /// row-major over the slab, converted to the type asked for. Throws BadInput for an unknown
    /// name or a slab outside the array, IoError.
    std::vector<double> read_f64(const std::string& group, const std::string& column,
                                 const Slab& slab = {}) const;
    std::vector<std::int64_t> read_i64(const std::string& group, const std::string& column,
                                       const Slab& slab = {}) const;
    std::vector<std::uint64_t> read_u64(const std::string& group, const std::string& column,
                                        const Slab& slab = {}) const;
    /// Dimensions of a column's array, the width dimension included.
    std::vector<std::size_t> shape(const std::string& group, const std::string& column) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
    friend struct ChunkSource;
};

}  // namespace lightsweep::engine
