#pragma once

#include <cstddef>
#include <functional>

namespace lightsweep::engine {

/// Calls body(0) .. body(n-1) in any order on the threads of the pool that runs the calling task,
/// and returns when all are done; the first exception is thrown on. For a task whose points are
/// expensive one by one. A thread that waits here takes no other task of the sweep meanwhile.
void for_each_point(std::size_t n, const std::function<void(std::size_t)>& body);

}  // namespace lightsweep::engine
