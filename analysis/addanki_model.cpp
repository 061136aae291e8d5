// Claims 1 and 8 to 12: the model, its solution, and what it extends to.
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/addanki_claims.hpp"
#include "analysis/quantity_text.hpp"

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

    std::string text(const std::string& what) const {
        return what + " " + readable(largest, "1") + " over " + std::to_string(rows) + " rows";
    }
};

Judgement judge(const Comparison& comparison, double tolerance, const std::string& what,
                Verdict within, Verdict beyond) {
    Judgement result;
    if (comparison.rows == 0) return result;
    result.verdict = comparison.largest <= tolerance ? within : beyond;
    result.numbers = {comparison.text(what)};
    return result;
}

/// The panel of a collective without bytes at the same place in every other respect, or null.
const FigurePanel* without_bytes(const FigureData& data, const std::string& collective,
                                 const FigurePanel& like) {
    for (const auto& panel : data.panels)
        if (panel.collective == collective && panel.topology == like.topology &&
            panel.nodes == like.nodes && panel.messages.front() == 0 &&
            panel.per_step_latency == like.per_step_latency &&
            panel.per_hop_latency == like.per_hop_latency && panel.has("static"))
            return &panel;
    return nullptr;
}

/// The contest of the ring algorithm on one topology, over the per_hop_latency of the file.
struct RingContest {
    std::string topology;
    double wins_from = std::numeric_limits<double>::infinity(), largest = 0, per_step = 0;
    bool wins_at_largest = false;
    std::string hops;

    void enter(const FigureData& data, const FigurePanel& ring) {
        const double time = ring.read("static").front();
        bool wins = true;
        for (const char* name : {"allreduce/halving-doubling-near", "allreduce/swing"}) {
            const auto* other = without_bytes(data, name, ring);
            wins = wins && other && time < other->read("static").front() * (1 - 1e-9);
        }
        if (wins) wins_from = std::min(wins_from, ring.per_hop_latency);
        if (ring.per_hop_latency < largest) return;
        largest = ring.per_hop_latency;
        wins_at_largest = wins;
        per_step = ring.per_step_latency;
        hops = links(data, ring);
    }

    /// "links ring 126, HD near 642, Swing 684": propagation over per_hop_latency.
    static std::string links(const FigureData& data, const FigurePanel& ring) {
        if (!ring.has("static", "propagation_time")) return "";
        std::string text = "; links passed: ring";
        for (const char* name :
             {"allreduce/ring", "allreduce/halving-doubling-near", "allreduce/swing"}) {
            const auto* panel = without_bytes(data, name, ring);
            if (!panel) continue;
            if (panel != &ring) text += ", " + panel->short_name();
            text += " " + readable(panel->read("static", "propagation_time").front() /
                                       panel->per_hop_latency,
                                   "1");
        }
        return text;
    }

    std::string text() const {
        const std::string when = std::isinf(wins_from)
                                     ? "never up to " + readable(largest, "s")
                                     : "from per_hop_latency " + readable(wins_from, "s") + " on";
        return topology + ": the ring algorithm wins " + when + " (per step " +
               readable(per_step, "s") + ")" + hops;
    }
};

std::vector<RingContest> ring_contests(const FigureData& data) {
    std::vector<RingContest> contests;
    for (const auto& panel : data.panels) {
        if (panel.collective != "allreduce/ring" || panel.messages.front() != 0 ||
            !panel.has("static"))
            continue;
        if (!without_bytes(data, "allreduce/swing", panel)) continue;
        auto found = std::find_if(contests.begin(), contests.end(), [&](const RingContest& one) {
            return one.topology == panel.topology;
        });
        if (found == contests.end()) {
            contests.emplace_back();
            found = contests.end() - 1;
            found->topology = panel.topology;
        }
        found->enter(data, panel);
    }
    return contests;
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
    return judge(comparison, 1e-12, "largest relative difference from the ideal",
                 Verdict::reproduced, Verdict::not_reproduced);
}

Judgement program_equals_recurrence(const FigureData& data) {
    Comparison comparison;
    for (const auto& panel : data.panels)
        if (panel.has("addanki") && panel.has("addanki-milp"))
            comparison.add(panel.read("addanki"), panel.read("addanki-milp"));
    return judge(comparison, 1e-9, "largest relative difference", Verdict::reproduced,
                 Verdict::not_reproduced);
}

Judgement relaxation_is_integral(const FigureData& data) {
    Comparison comparison;
    for (const auto& panel : data.panels)
        if (panel.has("addanki-milp", "lower_bound"))
            comparison.add(panel.read("addanki-milp"), panel.read("addanki-milp", "lower_bound"));
    return judge(comparison, 1e-6, "largest gap between optimum and linear relaxation",
                 Verdict::depends_on_reading, Verdict::reproduced);
}

Judgement ring_algorithm_without_bytes(const FigureData& data) {
    Judgement result;
    std::size_t wins = 0;
    const auto contests = ring_contests(data);
    for (const auto& contest : contests) {
        wins += contest.wins_at_largest;
        result.numbers.push_back(contest.text());
    }
    if (contests.size() < 2) return result;  // one ring alone cannot tell a matter of reading
    if (wins == contests.size())
        result.verdict = Verdict::reproduced;
    else
        result.verdict = wins == 0 ? Verdict::not_reproduced : Verdict::depends_on_reading;
    return result;
}

Judgement coprime_rings(const FigureData&) {
    return {};
}

Judgement concatenation(const FigureData& data) {
    Judgement result;
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
    if (rows == 0) return result;
    result.verdict = beyond <= 1e-9 ? Verdict::reproduced : Verdict::not_reproduced;
    result.numbers = {"sequence minus parts, in delays: " + readable(least, "1") + " to " +
                      readable(most, "1") + " over " + std::to_string(rows) + " rows"};
    return result;
}

}  // namespace lightsweep::analysis::addanki_model
