#pragma once
// A claim of a paper: its statement, the function that judges it on a sweep's data, and the verdict
// on record.

#include <array>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/read/figure_panel.hpp"

namespace lightsweep::analysis {

/// Verdict on a claim.
///   beaten        a schedule that exists is better than the paper's number says
///   close         the number differs from the paper's but is within the claim's tolerance
///   impossible    the model itself excludes the number, for every schedule
///   not_judged    the sweep does not contain the data that the claim needs
enum class Verdict {
    reproduced,
    beaten,
    close,
    depends_on_reading,
    not_reproduced,
    impossible,
    not_judged
};
/// All of them, in the order of the scoreboard's totals.
inline constexpr std::array all_verdicts = {
    Verdict::reproduced,     Verdict::beaten,     Verdict::close,     Verdict::depends_on_reading,
    Verdict::not_reproduced, Verdict::impossible, Verdict::not_judged};

/// "reproduced", "beaten", "close", "depends on the reading", "not reproduced", "impossible",
/// "not judged".
const char* to_text(Verdict verdict);

/// Whether `one` ranks above `other`: not judged is lowest, reproduced is highest.
bool better(Verdict one, Verdict other);
/// reproduced: `value` rounds to the paper's number or is within 1 % of it; close: within 10 %.
Verdict nearness(double value, double paper, double digit);
/// Reproduced if it holds, dependent on the reading if it does in another reading, else not.
Verdict verdict_if(bool holds, bool in_another_reading = false);
/// reproduced if all cases hold, not if none does, else dependent on the reading.
Verdict verdict_of(std::size_t hold, std::size_t of);

/// A number from an independent computation of the paper's model, with the deviation that a sweep
/// may have.
struct Reference {
    double value;
    double tolerance;  ///< absolute
};
/// A reference as printed: its tolerance is half a unit of the last printed digit.
Reference rounded(double value, double unit);
/// The same for numbers that a table may lack: 0 or less is none.
std::optional<Reference> if_given(double value, double unit);

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
    std::optional<Reference> reference{};
    std::string mark{};

    bool agrees() const;
};

/// Judgement of a claim: the verdict and the numbers on which it rests.
struct Judgement {
    Verdict verdict = Verdict::not_judged;
    std::vector<Finding> findings{};

    void add(const std::string& place, const std::string& item, double value,
             std::string (*print)(double), std::optional<Reference> reference = {},
             const std::string& mark = {}) {
        findings.push_back({place, item, value, print, reference, mark});
    }
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

/// Points, references and limits of a claim whose judge is that of several.
using Rows = std::vector<KeyedValues>;

/// The number that a row of a claim asks for, and how a report names and prints it.
///
///   unit  of the last digit of its reference; 0: the reference is exact
struct Measured {
    std::string place, label;
    double value;
    std::string (*print)(double);
    double unit = 0;
};
/// Finds it at the point that the row names; nothing, or NotInFile, if the file lacks it.
using Measure = std::optional<Measured> (*)(const FigureData&, const KeyedValues& row);

/// Judges a claim by the numbers of its rows: the worst verdict on one of them. Keys of a row
/// beside those of its point:
///
///   paper, digit        what the paper prints: nearness()
///   is, within          the number that it must be, and how near to it
///   above, below        limits that it must not reach; least, most: that it may
///   order, slack        "rises", "falls": against the row before
///   up_to, digit        what the paper says that the largest of such rows is; `paper` in one of
///                       them is a point that we chose, by which the claim depends on the reading
///   optional            the row is left out where the file lacks its point
///   reference, unit     by an independent computation, as rounded()
///   place, label        other words than those of the measure
///   reading             "first" or "second": the row belongs to one of two readings. A claim that
///                       holds in the second alone depends on the reading
///
/// A row without a condition is shown, where the file has it, and is no part of the verdict. some:
/// the paper does not say where its number holds; a claim of which only some rows hold depends on
/// the reading.
Judgement judge_rows(const FigureData& data, const Rows& rows, Measure measure, bool some = false);
/// The same of numbers that are found already, one per row.
Judgement judge_numbers(const Rows& rows, const std::vector<std::optional<Measured>>& numbers,
                        bool some = false);

/// One claim. It stands in sweeps/<paper>/claims.json with the name of its judge, from which the
/// build writes <paper>_claims.inc; there a text "@name" is the one of that name in "texts". A
/// judge of several claims takes the claim's "rows" besides: the points, references and limits of
/// each.
///
///   statement  the paper's statement in our words
///   paper      its numbers
///   criterion  the condition for `reproduced`, with its tolerance
///   needs      the data that a sweep must contain for that
///   recorded   the verdict on record in the repository; a change of it is a finding
///   inferred   the paper does not name the point (topology, sizes, delays) at which we judge it
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
    bool inferred;
    Judgement (*judge)(const FigureData&);
};

/// A false or impossible statement of a paper. It stands in sweeps/<paper>/errata.json.
///
///   statement       the paper's, shortened
///   counterexample  the smallest one
///   command         shows it: prints the text `shows`
///   correction      what holds
struct Erratum {
    const char *statement, *place, *counterexample, *command, *shows, *correction;
};

/// A paper's claims and errata, and the sweep that contains the data that the claims need.
struct ClaimedPaper {
    const char* rules;
    std::span<const Claim> claims;
    std::span<const Erratum> errata;
    const char* sweep;
};

/// Thrown by a judge whose sweep lacks a number that it needs: the claim is then not judged.
struct NotInFile {};

/// The value, where the sweep has one.
template <class T>
T need(std::optional<T> value) {
    if (!value) throw NotInFile{};
    return *std::move(value);
}

/// A column of a scheduler at a point of a paper; nothing if no grid holds it.
///
///   Point  has cell_in(panel, scheduler): the cell of the point in a panel, if it is there
template <class Point>
std::optional<double> found_at(const FigureData& data, const Point& point,
                               const std::string& scheduler,
                               const std::string& column = "completion_time") {
    return first_value(data, scheduler, column,
                       [&](const FigurePanel& one) { return point.cell_in(one, scheduler); });
}
/// The same, needed.
template <class Point>
double value_at(const FigureData& data, const Point& point, const std::string& scheduler,
                const std::string& column = "completion_time") {
    return need(found_at(data, point, scheduler, column));
}

/// Judges a claim on the data of a sweep.
Judgement judged(const Claim& claim, const FigureData& data);

/// The mean time of the sweep's tasks, against a limit [s]; not judged if the file has no task.
Judgement judge_task_time(const FigureData& data, double limit);

// Prints the numbers of a judgement as a table.

/// Prints a line per place and a column per item. Below a place with references comes a line with
/// the references and the largest of their tolerances. Numbers that disagree with their reference
/// are marked with "!".
void print_findings(const std::vector<Finding>& findings, std::ostream& out);

}  // namespace lightsweep::analysis
