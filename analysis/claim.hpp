#pragma once
// A claim of a paper: what it says, how a sweep judges it, and the verdict on record.

#include <optional>
#include <string>
#include <vector>

#include "analysis/figure_panel.hpp"

namespace lightsweep::analysis {

/// close: the number is not the paper's, but within what its criterion calls near.
/// impossible: the model itself rules the number out, whatever the schedule.
/// not_judged: the sweep does not hold what the claim needs.
enum class Verdict {
    reproduced,
    close,
    not_reproduced,
    depends_on_reading,
    impossible,
    not_judged
};

/// "reproduced", "close", "not reproduced", "depends on the reading", "impossible", "not judged".
const char* to_text(Verdict verdict);

/// Whether the judgement is more than the other one: not judged first, reproduced last.
bool better(Verdict one, Verdict other);
/// reproduced: rounds to what the paper prints, or is within 1 % of it; close: within 10 %.
Verdict nearness(double value, double paper, double digit);

/// A number of an independent computation of the paper's model, and how far a sweep's may be off.
struct Reference {
    double value;
    double tolerance;  ///< absolute
};
/// As printed: half a unit of the last digit that is given.
Reference rounded(double value, double unit);

/// One number of the sweep, with the reference where there is one.
///
/// place  what a line of the report is about: "ring-uni, 100 ns per step"
/// item   what a column is about: "Swing"
/// print  how both numbers are written
/// mark   a word behind the number, or empty
struct Finding {
    std::string place, item;
    double value;
    std::string (*print)(double);
    std::optional<Reference> reference;
    std::string mark;

    bool agrees() const;
};

/// What the sweep says: the verdict and the numbers that it rests on.
struct Judgement {
    Verdict verdict = Verdict::not_judged;
    std::vector<Finding> findings;

    /// True if every number that has a reference agrees with it.
    bool agrees() const;
};

/// What the paper prints, and where.
///
/// number  "10.4x"; several of one claim in the order of its statement: "23 %, 1140 us"; "no
/// number"
///         where the paper uses words alone
/// place   "Fig. 5a"
struct Printed {
    const char* number;
    const char* place;
};

/// One claim.
///
/// statement  what the paper says, in our words
/// paper      its numbers
/// criterion  what counts as reproduced, with its tolerance
/// needs      what a sweep must hold for that
/// recorded   the verdict that the repository stands for; a change of it is a finding
/// judge      computes the verdict from the data and nothing else
/// part       "b" for the second half of a claim that is judged in two
struct Claim {
    int number;
    const char* statement;
    Printed paper;
    const char* criterion;
    const char* needs;
    Verdict recorded;
    Judgement (*judge)(const FigureData&);
    const char* part = "";
};

}  // namespace lightsweep::analysis
