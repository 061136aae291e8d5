// Claims 1, 8, 9 and 12: the model, its solution, and what it extends to.
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/claims/claim.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::addanki_model {

namespace {

/// |a - b| over the larger of the two; 0 for 0 and 0.
double difference(double a, double b) {
    const double scale = std::max(std::abs(a), std::abs(b));
    return scale == 0 ? 0 : std::abs(a - b) / scale;
}

/// Largest relative difference of two columns of a file, over all cells where both are numbers.
struct Comparison {
    double largest = 0;
    std::size_t rows = 0;

    void add(const std::vector<double>& a, const std::vector<double>& b) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (!std::isfinite(a[i]) || !std::isfinite(b[i])) continue;
            largest = std::max(largest, difference(a[i], b[i]));
            ++rows;
        }
    }
};

Judgement judge(const Comparison& comparison, double tolerance, const std::string& what,
                Verdict beyond = Verdict::not_reproduced) {
    if (comparison.rows == 0) return {};
    return {comparison.largest <= tolerance ? Verdict::reproduced : beyond,
            {{std::to_string(comparison.rows) + " rows", what, comparison.largest, plain,
              Reference{0, tolerance}}}};
}

/// Optimal times of a collective on the same fabric, over the same delays; empty if not in the
/// file.
std::vector<double> part(const FigureData& data, const std::string& collective,
                         const FigurePanel& sequence) {
    for (const auto& panel : data.panels)
        if (panel.collective == collective && panel.topology == sequence.topology &&
            panel.nodes == sequence.nodes && panel.per_step_latency == sequence.per_step_latency &&
            panel.per_hop_latency == sequence.per_hop_latency && panel.delays == sequence.delays &&
            panel.messages.size() == 1 && panel.has("addanki"))
            return panel.read("addanki");
    return {};
}

}  // namespace

Judgement matched_topology_is_ideal(const FigureData& data) {
    Comparison comparison;
    for (const auto& panel : data.panels) {
        if (!panel.has("every-step", "congestion_time") ||
            !panel.has("every-step", "propagation_time") || !panel.has("every-step", "n_steps"))
            continue;
        auto ideal = panel.read("every-step", "n_steps");
        auto found = panel.read("every-step", "propagation_time");
        const auto congestion = panel.read("every-step", "congestion_time");
        for (std::size_t i = 0; i < ideal.size(); ++i) {
            ideal[i] = ideal[i] < 0 ? std::nan("") : ideal[i] * panel.per_hop_latency;
            found[i] += congestion[i];
        }
        comparison.add(ideal, found);
    }
    return judge(comparison, 1e-12, "largest relative difference from the ideal");
}

Judgement program_equals_recurrence(const FigureData& data) {
    Comparison comparison;
    for (const auto& panel : data.panels)
        if (panel.has("addanki") && panel.has("addanki-milp"))
            comparison.add(panel.read("addanki"), panel.read("addanki-milp"));
    return judge(comparison, 1e-9, "largest relative difference");
}

Judgement relaxation_is_integral(const FigureData& data) {
    Comparison comparison;
    for (const auto& panel : data.panels)
        if (panel.has("addanki-milp", "lower_bound"))
            comparison.add(panel.read("addanki-milp"), panel.read("addanki-milp", "lower_bound"));
    return judge(comparison, 1e-9, "largest gap between optimum and linear relaxation",
                 Verdict::depends_on_reading);
}

Judgement concatenation(const FigureData& data) {
    double beyond = 0, least = std::numeric_limits<double>::infinity(), most = 0;
    std::size_t rows = 0;
    for (const auto& panel : data.panels) {
        if (panel.collective != "custom" || !panel.has("addanki")) continue;
        const auto first = part(data, "allreduce/halving-doubling-near", panel),
                   second = part(data, "alltoall/shift", panel);
        const auto whole = panel.read("addanki");
        for (std::size_t i = 0; i < std::min({first.size(), second.size(), whole.size()});
             ++i, ++rows) {
            const double sum = first[i] + second[i], extra = (whole[i] - sum) / panel.delays[i];
            beyond = std::max(
                {beyond, (sum - whole[i]) / sum, (whole[i] - sum - panel.delays[i]) / sum});
            least = std::min(least, extra);
            most = std::max(most, extra);
        }
    }
    if (rows == 0) return {};
    const std::string place = std::to_string(rows) + " rows, in delays";
    return {verdict_if(beyond <= 1e-9),
            {{place, "least extra", least, plain},
             {place, "most extra", most, plain},
             {place, "beyond bounds", std::max(0.0, beyond), plain, Reference{0, 1e-9}}}};
}

}  // namespace lightsweep::analysis::addanki_model
