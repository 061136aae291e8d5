#include "kernels/parallel/vector_width.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lightsweep::kernels::parallel {

namespace {

constexpr VectorWidth widths[] = {VectorWidth::avx512, VectorWidth::avx2, VectorWidth::baseline};

VectorWidth chosen() {
    if (const char* wish = std::getenv("LIGHTSWEEP_VECTOR")) {
        for (const VectorWidth width : widths)
            if (std::string_view(wish) == name_of(width) && supported(width)) return width;
        throw std::invalid_argument(std::string("LIGHTSWEEP_VECTOR = ") + wish +
                                    ": not a width that this processor has; give baseline, avx2 or "
                                    "avx512, or unset it");
    }
    for (const VectorWidth width : widths)
        if (supported(width)) return width;
    return VectorWidth::baseline;
}

}  // namespace

bool supported(VectorWidth width) {
#if defined(__x86_64__)
    switch (width) {
        case VectorWidth::avx512:
            return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
        case VectorWidth::avx2:
            return __builtin_cpu_supports("avx2");
        case VectorWidth::baseline:
            return true;
    }
#endif
    return width == VectorWidth::baseline;
}

const char* name_of(VectorWidth width) {
    switch (width) {
        case VectorWidth::baseline:
            return "baseline";
        case VectorWidth::avx2:
            return "avx2";
        case VectorWidth::avx512:
            return "avx512";
    }
    return "";
}

VectorWidth vector_width() {
    static const VectorWidth width = chosen();
    return width;
}

}  // namespace lightsweep::kernels::parallel
