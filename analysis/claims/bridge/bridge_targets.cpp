#include "analysis/claims/bridge/bridge_targets.hpp"

#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_points {

Finding speedup_finding(const Target& target, double value) {
    return {describe(target.at), title_of(target.others), value, factor,
            if_given(target.reference, target.unit)};
}

Judgement judge(const FigureData& data, const std::vector<Target>& targets, Among among) {
    Judgement result;
    std::optional<Verdict> least, most;
    for (const auto& target : targets) {
        const auto value = over_recipe(data, target.at, target.others);
        if (!value && target.paper > 0) return {};
        if (!value) continue;
        result.findings.push_back(speedup_finding(target, *value));
        if (target.paper == 0) continue;
        const auto one = nearness(*value, target.paper, target.digit);
        if (!least || better(*least, one)) least = one;
        if (!most || better(one, *most)) most = one;
    }
    result.verdict = least.value_or(Verdict::not_judged);
    if (among == Among::any && least == Verdict::not_reproduced && most != least)
        result.verdict = Verdict::depends_on_reading;
    return result;
}

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

}  // namespace lightsweep::analysis::bridge_points
