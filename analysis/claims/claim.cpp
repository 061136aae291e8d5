#include "analysis/claims/claim.hpp"

#include <algorithm>
#include <cmath>

namespace lightsweep::analysis {

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

const char* to_text(Verdict verdict) {
    switch (verdict) {
        case Verdict::reproduced:
            return "reproduced";
        case Verdict::close:
            return "close";
        case Verdict::not_reproduced:
            return "not reproduced";
        case Verdict::depends_on_reading:
            return "depends on the reading";
        case Verdict::impossible:
            return "impossible";
        case Verdict::not_judged:
            break;
    }
    return "not judged";
}

bool better(Verdict one, Verdict other) {
    return rank_of(one) > rank_of(other);
}

Verdict nearness(double value, double paper, double digit) {
    const double off = std::abs(value - paper);
    if (off <= digit / 2 * (1 + 1e-9) || off <= 0.01 * paper) return Verdict::reproduced;
    return off <= 0.1 * paper ? Verdict::close : Verdict::not_reproduced;
}

Reference rounded(double value, double unit) {
    // Both numbers are decimal, so half a unit may be off by a few bits.
    return {value, unit / 2 * (1 + 1e-9)};
}

bool Finding::agrees() const {
    if (!reference || value == reference->value) return true;
    return std::abs(value - reference->value) <= reference->tolerance;
}

bool Judgement::agrees() const {
    return std::all_of(findings.begin(), findings.end(),
                       [](const Finding& one) { return one.agrees(); });
}

}  // namespace lightsweep::analysis
