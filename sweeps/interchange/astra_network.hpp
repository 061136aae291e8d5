#pragma once
// The network file of ASTRA-sim's analytical back ends (astra-network-analytical,
// common/network-parser): a YAML mapping of four keys, each a list with one entry per dimension.
// "GB/s" is 2^30 bytes per second there, in forks 10^9.

#include <cstdint>
#include <string>
#include <vector>

namespace lightsweep::sweeps {

struct AstraDimension {
    std::string topology;  ///< Ring, FullyConnected or Switch
    std::int64_t npus;
    double bandwidth;  ///< of a link [B/s]
    double latency;    ///< of a link [ns]
};

inline constexpr double astra_gigabyte = 1073741824;

/// Reads block and flow lists of plain scalars, and comments. gigabyte: of the file's GB/s [B].
/// Throws engine::BadInput with place, value and remedy.
std::vector<AstraDimension> read_astra_network(const std::string& text, const std::string& file,
                                               double gigabyte = astra_gigabyte);

/// The file of one dimension in which all pairs are connected.
std::string astra_network(std::int64_t npus, double bandwidth, double latency);

}  // namespace lightsweep::sweeps
