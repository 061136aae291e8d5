#include "kernels/collectives/mirrored_halves.hpp"

#include <stdexcept>

#include "kernels/collectives/collective_algorithms.hpp"

namespace lightsweep::kernels {

bool can_be_mirrored(std::string_view name) {
    const auto* row = find_collective(name).row;
    return row && row->facts.mirrors;
}

Collective with_mirrored_halves(Collective collective) {
    for (auto& step : collective.steps) {
        if (!step.peer.as_shift() || !step.other_peers.empty())
            throw std::invalid_argument("mirrored: " + collective.name() +
                                        " has other steps than shifts on one port");
        step.share /= 2;
    }
    collective.mirrored = true;
    collective.blocks = nullptr;
    for (auto& part : collective.parts) part = with_mirrored_halves(std::move(part));
    return collective;
}

Permutation mirror_image(const Permutation& peer) {
    const auto ahead = peer.as_shift();
    if (!ahead) throw std::invalid_argument("only shifts have a mirror image");
    return Permutation::shift(peer.size(), -*ahead);
}

}  // namespace lightsweep::kernels
