#include "kernels/parallel/for_each.hpp"

#include <omp.h>

namespace lightsweep::kernels::parallel {

void limit_threads(int threads) {
    omp_set_num_threads(threads < 1 ? 1 : threads);
}

}  // namespace lightsweep::kernels::parallel
