#include "analysis/claims/claim.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <map>
#include <numeric>
#include <sstream>
#include <utility>

#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis {

namespace {

constexpr struct {
    const char* text;
    int rank;
} verdicts[] = {
    {"reproduced", 4},     {"beaten", 3},     {"close", 2},     {"depends on the reading", 1},
    {"not reproduced", 0}, {"impossible", 0}, {"not judged", 0}};

constexpr std::size_t page_width = 100, indent = 10, cell_gap = 2;

/// The findings of a claim as lines (places) and columns (items), with a line of reference values
/// for each place that has some.
class FindingTable {
  public:
    explicit FindingTable(const std::vector<Finding>& findings) : findings_(findings) {
        for (const auto& one : findings) {
            note(places_, one.place);
            note(items_, one.item);
            place_width_ = std::max(place_width_, one.place.size() + 2);
            auto& width = widths_[one.item];
            width = std::max({width, one.item.size() + cell_gap, cell(one).size() + cell_gap});
        }
    }

    /// Columns that do not fit on a page follow below the others.
    void print(std::ostream& out) {
        for (std::size_t first = 0, last = 0; first < items_.size(); first = last) {
            std::size_t width = indent + place_width_ + widths_[items_[last++]];
            while (last < items_.size() && width + widths_[items_[last]] <= page_width)
                width += widths_[items_[last++]];
            shown_ = std::span(items_).subspan(first, last - first);
            print_block(out);
        }
    }

  private:
    void print_block(std::ostream& out) const {
        line(out, "");
        for (const auto& item : shown_) put(out, item, item);
        out << '\n';
        for (const auto& place : places_) {
            if (std::ranges::none_of(shown_, [&](const auto& item) { return found(place, item); }))
                continue;
            line(out, place);
            for (const auto& item : shown_)
                put(out, item, found(place, item) ? cell(*found(place, item)) : "");
            out << '\n';
            if (has_reference(place)) print_references(place, out);
        }
    }
    /// Factors with as many decimals as their reference has: 10.834x, 650x.
    static std::string number(const Finding& one, double value) {
        if (one.print != factor || !one.reference) return one.print(value);
        const double tolerance = one.reference->tolerance;
        const bool whole = tolerance > 0.4 && value == one.reference->value;
        if (!whole && (tolerance > 0.4 || tolerance < 1e-6)) return one.print(value);
        std::ostringstream text;
        text << std::fixed << std::setprecision(whole ? 0 : decimals_of(tolerance)) << value << 'x';
        return text.str();
    }
    /// Number of decimals: a tolerance of 0.0005 is half a unit of the third decimal.
    static int decimals_of(double tolerance) {
        return static_cast<int>(std::lround(-std::log10(2 * tolerance)));
    }
    static void note(std::vector<std::string>& names, const std::string& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    static std::string cell(const Finding& one) {
        return number(one, one.value) + (one.mark.empty() ? "" : " " + one.mark) +
               (one.agrees() ? "" : " !");
    }
    const Finding* found(const std::string& place, const std::string& item) const {
        for (const auto& one : findings_)
            if (one.place == place && one.item == item) return &one;
        return nullptr;
    }
    bool has_reference(const std::string& place) const {
        return std::ranges::any_of(
            findings_, [&](const Finding& one) { return one.place == place && one.reference; });
    }
    void print_references(const std::string& place, std::ostream& out) const {
        double tolerance = 0;
        for (const auto& one : findings_)
            if (one.place == place && one.reference)
                tolerance = std::max(tolerance, one.reference->tolerance);
        line(out, "  reference +-" + readable(tolerance, "1"));
        for (const auto& item : shown_) {
            const auto* one = found(place, item);
            put(out, item, one && one->reference ? number(*one, one->reference->value) : "-");
        }
        out << '\n';
    }
    void line(std::ostream& out, const std::string& head) const {
        out << std::string(indent, ' ') << std::left << std::setw(static_cast<int>(place_width_))
            << head << std::right;
    }
    void put(std::ostream& out, const std::string& item, const std::string& text) const {
        out << std::setw(static_cast<int>(widths_.at(item))) << text;
    }

    const std::vector<Finding>& findings_;
    std::vector<std::string> places_, items_;
    std::span<const std::string> shown_{};  ///< columns of the block that is printed
    std::map<std::string, std::size_t> widths_;
    std::size_t place_width_ = 22;
};

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

Verdict verdict_if(bool holds, bool in_another_reading) {
    if (holds) return Verdict::reproduced;
    return in_another_reading ? Verdict::depends_on_reading : Verdict::not_reproduced;
}

Verdict verdict_of(std::size_t hold, std::size_t of) {
    return verdict_if(hold == of, hold > 0);
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
    return std::ranges::all_of(findings, [](const Finding& one) { return one.agrees(); });
}

Judgement judged(const Claim& claim, const FigureData& data) {
    try {
        return claim.judge(data);
    } catch (const NotInFile&) {
        return {};
    }
}

namespace {

constexpr const char* conditions[] = {"paper", "is", "above", "below", "least", "most"};

bool has_condition(const KeyedValues& row) {
    return row.names.contains("order") || std::ranges::any_of(conditions, [&](const char* key) {
               return row.numbers.contains(key);
           });
}

/// The verdict on a row's number; before: that of the row before.
Verdict verdict_on(const KeyedValues& row, double value, double before) {
    const std::string order = row.name("order");
    const double slack = row.number("slack", 0);
    const bool holds =
        std::abs(value - row.number("is", value)) <= row.number("within", 0) &&
        value > row.number("above", -INFINITY) && value < row.number("below", INFINITY) &&
        value >= row.number("least", -INFINITY) && value <= row.number("most", INFINITY) &&
        (order != "rises" || value > before - slack) &&
        (order != "falls" || value < before + slack);
    if (!holds || !row.numbers.contains("paper")) return verdict_if(holds);
    return nearness(value, row.number("paper"), row.number("digit", .1));
}

void add(const KeyedValues& row, const Measured& one, Judgement& result) {
    const auto words = [&](const char* key, const std::string& otherwise) {
        return row.names.contains(key) ? row.name(key) : otherwise;
    };
    std::optional<Reference> reference;
    if (row.numbers.contains("reference"))
        reference = rounded(row.number("reference"), row.number("unit", one.unit));
    result.add(words("place", one.place), words("label", one.label), one.value, one.print,
               reference);
}

/// What the numbers of the rows say together.
class RowVerdicts {
  public:
    void add(const KeyedValues& row, double value) {
        const auto verdict = verdict_on(row, value, std::exchange(before_, value));
        if (row.numbers.contains("up_to")) {
            largest_ = std::max(largest_, value);
            most_ = nearness(largest_, row.number("up_to"), row.number("digit", .1));
        } else if (has_condition(row)) {
            if (row.name("reading") != "second") lower(first_, verdict);
            if (row.name("reading") != "first") lower(second_, verdict);
        }
        if (has_condition(row) && better(verdict, best_)) best_ = verdict;
    }
    Verdict together(bool some) {
        lower(first_, most_);
        lower(second_, most_);
        if (first_ != Verdict::not_reproduced) return first_;
        return verdict_if(false, second_ == Verdict::reproduced || (some && better(best_, first_)));
    }

  private:
    static void lower(Verdict& worst, Verdict one) {
        if (better(worst, one)) worst = one;
    }

    Verdict first_ = Verdict::reproduced, second_ = first_, most_ = first_;
    Verdict best_ = Verdict::not_reproduced;
    double before_ = NAN, largest_ = -INFINITY;
};

}  // namespace

Judgement judge_numbers(const Rows& rows, const std::vector<std::optional<Measured>>& numbers,
                        bool some) {
    Judgement result;
    RowVerdicts verdicts;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& one = numbers[i];
        const bool is_needed = has_condition(rows[i]) || rows[i].numbers.contains("up_to");
        if (!one && is_needed && !rows[i].numbers.contains("optional")) throw NotInFile{};
        if (!one) continue;
        add(rows[i], *one, result);
        verdicts.add(rows[i], one->value);
    }
    result.verdict = verdicts.together(some);
    return result;
}

Judgement judge_rows(const FigureData& data, const Rows& rows, Measure measure, bool some) {
    std::vector<std::optional<Measured>> numbers;
    for (const auto& row : rows) numbers.push_back(measure(data, row));
    return judge_numbers(rows, numbers, some);
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

void print_findings(const std::vector<Finding>& findings, std::ostream& out) {
    FindingTable(findings).print(out);
}

}  // namespace lightsweep::analysis
