#pragma once
// A claim of a paper: its statement, the function that judges it on a sweep's data, and the verdict
// on record.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/read/figure_panel.hpp"

namespace lightsweep::analysis {

/// Verdict on a claim.
///   close         the number differs from the paper's but is within the claim's tolerance
///   impossible    the model itself excludes the number, for every schedule
///   not_judged    the sweep does not contain the data that the claim needs
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

/// Whether `one` ranks above `other`: not judged is lowest, reproduced is highest.
bool better(Verdict one, Verdict other);
/// reproduced: `value` rounds to the paper's number or is within 1 % of it; close: within 10 %.
Verdict nearness(double value, double paper, double digit);

/// A number from an independent computation of the paper's model, with the deviation that a sweep
/// may have.
struct Reference {
    double value;
    double tolerance;  ///< absolute
};
/// A reference as printed: its tolerance is half a unit of the last printed digit.
Reference rounded(double value, double unit);

/// One number of the sweep, with its reference if there is one.
///
///   place  label of the report's line: "ring-uni, 100 ns per step"
///   item   label of the column: "Swing"
///   print  formats both numbers
///   mark   a word behind the number, or empty
struct Finding {
    std::string place, item;
    double value;
    std::string (*print)(double);
    std::optional<Reference> reference;
    std::string mark;

    bool agrees() const;
};

/// Judgement of a claim: the verdict and the numbers on which it rests.
struct Judgement {
    Verdict verdict = Verdict::not_judged;
    std::vector<Finding> findings;

    /// True if every number that has a reference agrees with it.
    bool agrees() const;
};

/// The paper's number and its place in the paper.
///
///   number  "10.4x"; several numbers of one claim in the order of its statement: "23 %, 1140 us";
///           "no number" where the paper uses words only
///   place   "Fig. 5a"
struct Printed {
    const char* number;
    const char* place;
};

/// One claim. Its text stands in sweeps/<paper>/claims.json, from which the build writes the rows
/// of <paper>_claims.inc; there a text "@name" is the one of that name in "texts".
///
///   statement  the paper's statement in our words
///   paper      its numbers
///   criterion  the condition for `reproduced`, with its tolerance
///   needs      the data that a sweep must contain for that
///   recorded   the verdict on record in the repository; a change of it is a finding
///   judge      computes the verdict from the data only
///   part       "b" for the second half of a claim that is judged in two parts
struct Claim {
    int number;
    const char* part;
    const char* statement;
    Printed paper;
    const char* criterion;
    const char* needs;
    Verdict recorded;
    Judgement (*judge)(const FigureData&) = nullptr;
};

/// The judge of the claim with that number and part.
struct Judge {
    int claim;
    Judgement (*judge)(const FigureData&);
    const char* part = "";
};

/// The claims with their judges. Both lists have the same order: what has no text, or no judge,
/// does not compile.
template <std::size_t n>
consteval std::array<Claim, n> with_judges(const Claim (&claims)[n], const Judge (&judges)[n]) {
    auto judged = std::to_array(claims);
    for (std::size_t i = 0; i < n; ++i) {
        if (claims[i].number != judges[i].claim ||
            std::string_view(claims[i].part) != judges[i].part)
            throw "a claim without a judge, or a judge without a claim";
        judged[i].judge = judges[i].judge;
    }
    return judged;
}

}  // namespace lightsweep::analysis
