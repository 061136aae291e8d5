#pragma once
// Uneven all-to-alls: how many bytes every node sends to every other one, from a table or from a
// generator.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {

/// Bytes from node i to node j, at [i * n + j]; the diagonal is 0.
struct ByteMatrix {
    Node n = 0;
    std::vector<std::int64_t> bytes{};

    explicit ByteMatrix(Node nodes = 0)
        : n(nodes), bytes(static_cast<std::size_t>(nodes) * static_cast<std::size_t>(nodes)) {}
    std::size_t place(Node i, Node j) const { return static_cast<std::size_t>(i) * n + j; }
    std::int64_t at(Node i, Node j) const { return bytes[place(i, j)]; }
    std::int64_t& at(Node i, Node j) { return bytes[place(i, j)]; }
    std::int64_t largest() const;
    std::int64_t total() const;
};

/// What one line of a matrix, a row or a column, sends or receives in all, and to how many nodes.
struct MatrixLine {
    std::int64_t sum = 0;
    int entries = 0;  ///< that are not 0
};
/// The rows, then the columns.
std::vector<MatrixLine> lines_of(const ByteMatrix& matrix);
/// Largest sum of a line [B]: what the busiest node sends or receives.
std::int64_t busiest_line(const ByteMatrix& matrix);
/// Largest number of entries of a line: by Koenig's theorem so many permutations cover the matrix,
/// and no fewer.
int fullest_line(const ByteMatrix& matrix);

/// A matrix as it was read.
struct ReadMatrix {
    ByteMatrix matrix;
    bool had_diagonal = false;  ///< a node sends to itself: ignored
};
/// Reads n lines of n numbers in bytes with commas between them; fractions are rounded up. Blank
/// lines and the rest of a line behind # do not count. Throws std::invalid_argument with line,
/// value and remedy.
ReadMatrix read_matrix(std::string_view text, Node n);

/// How a matrix is made. Integers alone, so that it is the same everywhere.
///
///   uniform  every entry 1 + random below scale
///   zipf     the r-th largest entry is scale / r, at a random place: skew inside every shift
///   moe      a mixture of experts: the r-th busiest receiver gets 1 / r, and every sender about
///            as much as the next: skew by column
struct MatrixGenerator {
    enum class Kind { uniform, zipf, moe };
    Kind kind = Kind::uniform;
    std::uint64_t seed = 0;
    std::int64_t scale = 1 << 20;  ///< [B], 1 to most_scale
    /// Percent; the rest of the bytes is spread evenly over all pairs.
    int skew = 100;
    static constexpr std::int64_t most_scale = std::int64_t{1} << 40;
};
inline constexpr std::string_view matrix_kinds[] = {"uniform", "zipf", "moe"};

ByteMatrix generate(const MatrixGenerator& generator, Node n);

}  // namespace lightsweep::kernels
