// Claims 16 to 20, 27 and 28: limits and growth of the schedulers, algorithms beside each
// other.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/claims/swot/swot_points.hpp"
#include "analysis/read/figure_panel.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::swot_algorithms {

using namespace swot_points;

namespace {

/// True if One-shot runs on `last` nodes with four planes and not on `next`.
bool ends_between(const FigureData& data, const char* collective, double last, double next,
                  Judgement& result) {
    bool ends = true;
    for (const double nodes : {last, next}) {
        const Point point{collective, nodes, 4, 32 * mb};
        value_at(data, point, "strawman");  // the point is in the sweep
        const auto time = found_at(data, point, "one-shot");
        ends = ends && time.has_value() == (nodes == last);
        result.add(collective, plain(nodes) + " nodes", time.value_or(NAN), seconds);
    }
    return ends;
}

/// A panel of figure 7 by its sizes.
struct Growth {
    double off_a_line;  ///< of One-shot's times, relative
    double last;        ///< SWOT's growth at the last doubling over One-shot's
    double largest;     ///< at any doubling
};

Growth growth_of(const FigureData& data, Point point) {
    const auto sizes = sizes_of_figure_7();
    std::vector<double> fixed, own;
    for (const double size : sizes) {
        point.message = size;
        fixed.push_back(value_at(data, point, "one-shot"));
        own.push_back(value_at(data, point, "swot"));
    }
    const double slope = (fixed.back() - fixed.front()) / (sizes.back() - sizes.front());
    Growth growth{0, 0, 0};
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        const double line = fixed.front() + slope * (sizes[i] - sizes.front());
        growth.off_a_line = std::max(growth.off_a_line, std::abs(fixed[i] / line - 1));
        growth.last = (own[i] - own[i - 1]) / (fixed[i] - fixed[i - 1]);
        growth.largest = std::max(growth.largest, growth.last);
    }
    return growth;
}

/// Differences within round-off are none.
double without_round_off(double value) {
    return std::abs(value) < proof_slack ? 0 : value;
}

/// One line of gains, best baseline / SWOT - 1, and the gain.
double add_gain(const FigureData& data, const Point& point, const std::string& place,
                Judgement& result) {
    const double other = best_baseline(data, point);
    const auto own = swot_at(data, point);
    const double gain = without_round_off(other / own.value - 1);
    result.add(place, "best baseline", other, seconds);
    result.add(place, "SWOT", own.value, seconds);
    result.add(place, "gain", gain, percent);
    result.add(place, "at most", without_round_off(other / own.bound - 1), percent);
    return gain;
}

/// The best of several algorithms on either side, as the paper takes the best of every schedule.
struct BestOfBreed {
    double other = INFINITY, own = INFINITY;
    double gain() const { return without_round_off(other / own - 1); }
};
BestOfBreed best_of_breed(const FigureData& data, Point point,
                          std::initializer_list<const char*> collectives) {
    BestOfBreed best;
    for (const char* collective : collectives) {
        point.collective = collective;
        best.other = std::min(best.other, best_baseline(data, point));
        best.own = std::min(best.own, swot_at(data, point).value);
    }
    return best;
}

/// Adds its lines, and returns it.
BestOfBreed add_best_of_breed(const FigureData& data, const Point& point,
                              std::initializer_list<const char*> collectives, Judgement& result) {
    const auto best = best_of_breed(data, point, collectives);
    const std::string place = "the fastest of all, " + bytes(point.message);
    result.add(place, "best baseline", best.other, seconds);
    result.add(place, "SWOT", best.own, seconds);
    result.add(place, "gain", best.gain(), percent);
    result.add(place, "reduction", reduction(best.own, best.other), percent);
    return best;
}

/// A column of the study of trees on 256 nodes with 512 MB.
double tree_at(const FigureData& data, const char* column) {
    for (const auto& path : studies_of(data.file, "double-binary-tree"))
        for (const auto& cell : study_cells(data.file, path, column))
            if (cell.number("nodes") == 256 && cell.number("planes") == 8 &&
                same(cell.number("message"), 512 * mb) && std::isfinite(cell.value))
                return cell.value;
    throw NotInFile{};
}

}  // namespace

Judgement one_shot_runs_out_of_planes(const FigureData& data) {
    Judgement result;
    const bool reduces = ends_between(data, reduce, 16, 32, result),
               exchanges = ends_between(data, pairwise, 5, 6, result);
    result.verdict = verdict_if(reduces && exchanges);
    return result;
}

Judgement one_shot_is_linear(const FigureData& data) {
    const Point panels[] = {{scatter, 16, 4, 0}, {scatter, 256, 8, 0}, {reduce, 16, 4, 0},
                            {reduce, 256, 8, 0}, {bruck, 16, 4, 0},    {bruck, 256, 8, 0},
                            {pairwise, 5, 4, 0}, {pairwise, 9, 8, 0}};
    Judgement result{Verdict::reproduced};
    for (const auto& point : panels) {
        const auto growth = growth_of(data, point);
        const std::string place =
            point.collective.substr(0, point.collective.rfind('-')) + ", " + describe(point);
        result.add(place, "largest growth", growth.largest, factor);
        result.add(place, "last growth", growth.last, factor);
        const bool holds = growth.off_a_line <= 1e-9 && growth.largest <= 1 + 10 * proof_slack &&
                           growth.last < 1.0 / 3;
        if (!holds) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

Judgement gain_at_16_mb(const FigureData& data) {
    constexpr double paper = .9319, half_a_digit = .00005;
    Judgement result;
    const double large =
                     add_gain(data, {bruck, 256, 8, 16 * mb}, "Bruck, 256 nodes, 8 planes", result),
                 small = add_gain(data, {bruck, 8, 8, 16 * mb}, "Bruck, 8 nodes, 8 planes", result);
    add_gain(data, {pairwise, 9, 8, 16 * mb}, "pairwise, 9 nodes, 8 planes", result);
    double most = -INFINITY;
    Judgement at_the_most;
    for (const double size : sizes_of_figure_7()) {
        Judgement line;
        const Point point{bruck, 256, 8, size};
        const double gain = add_gain(data, point, "Bruck, " + describe(point), line);
        if (gain > most) at_the_most = line;
        most = std::max(most, gain);
    }
    std::ranges::move(at_the_most.findings, std::back_inserter(result.findings));
    result.verdict =
        verdict_if(std::max(large, small) >= paper - half_a_digit, most >= paper - half_a_digit);
    return result;
}

Judgement gain_of_small_all_reduces(const FigureData& data) {
    constexpr double least = .0706, most = .0971, digit = .0001;
    Judgement result{Verdict::reproduced};
    for (const double size : {.25 * mb, .5 * mb}) {
        add_gain(data, {reduce, 256, 8, size}, "halving/doubling, " + bytes(size), result);
        add_gain(data, {recursive, 256, 8, size}, "recursive doubling, " + bytes(size), result);
        add_gain(data, {trees, 256, 8, size}, "double binary tree, " + bytes(size), result);
        const auto best =
            add_best_of_breed(data, {"", 256, 8, size}, {reduce, recursive, trees}, result);
        const double saved = reduction(best.own, best.other);
        const auto verdict = nearness(saved, std::clamp(saved, least, most), digit);
        if (better(result.verdict, verdict)) result.verdict = verdict;
    }
    return result;
}

Judgement trees_at_large_sizes(const FigureData& data) {
    constexpr double competes = .1;
    // Times there by the release's formula, and the least of all all-reduces [s].
    const double released = tree_at(data, "released_time"),
                 least = tree_at(data, "bandwidth_bound");
    Judgement result;
    std::size_t hold = 0, count = 0;
    for (const double size : sizes_of_figure_7()) {
        if (size < mb) continue;
        ++count;
        const double fixed = value_at(data, Point{trees, 256, 8, size}, "one-shot");
        const auto best = best_of_breed(data, {"", 256, 8, size}, {reduce, recursive, trees});
        hold += fixed <= best.other * (1 + proof_slack) && fixed / best.own - 1 <= competes;
        const std::string place = "256 nodes, 8 planes, " + bytes(size);
        const bool is_last = same(size, 512 * mb);
        result.add(place, "trees", fixed, seconds, if_given(is_last ? 14.0455 * ms : 0, .001 * ms));
        result.add(place, "baseline", best.other, seconds);
        result.add(place, "SWOT", best.own, seconds, if_given(is_last ? 12.67 * ms : 0, .01 * ms));
        result.add(place, "gain", fixed / best.own - 1, percent);
    }
    const std::string place = "formulas, 512 MB";
    result.add(place, "released", released, seconds, rounded(3.32 * ms, .01 * ms));
    result.add(place, "least", least, seconds, rounded(10.2 * ms, .01 * ms));
    result.verdict = hold == count       ? Verdict::reproduced
                     : hold + 1 == count ? Verdict::close
                                         : Verdict::not_reproduced;
    return result;
}

Judgement gap_at_512_mb(const FigureData& data) {
    Judgement result;
    double gain[2];
    const double sizes[] = {16 * mb, 512 * mb};
    for (std::size_t i = 0; i < 2; ++i) {
        const Point one{bruck, 256, 8, sizes[i]}, two{pairwise, 256, 8, sizes[i]};
        add_gain(data, one, "Bruck, " + bytes(sizes[i]), result);
        add_gain(data, two, "pairwise, " + bytes(sizes[i]), result);
        gain[i] = add_best_of_breed(data, {"", 256, 8, sizes[i]}, {bruck, pairwise}, result).gain();
    }
    const bool is_dominant = value_at(data, Point{pairwise, 256, 8, 512 * mb}, "swot") <
                             value_at(data, Point{bruck, 256, 8, 512 * mb}, "swot");
    result.verdict = verdict_of(is_dominant + (gain[1] < gain[0]), 2);
    return result;
}

Judgement identical_volumes(const FigureData& data) {
    Judgement result;
    for (const char* collective : {pairwise, reduce}) {
        const Point small{collective, 256, 8, 128 * mb}, large{collective, 256, 8, 512 * mb};
        const double more = value_at(data, large, "ideal") - value_at(data, small, "ideal");
        result.add("256 nodes, bytes sent per byte", collective,
                   more * node_bandwidth / (large.message - small.message), plain);
    }
    const auto& volumes = result.findings;
    result.verdict = verdict_if(std::abs(volumes[0].value / volumes[1].value - 1) <= .01);
    return result;
}

}  // namespace lightsweep::analysis::swot_algorithms
