#include "kernels/wdm/broadcast_bound.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <ranges>
#include <stdexcept>
#include <string>

namespace lightsweep::kernels {

namespace {

void require_positive(const char* name, std::int64_t value) {
    if (value < 1)
        throw std::invalid_argument(std::string(name) + " = " + std::to_string(value) +
                                    ": must be at least 1");
}

/// f(K): the largest sum of x_h with all x_h <= held, their sum <= launches, sum of h x_h <= wire.
double launched(double held, double wire, double launches) {
    double sum = 0;
    for (int h = 1; wire > 0 && sum < launches; ++h) {
        const double more = std::min({held, wire / h, launches - sum});
        sum += more;
        wire -= h * more;
    }
    return sum;
}

/// The least T with K_T >= m N, where K_0 = m and K_(t+1) = K_t + 2 f(K_t).
std::int64_t spreading_steps(std::int64_t nodes, std::int64_t wavelengths,
                             std::int64_t transmitters, std::int64_t items_per_node) {
    constexpr double rounding = 1e-6;  // towards fewer steps
    const auto wire = static_cast<double>(wavelengths);
    const double most = std::min(wire, static_cast<double>(transmitters));
    const auto wanted = static_cast<double>(nodes * items_per_node);
    auto held = static_cast<double>(items_per_node);
    std::int64_t steps = 0;
    for (; held < wanted - rounding && held < most; ++steps) held += 2 * launched(held, wire, most);
    if (held >= wanted - rounding) return steps;
    return steps + static_cast<std::int64_t>(std::ceil((wanted - held - rounding) / (2 * most)));
}

}  // namespace

std::int64_t shell_size(std::int64_t dimensions, std::int64_t norm, std::int64_t limit) {
    if (norm == 0) return 1;
    if (dimensions == 1) return 2;
    // term_i = 2^i C(T,i) C(k-1,i-1) follows from the term before. Products are exact in long
    // double while they are below the limit, and only then are they used.
    long double term = 2.0L * static_cast<long double>(dimensions), sum = term;
    for (std::int64_t i = 1;
         i < std::min(dimensions, norm) && sum <= static_cast<long double>(limit); ++i) {
        term = term * 2 * static_cast<long double>(dimensions - i) *
               static_cast<long double>(norm - i) / static_cast<long double>((i + 1) * i);
        sum += term;
    }
    return sum > static_cast<long double>(limit) ? limit + 1
                                                 : static_cast<std::int64_t>(sum + 0.5L);
}

ShellFill fill_shells(std::int64_t dimensions, std::int64_t n) {
    if (dimensions == 1) {
        const auto radius = (n - 1) / 2;
        return {radius, 2 * radius + 1, n * n / 4};
    }
    ShellFill fill{0, 1, 0};
    for (;;) {
        const auto next = shell_size(dimensions, fill.radius + 1, n);
        if (fill.inside + next > n) break;
        ++fill.radius;
        fill.inside += next;
        fill.sum += next * fill.radius;
    }
    fill.sum += (n - fill.inside) * (fill.radius + 1);
    return fill;
}

std::int64_t gather_lower_bound(std::int64_t nodes, std::int64_t wavelengths,
                                std::int64_t items_per_node) {
    require_positive("nodes", nodes);
    require_positive("wavelengths", wavelengths);
    require_positive("items_per_node", items_per_node);
    if (nodes == 1) return 0;
    const auto possible = [&](std::int64_t steps) {
        return items_per_node * fill_shells(steps, nodes).sum <= 2 * wavelengths * steps;
    };
    std::int64_t high = 1;
    while (!possible(high)) high *= 2;
    return *std::ranges::partition_point(std::views::iota(high / 2 + 1, high + 1),
                                         std::not_fn(possible));
}

std::int64_t gather_lower_bound_capped(std::int64_t nodes, std::int64_t wavelengths,
                                       std::int64_t transmitters, std::int64_t items_per_node) {
    require_positive("transmitters", transmitters);
    const auto bound = gather_lower_bound(nodes, wavelengths, items_per_node);
    return std::max(bound, spreading_steps(nodes, wavelengths, transmitters, items_per_node));
}

std::int64_t multicast_lower_bound(std::int64_t nodes, std::int64_t wavelengths,
                                   std::int64_t items_per_node) {
    require_positive("nodes", nodes);
    require_positive("wavelengths", wavelengths);
    require_positive("items_per_node", items_per_node);
    return (items_per_node * (nodes - 1) + 2 * wavelengths - 1) / (2 * wavelengths);
}

}  // namespace lightsweep::kernels
