#pragma once
// A claim of a paper: what it says, how a sweep judges it, and the verdict on record.

#include <string>
#include <vector>

#include "analysis/figure_panel.hpp"

namespace lightsweep::analysis {

/// not_in_file: the sweep does not hold what the claim needs.
enum class Verdict { reproduced, not_reproduced, depends_on_reading, not_in_file };

/// "reproduced", "not reproduced", "depends on the reading", "not in this file".
const char* to_text(Verdict verdict);

/// What the sweep says: the verdict and the numbers that it rests on, a line each.
struct Judgement {
    Verdict verdict = Verdict::not_in_file;
    std::vector<std::string> numbers;
};

/// One claim.
///
/// statement  what the paper says, in our words
/// criterion  what counts as reproduced, with its tolerance
/// recorded   the verdict that the repository stands for; a change of it is a finding
/// judge      computes the verdict from the data and nothing else
struct Claim {
    int number;
    const char* statement;
    const char* criterion;
    Verdict recorded;
    Judgement (*judge)(const FigureData&);
};

}  // namespace lightsweep::analysis
