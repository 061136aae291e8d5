#include "kernels/flow/chord_cuts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace lightsweep::kernels {

namespace {

/// An array of numbers with range increments and its maximum.
class RaisedRanges {
  public:
    explicit RaisedRanges(std::size_t count)
        : leaves_(std::bit_ceil(std::max<std::size_t>(count, 1))),
          most_(2 * leaves_, 0),
          raised_(2 * leaves_, 0) {}

    /// Raises [0, end).
    void raise(std::size_t end, Node by) { raise(1, leaves_, end, by); }
    Node greatest() const { return most_[1]; }

  private:
    void raise(std::size_t node, std::size_t width, std::size_t end, Node by) {
        if (end == 0) return;
        if (end >= width) {
            most_[node] += by;
            raised_[node] += by;
            return;
        }
        const std::size_t half = width / 2;
        raise(2 * node, half, std::min(end, half), by);
        if (end > half) raise(2 * node + 1, half, end - half, by);
        most_[node] = raised_[node] + std::max(most_[2 * node], most_[2 * node + 1]);
    }

    std::size_t leaves_;
    std::vector<Node> most_, raised_;
};

}  // namespace

double chord_congestion(std::span<const Node> partner, double even_links, double odd_links) {
    const std::size_t length = partner.size();
    // The arc that begins at place i is cut off by link i - 1; for even i this is an odd link.
    std::array<RaisedRanges, 2> arcs{RaisedRanges((length + 1) / 2), RaisedRanges(length / 2)};
    const std::array<double, 2> before{odd_links, even_links};
    const auto raise = [&](std::size_t end, Node by) {
        arcs[0].raise((end + 1) / 2, by);
        arcs[1].raise(end / 2, by);
    };
    double worst = 0;
    for (std::size_t last = 0; last < length; ++last) {
        const auto other = static_cast<std::size_t>(partner[last]);
        // Arcs that contain both places no longer separate the pair.
        if (other != last) raise(last + 1, 1);
        if (other < last) raise(other + 1, -2);
        const double after = last % 2 == 0 ? even_links : odd_links;
        for (std::size_t parity = 0; parity < 2; ++parity)
            worst = std::max(worst, arcs[parity].greatest() / (after + before[parity]));
    }
    return worst;
}

}  // namespace lightsweep::kernels
