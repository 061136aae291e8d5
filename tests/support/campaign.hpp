#pragma once
// How long a campaign of random cases is: short in the suite, whole with LIGHTSWEEP_CAMPAIGN.

#include <algorithm>
#include <cstdlib>

namespace lightsweep::tests {

/// Whether the whole of it was asked for.
inline bool is_campaign() {
    return std::getenv("LIGHTSWEEP_CAMPAIGN") != nullptr;
}

/// Trials of a campaign: few in the suite, all with LIGHTSWEEP_CAMPAIGN=1 (`./test.sh --campaign`),
/// a fifth with 0.2; at least one.
inline int trials(int in_suite, int in_campaign) {
    const char* share = std::getenv("LIGHTSWEEP_CAMPAIGN");
    return share ? std::max(1, static_cast<int>(std::atof(share) * in_campaign)) : in_suite;
}

}  // namespace lightsweep::tests
