#pragma once
// Result of a preparation, the work that several tasks share.

#include <string>

namespace lightsweep::engine {

/// Result of a preparation: bytes in the workload's own format, or the reason for the failure.
struct Preparation {
    std::string key;  ///< its preparation_key(); journaled bytes with another key are dropped
    std::string bytes;
    std::string failure;  ///< message of the exception from prepare(); empty on success
};

template <class A>
void fields(A& archive, Preparation& preparation) {
    archive(preparation.key, preparation.bytes, preparation.failure);
}

}  // namespace lightsweep::engine
