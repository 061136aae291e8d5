#pragma once
// What the campaigns share: their seed, and how a sweep must look after them.

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include "tests/support/campaign.hpp"
#include "tests/support/launch.hpp"

namespace lightsweep::tests {

/// Seed of a campaign: always the same in the suite, another one in every campaign.
inline unsigned seed() {
    return is_campaign() ? std::random_device{}() : 20261123;
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
