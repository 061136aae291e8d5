#include "analysis/bridge_targets.hpp"

#include <cmath>

#include "analysis/quantity_text.hpp"

namespace lightsweep::analysis::bridge_points {

namespace {

int rank_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::reproduced:
            return 3;
        case Verdict::close:
            return 2;
        case Verdict::depends_on_reading:
            return 1;
        default:
            return 0;
    }
}

}  // namespace

bool better(Verdict one, Verdict other) {
    return rank_of(one) > rank_of(other);
}

Verdict nearness(double value, double paper, double digit) {
    const double off = std::abs(value - paper);
    if (off <= digit / 2 * (1 + 1e-9) || off <= 0.01 * paper) return Verdict::reproduced;
    return off <= 0.1 * paper ? Verdict::close : Verdict::not_reproduced;
}

Finding speedup_finding(const Target& target, double value) {
    Finding finding{describe(target.at), title_of(target.others), value, factor, {}, ""};
    if (target.reference > 0) finding.reference = rounded(target.reference, target.unit);
    return finding;
}

Judgement judge(const FigureData& data, const std::vector<Target>& targets, Among among) {
    Judgement result;
    std::optional<Verdict> verdict;
    for (const auto& target : targets) {
        const auto value = over_recipe(data, target.at, target.others);
        if (!value && target.paper > 0) return {};
        if (!value) continue;
        result.findings.push_back(speedup_finding(target, *value));
        if (target.paper == 0) continue;
        const auto one = nearness(*value, target.paper, target.digit);
        if (!verdict || better(one, *verdict) == (among == Among::nearest)) verdict = one;
    }
    result.verdict = verdict.value_or(Verdict::not_judged);
    return result;
}

}  // namespace lightsweep::analysis::bridge_points
