#pragma once
// Ways to cut a matrix of bytes into slices (solvers/matrices/slices.hpp).
//
//   shifts     shift t = 1 .. n - 1, for its largest entry. RotorNet (Mellette et al., SIGCOMM
//              2017) cycles through fixed matchings; here the slots fit the matrix.
//   solstice   Liu et al., CoNEXT 2015, without its packet switch: the matrix is stuffed until all
//              lines have the sum W of the busiest; while the entries of at least r = 2^i hold a
//              complete matching, it is taken for its smallest entry; else r is halved. At r = 1 a
//              matching exists (Birkhoff), so that it ends with sum t = W.
//   birkhoff   the same stuffing; every slice is a matching with the largest possible smallest
//              entry. At most n^2 - 2 n + 2 slices, sum t = W.
//   cover      as few permutations as the fullest line has entries (Koenig), each sending its
//              entries whole: heaviest matchings through all of the fullest lines.
//   eclipse    Bojja Venkatakrishnan, Alizadeh, Viswanath, SIGMETRICS 2016: the duration a and the
//              matching P with the largest sum over P of min(a, R) / (a + delta), until R = 0;
//              delta = (D + L) / byte time. The best a is an entry of R. All of them are tried up
//              to exhaustive_nodes; beyond, matchings are auctioned and durations are quantiles,
//              then the last and its neighbours, and a cover once the largest entry is at most
//              delta.
//
// Limit case: a permutation matrix of equal entries is one slice in all of them.

#include <limits>

#include "solvers/matrices/slices.hpp"

namespace lightsweep::solvers::matrices {

/// Entries raised until every row and column has the sum of the busiest line: first those that are
/// not 0, then the others. The diagonal may be raised: a port that idles.
ByteMatrix stuffed(const ByteMatrix& matrix);

/// keeps_empty: also shifts without bytes.
Slices shift_slices(const ByteMatrix& matrix, bool keeps_empty = false);
Slices solstice_slices(const ByteMatrix& matrix);
/// The first `most` slices of the exact decomposition; all if there are fewer. Equal permutations
/// are not merged.
Slices birkhoff_slices(const ByteMatrix& matrix,
                       std::size_t most = std::numeric_limits<std::size_t>::max());
Slices cover_slices(const ByteMatrix& matrix);

/// The first slices of the exact decomposition, then a cover of what they leave.
struct PrefixAndCover {
    std::size_t prefix;
    Slices slices;
};
/// All useful prefixes: every length up to exhaustive_nodes, then some up to twice the fullest
/// line. They do not depend on delays, so that a row chooses by time.
std::vector<PrefixAndCover> prefixes_and_covers(const ByteMatrix& matrix);

inline constexpr Node exhaustive_nodes = 16;

struct EclipseSlices {
    double first_score = 0;  ///< the first quotient
    Slices slices;
};
EclipseSlices eclipse_slices(const ByteMatrix& matrix, double delta);

}  // namespace lightsweep::solvers::matrices
