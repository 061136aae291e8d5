#include "engine/parallel_points.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace lightsweep::engine {

void for_each_point(std::size_t n, const std::function<void(std::size_t)>& body) {
    // Isolated: a waiting thread that took up another tile would delay this one by its whole
    // length.
    tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, n, body); });
}

}  // namespace lightsweep::engine
