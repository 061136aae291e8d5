// What a call refuses, for tests of messages.
#pragma once

#include <stdexcept>
#include <string>

namespace lightsweep::tests {

/// The message of the std::invalid_argument that `work` throws; empty if it throws none.
template <typename Work>
std::string refusal(const Work& work) {
    try {
        work();
    } catch (const std::invalid_argument& fault) {
        return fault.what();
    }
    return {};
}

}  // namespace lightsweep::tests
