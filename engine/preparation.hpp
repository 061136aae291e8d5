#pragma once

#include <string>

namespace lightsweep::engine {

/// What a preparation came to: bytes of the workload's own making, or why there are none.
struct Preparation {
    std::string
        key;  ///< preparation_key() of its time; a journal's bytes of another key are dropped
    std::string bytes;
    std::string failure;  ///< what prepare() threw; empty if all is well
};

template <class A>
void fields(A& archive, Preparation& preparation) {
    archive(preparation.key, preparation.bytes, preparation.failure);
}

}  // namespace lightsweep::engine
