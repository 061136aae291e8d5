// Claims 3 to 6 and 8 to 13: speedups of all-to-alls over S- and G-Bruck.
#include <algorithm>
#include <cmath>

#include "analysis/claims/bridge/bridge_targets.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_alltoall {

using namespace bridge_points;

namespace {

constexpr const char *s = "s-bruck", *g = "g-bruck", *both = "s-bruck,g-bruck";

Point at(double message, double delay, double per_hop = us) {
    return {.message = message, .delay = delay, .per_hop = per_hop};
}
Point paid(double message, double delay) {
    return {.message = message, .delay = delay, .charge_first = 1};
}
Point among(double nodes, double message, double delay) {
    return {.message = message, .delay = delay, .nodes = nodes};
}

/// All findings within bounds; not judged as soon as one is missing.
Judgement within(const FigureData& data, const std::vector<Target>& targets,
                 bool (*holds)(const Target&, double)) {
    Judgement result;
    bool all = true;
    for (const auto& target : targets) {
        const auto value = over_recipe(data, target.at, target.others);
        if (!value) return {};
        result.findings.push_back(speedup_finding(target, *value));
        all = all && holds(target, *value);
    }
    result.verdict = verdict_if(all);
    return result;
}

}  // namespace

Judgement most_over_static(const FigureData& data) {
    return judge(data, {{at(256 * mb, us), s, 10.48, .01, 10.4},
                        {at(256 * mb, 10 * us), s, 10.42, .01, 10.4}});
}

Judgement best_of_both_at_5_ms(const FigureData& data) {
    return judge(data, {{at(128 * mb, 5 * ms), both, 2.063, .001, 2.1},
                        {paid(128 * mb, 5 * ms), both, 2.42, .01}});
}

Judgement over_every_step_at_1_ms(const FigureData& data) {
    return judge(data, {{at(16 * mb, ms), g, 2.563, .001, 2.6}, {paid(16 * mb, ms), g, 3.03, .01}});
}

Judgement best_of_both_at_1_ms(const FigureData& data) {
    return judge(data, {{at(16 * mb, ms, .1 * us), both, 2.37, .01, 2.4},
                        {at(16 * mb, ms), both, 0, 0, 2.4},
                        {at(16 * mb, ms, 2 * us), both, 2.40, .01, 2.4}});
}

Judgement small_hops(const FigureData& data) {
    return judge(data, {{at(16 * mb, 100 * us, .1 * us), s, 5.43, .01, 5.4}});
}

Judgement static_at_5_ms(const FigureData& data) {
    return judge(data, {{at(32 * mb, 5 * ms), s, 1.398, .001, 1.4}});
}

Judgement large_network(const FigureData& data) {
    auto result = judge(data, {{among(256, kb, 150 * us), s, 1.393, .001, 1.4},
                               {among(256, 16 * mb, 150 * us), s, 0, 0},
                               {among(256, 256 * mb, 150 * us), s, 0, 0}});
    for (const auto& finding : result.findings)
        if (finding.value < 1.35) result.verdict = Verdict::not_reproduced;
    return result;
}

Judgement larger_networks(const FigureData& data) {
    return within(
        data, {{among(128, 256 * mb, us), s, 18.1, .1}, {among(256, 256 * mb, us), s, 31.8, .1}},
        [](const Target&, double value) { return value >= 10 && value < 35; });
}

Judgement millisecond_delays(const FigureData& data) {
    return judge(data,
                 {{at(256 * mb, ms), s, 6.36, .01, 5, 1e-9},
                  {at(256 * mb, 2 * ms), s, 5.19, .01, 5, 1e-9},
                  {at(256 * mb, 5 * ms), s, 3.75, .01, 5, 1e-9}},
                 Among::nearest);
}

Judgement small_and_large_messages(const FigureData& data) {
    return within(data,
                  {{at(kb, 10 * us, .5 * us), s, 1.54, .01},
                   {at(kb, 10 * us), s, 2.15, .01},
                   {at(250 * kb, 10 * us), s, 3.01, .01},
                   {at(256 * mb, 10 * us), s, 10.42, .01}},
                  [](const Target& target, double value) {
                      return target.at.message > mb ? std::abs(value - 10) < .5
                                                    : value >= 1.35 && value < 3.05;
                  });
}

Judgement hops_do_not_matter(const FigureData& data) {
    double least = HUGE_VAL, most = 0, with_none = HUGE_VAL;
    for (const double hop : {0., .1, .2, .5, 1., 1.5, 2.}) {
        const auto value = over_recipe(data, at(16 * mb, ms, hop * us), s);
        if (!value) return {};
        (hop == 0 ? with_none : least) = std::min(hop == 0 ? with_none : least, *value);
        most = std::max(most, *value);
    }
    const std::string item = "S-Bruck, largest over smallest";
    return {verdict_if(most <= 1.02 * least),
            {{"16 MB, 1 ms, 100 ns to 2 us per hop", item, most / least, factor},
             {"16 MB, 1 ms, 0 to 2 us per hop", item, most / std::min(least, with_none), factor,
              rounded(1.012, .001)}}};
}

}  // namespace lightsweep::analysis::bridge_alltoall
