#include "solvers/one_accounting/walks/prepared_threshold.hpp"

#include <algorithm>

namespace lightsweep::solvers::one_accounting {

namespace {

/// A step's structural costs on the base and on its own circuits, and where those are.
struct Costs {
    double base_hops = 0, base_congestion = 0, own_hops = 0, own_congestion = 0;
    std::size_t own = 0;
    bool base_works = false, own_works = false;
};

Costs costs_of(const std::vector<StateCost>& choices) {
    Costs costs;
    for (const StateCost& choice : choices)
        if (choice.state == 0) {
            costs.base_works = true;
            costs.base_hops = choice.hops;
            costs.base_congestion = choice.congestion;
        } else {
            costs.own_works = true;
            costs.own = choice.state;
            costs.own_hops = choice.hops;
            costs.own_congestion = choice.congestion;
        }
    return costs;
}

}  // namespace

void PreparedThreshold::fill(const kernels::DelayRow& row, ResultRow& result) const {
    const std::size_t n = row.delays.size(), words = space().words();
    result.resize(n, words);
    std::vector<Costs> choices;
    for (const auto& of_step : walks_.choices) choices.push_back(costs_of(of_step));
    const auto time = [&](double hops, double congestion) {
        return row.per_hop_latency * hops + row.message_time * congestion;
    };
    const double startup = row.per_step_latency * static_cast<double>(choices.size());
    const double transmission = row.message_time * walks_.volume;
    for (std::size_t at = 0; at < n; ++at) {
        double hops = 0, congestion = 0, least = 0;
        std::int32_t changes = 0;
        std::size_t now = 0;
        auto* decision = result.want_decisions ? &result.decision[at * words] : nullptr;
        if (decision) std::fill_n(decision, words, 0);
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const Costs& one = choices[i];
            const double on_base = time(one.base_hops, one.base_congestion),
                         on_own = time(one.own_hops, one.own_congestion);
            const bool own =
                one.own_works && (!one.base_works || on_base - on_own > row.delays[at]);
            const std::size_t next = own ? one.own : 0;
            hops += own ? one.own_hops : one.base_hops;
            congestion += own ? one.own_congestion : one.base_congestion;
            least += !one.base_works  ? on_own
                     : !one.own_works ? on_base
                                      : std::min(on_base, on_own);
            changes += next != now;
            now = next;
            if (decision) kernels::put_state({decision, words}, i, next, space().bits);
        }
        changes += space().rules.restore && now != 0;
        result.set(at, {startup, row.per_hop_latency * hops, transmission,
                        row.message_time * congestion, row.delays[at] * changes});
        result.n_reconfigurations[at] = changes;
        result.lower_bound[at] = std::min(result.completion[at], startup + transmission + least);
        const bool proven = result.lower_bound[at] >= result.completion[at] * (1 - 1e-12);
        result.status[at] = proven ? Status::optimal : Status::feasible;
        result.reason[at] = Reason::none;
    }
}

}  // namespace lightsweep::solvers::one_accounting
