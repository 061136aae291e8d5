#include "kernels/parallel/memory_limit.hpp"

#include <cstdio>
#include <limits>
#include <stdexcept>

namespace lightsweep::kernels::parallel {

namespace {

double largest = std::numeric_limits<double>::infinity();

std::string in_units(double bytes) {
    char text[32];
    const bool large = bytes >= 1e9;
    std::snprintf(text, sizeof text, "%.3g %s", bytes / (large ? 1e9 : 1e6), large ? "GB" : "MB");
    return text;
}

}  // namespace

void limit_memory(double bytes) {
    largest = bytes;
}

double memory_limit() {
    return largest;
}

void require_memory(double bytes, const std::string& what) {
    if (bytes <= largest) return;
    throw std::length_error(what + " needs about " + in_units(bytes) + ", and --memory allows " +
                            in_units(largest) +
                            ": choose fewer nodes, links or steps, or set --memory");
}

}  // namespace lightsweep::kernels::parallel
