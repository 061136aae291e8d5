#include "kernels/flow/circulant_walks.hpp"

#include <limits>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

namespace {

/// Walks with a smaller improvement are left to the exact search.
constexpr double margin = 1e-6;

}  // namespace

CirculantWalks::CirculantWalks(Node n, std::size_t classes)
    : first_(static_cast<std::size_t>(n), 0),
      last_(static_cast<std::size_t>(n), 0),
      weights_(classes, 0.0F) {}

void CirculantWalks::keep(Node t, const CirculantProgram& program,
                          const std::vector<std::size_t>& renamed) {
    std::size_t lane = walk_lanes;
    first_[t] = walks_.size();
    program.for_each_walk([&](const auto& count) {
        if (lane == walk_lanes) {
            lane = 0;
            walks_.resize(walks_.size() + group(), 0.0F);
            std::fill_n(walks_.end() - walk_lanes, walk_lanes,
                        std::numeric_limits<float>::infinity());
        }
        float* walk = &walks_[walks_.size() - group()] + lane++;
        for (std::size_t g = 0; g < weights_.size(); ++g)
            walk[renamed[g] * walk_lanes] = static_cast<float>(count(g));
        walk[weights_.size() * walk_lanes] = 0;
    });
    last_[t] = walks_.size();
}

void CirculantWalks::set_weights(const CirculantProgram& program) {
    for (std::size_t g = 0; g < weights_.size(); ++g)
        weights_[g] = static_cast<float>(program.weight(g));
}

unsigned CirculantWalks::below(const float* walks, double limit) const {
    const WalkTask task{walks, weights_.data(), weights_.size(),
                        static_cast<float>(limit * (1 - margin))};
    return LIGHTSWEEP_IN_USE(walks_below)(task);
}

}  // namespace lightsweep::kernels
