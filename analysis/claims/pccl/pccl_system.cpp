// Claims 11 to 14 and 18: circuits, and the time that it takes to find plans and routes.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "analysis/claims/pccl/pccl_points.hpp"
#include "analysis/read/figure_panel.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::pccl_system {

using namespace pccl_points;

namespace {

/// Cells of a column of every study of that kind, or of its running times.
std::vector<StudyCell> cells_of(const FigureData& data, const char* kind, const char* column) {
    std::vector<StudyCell> all;
    for (auto path : studies_of(data.file, kind)) {
        if (std::string(column) == "running_time") path.replace(0, 7, "timing");
        const auto more = study_cells(data.file, path, column);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

/// Draws per number of fibres for that many circuits on 8 x 8 servers at one wavelength;
/// empty if one is missing.
std::map<double, int> histogram(const FigureData& data, double circuits) {
    std::map<double, int> draws;
    for (const auto& cell : cells_of(data, "fibres", "fibres")) {
        const double wavelengths = cell.number("wavelengths");
        const bool one = std::isnan(wavelengths) || wavelengths == 1;
        if (!one || cell.name("servers") != "8x8" || cell.number("circuits") != circuits) continue;
        if (!(cell.value > 0)) return {};
        ++draws[cell.value];
    }
    return draws;
}

double mode_of(const std::map<double, int>& draws) {
    return std::ranges::max_element(
               draws, [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

/// The largest part of a number of fibres that no bound explains: 0 if all are the least there is.
double largest_gap(const FigureData& data) {
    const auto bounds = cells_of(data, "fibres", "lower_bound"),
               fibres = cells_of(data, "fibres", "fibres");
    double gap = 0;
    for (std::size_t i = 0; i < std::min(bounds.size(), fibres.size()); ++i)
        gap = std::max(gap, fibres[i].value - bounds[i].value);
    return gap;
}

int all_of(const std::map<double, int>& draws) {
    return std::accumulate(draws.begin(), draws.end(), 0,
                           [](int sum, const auto& one) { return sum + one.second; });
}

/// A line: what the draws need, and how many of them the paper's number.
void add_draws(const std::string& place, const std::map<double, int>& draws, double paper,
               double most_frequent, Judgement& result) {
    const auto number = [&](const char* item, double value) {
        result.add(place, item, value, plain);
    };
    number("least", draws.begin()->first);
    number("mode", mode_of(draws));
    result.findings.back().reference = rounded(most_frequent, 1);
    number("most", draws.rbegin()->first);
    number("as printed", draws.contains(paper) ? draws.at(paper) : 0);
    number("draws", all_of(draws));
}

/// Mean and largest value per number of circuits.
struct Spread {
    double sum = 0, largest = 0;
    int n = 0;

    void add(double value) {
        sum += value;
        largest = std::max(largest, value);
        ++n;
    }
    double mean() const { return sum / n; }
};
template <class Keep>
std::map<double, Spread> by_circuits(const std::vector<StudyCell>& cells, Keep keep) {
    std::map<double, Spread> spreads;
    for (const auto& cell : cells)
        if (keep(cell) && cell.value >= 0) spreads[cell.number("circuits")].add(cell.value);
    return spreads;
}

bool on_the_whole_mesh(const StudyCell& cell) {
    return cell.number("mesh") == 256;
}

std::string circuits_text(double circuits) {
    return plain(circuits) + " circuits";
}

}  // namespace

Judgement fibres_of_random_circuits(const FigureData& data) {
    constexpr double circuits[] = {100, 512}, paper[] = {7, 31}, most_frequent[] = {7, 34};
    Judgement result;
    int as_most = 0, drawn = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto draws = histogram(data, circuits[i]);
        if (draws.empty()) return {};
        as_most += mode_of(draws) == paper[i];
        drawn += draws.contains(paper[i]);
        add_draws(circuits_text(circuits[i]), draws, paper[i], most_frequent[i], result);
    }
    result.add("above a bound, at most", "most", largest_gap(data), plain, rounded(0, 1));
    result.verdict = verdict_if(as_most == 2, drawn == 2);
    return result;
}

Judgement fibres_within_10_s(const FigureData& data) {
    const auto spreads = by_circuits(cells_of(data, "fibres", "running_time"),
                                     [](const StudyCell&) { return true; });
    if (!spreads.contains(100) || !spreads.contains(512)) return {};
    // Not Algorithm 4: routes with a bound, found faster than by the printed program.
    Judgement result{Verdict::depends_on_reading};
    for (const auto& [circuits, spread] : spreads) {
        result.add("longest of all draws", circuits_text(circuits), spread.largest, seconds);
        if (spread.largest >= 10) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

Judgement plans_within_1_s(const FigureData& data) {
    const bool planned = std::ranges::any_of(
        data.panels, [](const FigurePanel& one) { return one.has("pccl") && one.nodes >= 128; });
    return planned ? judge_task_time(data, 1) : Judgement{};
}

Judgement routes_within_2500_ms(const FigureData& data) {
    const auto times = by_circuits(cells_of(data, "routing", "running_time"), on_the_whole_mesh);
    const auto failed =
        by_circuits(cells_of(data, "routing", "circuits_failed"), on_the_whole_mesh);
    if (times.empty()) return {};
    Judgement result{Verdict::reproduced};
    for (const auto& [circuits, spread] : times) {
        const std::string item = circuits_text(circuits);
        result.add("256 x 256, mean", item, spread.mean(), seconds);
        if (failed.contains(circuits))
            result.add("without a route, mean", item, failed.at(circuits).mean(), plain);
        if (spread.mean() >= 2.5) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

Judgement light_over_100_m(const FigureData& data) {
    constexpr double light = 299792458, glass = 1.468;  // [m/s]; index of fibres at 1550 nm
    constexpr double paper = .3;                        // [us]
    const auto found = std::ranges::find_if(data.panels, [](const FigurePanel& one) {
        return one.has("pccl") && one.per_hop_latency > 0;
    });
    if (found == data.panels.end()) return {};
    Judgement result;
    std::size_t agreeing = 0;
    for (const double index : {1.0, glass}) {
        const double time = 100 * index / light;
        const char* item = index == 1 ? "vacuum" : "glass";
        agreeing += nearness(time / us, paper, .1) == Verdict::reproduced;
        result.add("light over 100 m", item, time, seconds);
        result.add("of a link's latency in the model", item, time / found->per_hop_latency,
                   percent);
    }
    result.verdict = verdict_of(agreeing, 2);
    return result;
}

}  // namespace lightsweep::analysis::pccl_system
