// Claims 3 to 15: how much less time SWOT takes than its baselines, over sizes and over nodes.
#include <algorithm>

#include "analysis/claims/swot/swot_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::swot_reductions {

using namespace swot_points;

namespace {

/// A time of the row, in ms or in us; 0: none.
double seconds_of(const KeyedValues& row, const std::string& name) {
    return row.number(name + "_ms", 0) * ms + row.number(name + "_us", 0) * us;
}

/// Where SWOT saves most of a baseline's time.
struct Most {
    Point at;
    double other;
    Certified own;
    double share() const { return reduction(own.value, other); }
};

/// Over the 13 sizes of a panel of figure 7.
Most most_over_sizes(const FigureData& data, Point point, const std::string& baseline) {
    std::optional<Most> most;
    for (const double size : sizes_of_figure_7()) {
        point.message = size;
        const Most here{point, value_at(data, point, baseline), swot_at(data, point)};
        if (!most || here.share() > most->share()) most = here;
    }
    return *most;
}

std::string title_of(const std::string& baseline) {
    return baseline == "strawman" ? "Strawman" : "One-shot";
}

/// Lines of the panels of a row each; the larger one.
Most judge_panels(const FigureData& data, const Rows& rows, Judgement& result) {
    std::optional<Most> largest;
    for (const auto& row : rows) {
        const std::string baseline = row.name("over");
        const Point point{row.name("collective"), row.number("nodes"), row.number("planes"), 0};
        const auto most = most_over_sizes(data, point, baseline);
        add_line({describe(most.at), title_of(baseline), most.other, most.own,
                  seconds_of(row, "reference"), 0, .01 * us},
                 result);
        if (!largest || most.share() > largest->share()) largest = most;
    }
    return *largest;
}

}  // namespace

/// The largest share over both panels of figure 7, a row each, is the first row's `paper`.
Judgement largest_reduction(const FigureData& data, const Rows& rows) {
    Judgement result;
    const auto most = judge_panels(data, rows, result);
    result.verdict = as_printed(most.share(), rows.front().number("paper"));
    return result;
}

/// The same where a share cannot be above 1 - 1 / planes.
Judgement bruck_over_one_shot(const FigureData& data, const Rows& rows) {
    constexpr double half_a_digit = .0005;
    const double paper = rows.front().number("paper");
    Judgement result;
    const auto most = judge_panels(data, rows, result);
    const double limit = 1 - 1 / most.at.planes,
                 cap = reduction(value_at(data, most.at, "ideal"), most.other);
    result.add("Ideal against One-shot", "at most", cap, percent);
    result.add("1 - 1 / planes", "at most", limit, percent);
    const bool ruled_out = paper - half_a_digit > limit && cap <= limit;
    result.verdict = ruled_out ? Verdict::impossible : as_printed(most.share(), paper);
    return result;
}

/// The share that SWOT saves of Strawman's time at the row's point; the reference's value of SWOT
/// is given where it is proven.
Judgement reduction_at_a_point(const FigureData& data, const Rows& rows) {
    const auto& row = rows.front();
    const Point point{row.name("collective"), row.number("nodes"), row.number("planes"), 32 * mb};
    const double other = value_at(data, point, "strawman");
    const auto own = swot_at(data, point);
    Judgement result{
        as_printed(reduction(own.value, other), row.number("paper"), row.number("digit", .001))};
    add_line({describe(point), "Strawman", other, own, seconds_of(row, "reference"),
              seconds_of(row, "own_reference"), seconds_of(row, "unit")},
             result);
    return result;
}

Judgement bruck_gains_least(const FigureData& data) {
    Judgement result;
    std::size_t least = 0;
    for (const char* baseline : {"one-shot", "strawman"}) {
        std::vector<double> shares;
        for (const char* collective : {bruck, scatter, reduce, pairwise}) {
            const bool few = collective == pairwise;
            const Point panels[] = {{collective, few ? 5. : 16., 4, 0},
                                    {collective, few ? 9. : 256., 8, 0}};
            shares.push_back(0);
            for (const auto& one : panels)
                shares.back() =
                    std::max(shares.back(), most_over_sizes(data, one, baseline).share());
            result.add(std::string(collective) + ", most over", title_of(baseline), shares.back(),
                       percent);
        }
        least += std::ranges::min(shares) == shares.front();
    }
    result.verdict = verdict_of(least, 2);
    return result;
}

}  // namespace lightsweep::analysis::swot_reductions
