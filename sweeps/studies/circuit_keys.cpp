#include "sweeps/studies/circuit_keys.hpp"

#include <stdexcept>

namespace lightsweep::sweeps {

std::string shape_fault(const std::vector<std::int64_t>& tuple) {
    constexpr std::int64_t most = 16384;
    if (tuple.size() != 2) return "is no [rows, columns]";
    if (tuple[0] < 1 || tuple[1] < 1) return "has rows or columns below 1";
    if (tuple[0] > most / tuple[1]) return "has more than 16384 servers";
    return "";
}

std::vector<KeyEntry> circuit_keys(KeyEntry where, std::vector<KeyEntry> others) {
    using enum Kind;
    using enum Domain;
    std::vector<KeyEntry> keys{
        std::move(where),
        {"circuits", count, natural, "random circuits", "100"},
        {"seed", count, whole, "which random circuits; 1 if not given", "1"},
        {"running_times", flag, any, "whether every row is run once more and timed, under /timing",
         "true"}};
    keys.insert(keys.end(), others.begin(), others.end());
    return keys;
}

std::vector<kernels::Pair> circuits_at(const Point& point, kernels::Node servers) {
    return kernels::random_circuits(servers, static_cast<int>(point.number("circuits", 0)),
                                    static_cast<std::uint64_t>(point.number("seed", 1)));
}

void check_circuit_keys(GridCheck& check) {
    check.at_most("circuits", 1'000'000);
    check.at_most("wavelengths", 1024);
}

kernels::GridShape grid_shape(const Point& point, const std::string& key) {
    const auto& tuple = point.tuples.at(key);
    if (const std::string fault = shape_fault(tuple); !fault.empty())
        throw std::invalid_argument(key + ": " + fault);
    return {static_cast<kernels::Node>(tuple[0]), static_cast<kernels::Node>(tuple[1])};
}

void check_grid_shape(GridCheck& check, const std::string& key) {
    check.each(key, [&](const AxisValues& axis, std::size_t i) {
        if (const std::string fault = shape_fault(axis.tuples[i]); !fault.empty())
            check.report(key, i, fault, "for example [8, 8]");
    });
}

double hops_of(const std::vector<std::vector<kernels::Node>>& routes) {
    double hops = 0;
    for (const auto& route : routes)
        if (!route.empty()) hops += static_cast<double>(route.size() - 1);
    return hops;
}

}  // namespace lightsweep::sweeps
