#include "analysis/claims/claim.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis {

namespace {

constexpr struct {
    const char* text;
    int rank;
} verdicts[] = {
    {"reproduced", 4},     {"beaten", 3},     {"close", 2},     {"depends on the reading", 1},
    {"not reproduced", 0}, {"impossible", 0}, {"not judged", 0}};

}  // namespace

const char* to_text(Verdict verdict) {
    return verdicts[static_cast<std::size_t>(verdict)].text;
}

bool better(Verdict one, Verdict other) {
    const auto rank = [](Verdict verdict) {
        return verdicts[static_cast<std::size_t>(verdict)].rank;
    };
    return rank(one) > rank(other);
}

Verdict nearness(double value, double paper, double digit) {
    const double off = std::abs(value - paper);
    if (off <= digit / 2 * (1 + 1e-9) || off <= 0.01 * paper) return Verdict::reproduced;
    return off <= 0.1 * paper ? Verdict::close : Verdict::not_reproduced;
}

Verdict verdict_if(bool holds) {
    return holds ? Verdict::reproduced : Verdict::not_reproduced;
}

Verdict verdict_of(std::size_t hold, std::size_t of) {
    return hold > 0 && hold < of ? Verdict::depends_on_reading : verdict_if(hold == of);
}

Reference rounded(double value, double unit) {
    // Both numbers are decimal, so half a unit may be off by a few bits.
    return {value, unit / 2 * (1 + 1e-9)};
}

std::optional<Reference> if_given(double value, double unit) {
    return value > 0 ? std::optional(rounded(value, unit)) : std::nullopt;
}

bool Finding::agrees() const {
    if (!reference || value == reference->value) return true;
    return std::abs(value - reference->value) <= reference->tolerance;
}

bool Judgement::agrees() const {
    return std::all_of(findings.begin(), findings.end(),
                       [](const Finding& one) { return one.agrees(); });
}

Judgement judge_task_time(const FigureData& data, double limit) {
    const auto sum = [&](const char* column) {
        const auto values = data.file.read_f64("timing", column);
        return std::accumulate(values.begin(), values.end(), 0.0);
    };
    const double tasks = sum("tasks"), mean = sum("computing_time") / tasks;
    if (!(tasks > 0)) return {};
    return {verdict_if(mean < limit),
            {{plain(tasks) + " tasks of this sweep", "mean", mean, seconds}}};
}

}  // namespace lightsweep::analysis
