#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

namespace {

/// One value of one key; `axis` is null if the key is not given.
struct Chosen {
    const AxisValues* axis = nullptr;
    std::size_t index = 0;

    double number(double otherwise) const { return axis ? axis->numbers[index] : otherwise; }
};

/// A part of the upper bound, with the values from which it is computed.
struct Part {
    double seconds;
    std::vector<Chosen> from;
    const char* remedy;
};

class WorstCase {
  public:
    explicit WorstCase(const GridSpec& grid) : grid_(grid), points_(points_of(grid)) {
        for (const auto& step : grid.steps) share_ = std::max(share_, step.bytes);
        for (const auto& entry : grid.parallel) {
            share_ = std::max(share_, entry.message);
            for (const auto& step : entry.steps) share_ = std::max(share_, step.bytes);
        }
    }

    /// The parts of the bound; open dimensions have their worst value, each key separately.
    std::vector<Part> parts(const Indices& at) const {
        const double n = std::max(1.0, most("nodes", at).number(1)), steps = points_->n_steps(at);
        const auto per_step = most("per_step_latency", at), per_hop = most("per_hop_latency", at),
                   hop_cost = most("hop_cost", at), delay = most("reconfiguration_delay", at),
                   ring_delay = most("wdm_reconfiguration_delay", at),
                   port = most("port_delay", at), compute = most("compute_time", at);
        std::vector<Chosen> per_link{per_hop};
        if (hop_cost.axis) per_link.push_back(hop_cost);
        return {transfer(at, steps, n),
                {steps * per_step.number(0), {per_step}, "a smaller latency"},
                {steps * n * per_hop.number(0) * hop_cost.number(1), per_link, "a smaller latency"},
                {steps * delay.number(0), {delay}, "a smaller delay"},
                {steps * ring_delay.number(0), {ring_delay}, "a smaller delay"},
                {steps * n * n * port.number(0), {port}, "a smaller delay"},
                {steps * compute.number(0), {compute}, "a smaller time"}};
    }

    bool is_finite(const Indices& at) const {
        double sum = 0;
        for (const auto& part : parts(at)) sum += part.seconds;
        return std::isfinite(sum);
    }

  private:
    Part transfer(const Indices& at, double steps, double n) const {
        Part part{0, {}, "a smaller message or a larger bandwidth"};
        double bytes = 1, rate = 1;
        for (const char* key : {"message", "item"})
            if (const auto size = most(key, at); size.axis) {
                bytes = size.number(0) * (std::string_view(key) == "item" ? n : 1);
                part.from.push_back(size);
            }
        for (const char* key :
             {"bandwidth", "link_rate", "plane_bandwidth", "planes", "wavelength_bandwidth"})
            if (const auto one = least(key, at); one.axis) {
                rate *= one.number(1);
                part.from.push_back(one);
            }
        const double full_rate = steps * share_ * bytes / rate;
        part.seconds = full_rate == 0 ? 0 : full_rate * n / thinnest_link(n);
        return part;
    }

    /// Rate of the slowest link over the node's bandwidth: at least 1 / n on every named topology;
    /// for edges as listed.
    double thinnest_link(double n) const {
        if (!grid_.edges) return 1 / n;
        const auto [place, is_new] = thinnest_.try_emplace(n, 0);
        if (is_new) place->second = thinnest_of_list(n);
        return place->second;
    }

    double thinnest_of_list(double n) const {
        const auto nodes = static_cast<kernels::Node>(n);
        const auto edges = edges_of(*grid_.edges, nodes);
        double thinnest = 1;
        for (const auto& edge : edges) thinnest = std::min(thinnest, edge.capacity);
        const auto split = kernels::Topology::edges(nodes, edges, kernels::LinkBandwidth::split);
        return thinnest / std::max(1.0, split.links_sharing());
    }

    Chosen most(const char* key, const Indices& at) const { return choose(key, at, 1); }
    Chosen least(const char* key, const Indices& at) const { return choose(key, at, -1); }

    Chosen choose(const char* key, const Indices& at, double sign) const {
        const AxisValues* axis = grid_.find(key);
        if (!axis) return {};
        const std::size_t i = grid_.value_index(key, at);
        if (i != open_index) return {axis, i};
        auto& known = (sign > 0 ? largest_ : smallest_);
        const auto [place, is_new] = known.try_emplace(key, 0);
        if (is_new) {
            const auto& all = axis->numbers;
            const auto [low, high] = std::minmax_element(all.begin(), all.end());
            place->second = static_cast<std::size_t>((sign > 0 ? high : low) - all.begin());
        }
        return {axis, place->second};
    }

    const GridSpec& grid_;
    std::unique_ptr<const GridPoints> points_;
    double share_ = 1;
    // Cached, because axes and lists may be long and combinations many.
    mutable std::map<std::string, std::size_t> largest_, smallest_;
    mutable std::map<double, double> thinnest_;
};

void report(const WorstCase& worst, const Indices& at, Faults& faults) {
    auto parts = worst.parts(at);
    const auto largest = std::ranges::max_element(
        parts, [](const Part& a, const Part& b) { return !(b.seconds <= a.seconds); });
    std::string others;
    for (std::size_t i = 1; i < largest->from.size(); ++i) {
        const auto& [axis, index] = largest->from[i];
        others += (i == 1 ? "with " : " and ") + axis->name(index) + " = " + axis->text(index);
    }
    if (!others.empty()) others += " ";
    const auto& [axis, index] = largest->from.front();
    axis->refuse(index, others + "the completion time may be beyond the largest number, 1.8e308",
                 largest->remedy, faults);
}

const std::vector<std::string>& structure_keys() {
    static const std::vector<std::string> keys{"collective", "primitive", "algorithm", "nodes"};
    return keys;
}

std::vector<std::string> all_keys(const GridSpec& grid) {
    std::vector<std::string> keys;
    for (const auto& dimension : grid.dimensions) keys.push_back(dimension.axes.front().key);
    return keys;
}

}  // namespace

void check_overflow(const GridSpec& grid, Faults& faults) {
    const WorstCase worst(grid);
    std::optional<Indices> corner;
    for_each_combination(grid, structure_keys(), [&](const Indices& at) {
        if (!worst.is_finite(at)) corner = at;
        return !corner;
    });
    if (!corner) return;
    // The corner need not be a point of the grid, because zipped axes and `where` exclude
    // combinations.
    std::uint64_t visited = 0;
    std::optional<Indices> point;
    for_each_combination(grid, all_keys(grid), [&](const Indices& at) {
        ++visited;
        if (grid.applicable(at) && grid.selected(at) && !worst.is_finite(at)) point = at;
        return !point;
    });
    if (point || visited == most_combinations) report(worst, point ? *point : *corner, faults);
}

}  // namespace lightsweep::sweeps
