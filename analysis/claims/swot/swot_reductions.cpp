// Claims 4 to 15: how much less time SWOT takes than its baselines, over sizes and over nodes.
#include <algorithm>

#include "analysis/claims/swot/swot_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::swot_reductions {

using namespace swot_points;

namespace {

/// Nodes and planes of a panel of figure 7.
struct Panel7 {
    double nodes, planes;
};
constexpr Panel7 powers_of_two[] = {{16, 4}, {256, 8}}, few[] = {{5, 4}, {9, 8}};

/// Where SWOT saves most of a baseline's time.
struct Most {
    Point at;
    double other;
    Certified own;
    double share() const { return reduction(own.value, other); }
};

/// Over the 13 sizes; nothing if one of them is missing.
std::optional<Most> most_over_sizes(const FigureData& data, Point point, const char* baseline) {
    std::optional<Most> most;
    for (const double size : sizes_of_figure_7()) {
        point.message = size;
        const auto other = value_at(data, point, baseline);
        const auto own = swot_at(data, point);
        if (!other || !own) return std::nullopt;
        const Most here{point, *other, *own};
        if (!most || here.share() > most->share()) most = here;
    }
    return most;
}

std::string title_of(const char* baseline) {
    return std::string(baseline) == "strawman" ? "Strawman" : "One-shot";
}

/// Lines of both panels; the larger one, nothing if a point is missing.
std::optional<Most> judge_panels(const FigureData& data, const char* collective,
                                 const Panel7 (&panels)[2], const char* baseline,
                                 const double (&references)[2], Judgement& result) {
    std::optional<Most> largest;
    for (std::size_t i = 0; i < 2; ++i) {
        const Point point{collective, panels[i].nodes, panels[i].planes, 0};
        const auto most = most_over_sizes(data, point, baseline);
        if (!most) return std::nullopt;
        add_line({describe(most->at), title_of(baseline), most->other, most->own, references[i], 0,
                  .01 * us},
                 result);
        if (!largest || most->share() > largest->share()) largest = most;
    }
    return largest;
}

Judgement judge(const FigureData& data, const char* collective, const Panel7 (&panels)[2],
                const char* baseline, const double (&references)[2], double paper) {
    Judgement result;
    const auto most = judge_panels(data, collective, panels, baseline, references, result);
    if (!most) return {};
    result.verdict = as_printed(most->share(), paper);
    return result;
}

/// At one point of figure 8; the reference's value of SWOT where it is proven, else 0.
Judgement judge_point(const FigureData& data, const Point& point, double reference,
                      double own_reference, double paper) {
    const auto other = value_at(data, point, "strawman");
    const auto own = swot_at(data, point);
    if (!other || !own) return {};
    Judgement result;
    add_line({describe(point), "Strawman", *other, *own, reference, own_reference, .1 * us},
             result);
    result.verdict = as_printed(reduction(own->value, *other), paper);
    return result;
}

}  // namespace

Judgement reduce_scatter_over_one_shot(const FigureData& data) {
    return judge(data, scatter, powers_of_two, "one-shot", {19.28 * ms, 40.96 * ms}, .84);
}

Judgement all_reduce_over_one_shot(const FigureData& data) {
    return judge(data, reduce, powers_of_two, "one-shot", {38.56 * ms, 81.92 * ms}, .837);
}

Judgement pairwise_over_one_shot(const FigureData& data) {
    return judge(data, pairwise, few, "one-shot", {20.56 * ms, 41.12 * ms}, .727);
}

Judgement bruck_over_one_shot(const FigureData& data) {
    constexpr double paper = .897, half_a_digit = .0005;
    Judgement result;
    const auto most =
        judge_panels(data, bruck, powers_of_two, "one-shot", {82 * ms, 327.84 * ms}, result);
    const auto ideal = most ? value_at(data, most->at, "ideal") : std::nullopt;
    if (!ideal) return {};
    const double limit = 1 - 1 / most->at.planes, cap = reduction(*ideal, most->other);
    result.findings.push_back({"Ideal against One-shot", "at most", cap, percent});
    result.findings.push_back({"1 - 1 / planes", "at most", limit, percent});
    const bool ruled_out = paper - half_a_digit > limit && cap <= limit;
    result.verdict = ruled_out ? Verdict::impossible : as_printed(most->share(), paper);
    return result;
}

Judgement reduce_scatter_over_lockstep(const FigureData& data) {
    return judge(data, scatter, powers_of_two, "strawman", {681.17 * us, 1561.25 * us}, .891);
}

Judgement all_reduce_over_lockstep(const FigureData& data) {
    return judge(data, reduce, powers_of_two, "strawman", {1362.34 * us, 3122.49 * us}, .871);
}

Judgement pairwise_over_lockstep(const FigureData& data) {
    return judge(data, pairwise, few, "strawman", {681.25 * us, 1561.25 * us}, .891);
}

Judgement bruck_over_lockstep(const FigureData& data) {
    return judge(data, bruck, powers_of_two, "strawman", {685 * us, 1570 * us}, .854);
}

Judgement all_reduce_on_64(const FigureData& data) {
    return judge_point(data, {reduce, 64, 4, 32 * mb}, 2870 * us, 0, .396);
}

Judgement all_reduce_on_512(const FigureData& data) {
    return judge_point(data, {reduce, 512, 4, 32 * mb}, 4198.8 * us, 0, .469);
}

Judgement pairwise_on_5(const FigureData& data) {
    return judge_point(data, {pairwise, 5, 4, 32 * mb}, 1000 * us, 740 * us, .26);
}

Judgement pairwise_on_10(const FigureData& data) {
    return judge_point(data, {pairwise, 10, 4, 32 * mb}, 2100 * us, 0, .455);
}

Judgement bruck_gains_least(const FigureData& data) {
    Judgement result;
    std::size_t least = 0;
    for (const char* baseline : {"one-shot", "strawman"}) {
        std::vector<double> shares;
        for (const char* collective : {bruck, scatter, reduce, pairwise}) {
            Judgement lines;
            const auto most =
                judge_panels(data, collective, collective == pairwise ? few : powers_of_two,
                             baseline, {0, 0}, lines);
            if (!most) return {};
            shares.push_back(most->share());
            result.findings.push_back({std::string(collective) + ", most over", title_of(baseline),
                                       shares.back(), percent});
        }
        least += std::ranges::min(shares) == shares.front();
    }
    result.verdict = verdict_of(least, 2);
    return result;
}

}  // namespace lightsweep::analysis::swot_reductions
