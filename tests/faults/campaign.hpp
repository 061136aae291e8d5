#pragma once
// What the campaigns share: how long they are, and how a sweep must look after them.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include "tests/support/launch.hpp"

namespace lightsweep::tests {

/// Trials of a campaign: few in the suite, all with LIGHTSWEEP_CAMPAIGN=1 (`./test.sh --campaign`),
/// a fifth with 0.2; at least one.
inline int trials(int in_suite, int in_campaign) {
    const char* share = std::getenv("LIGHTSWEEP_CAMPAIGN");
    return share ? std::max(1, static_cast<int>(std::atof(share) * in_campaign)) : in_suite;
}

/// Seed of a campaign: always the same in the suite, another one in every campaign.
inline unsigned seed() {
    return std::getenv("LIGHTSWEEP_CAMPAIGN") ? std::random_device{}() : 20261123;
}

/// The digest of the demo's result, computed in peace.
inline std::string reference_digest() {
    static const std::string digest = [] {
        const ScratchFolder folder;
        run_demo(0, {folder / "reference.h5"});
        return digest_of(folder / "reference.h5");
    }();
    return digest;
}

/// Whether an unfinished file of a writer lies in the folder.
inline bool has_unfinished(const std::string& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().string().find(".writing-") != std::string::npos) return true;
    return false;
}

/// Whether the folder holds the result `out` alone: no journal, nothing unfinished.
inline bool is_alone(const std::string& out) {
    return !std::filesystem::exists(out + ".journal") &&
           !has_unfinished(std::filesystem::path(out).parent_path());
}

}  // namespace lightsweep::tests
