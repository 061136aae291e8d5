#include "kernels/mirrored_halves.hpp"

#include <algorithm>
#include <stdexcept>

namespace lightsweep::kernels {

bool can_be_mirrored(std::string_view name) {
    const auto algorithm = name.substr(std::min(name.find('/') + 1, name.size()));
    return algorithm == "ring" ||
           (algorithm.starts_with("bruck") && !algorithm.starts_with("bruck-radix"));
}

Collective with_mirrored_halves(Collective collective) {
    for (auto& step : collective.steps) {
        if (!step.peer.as_shift() || !step.also.empty())
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
