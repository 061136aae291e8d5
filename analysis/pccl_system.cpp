// Claims 11 to 14 and 18: circuits, and the time that it takes to find plans and routes.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "analysis/pccl_claims.hpp"
#include "analysis/pccl_points.hpp"
#include "analysis/quantity_text.hpp"
#include "analysis/study_cells.hpp"

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
    return std::max_element(draws.begin(), draws.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
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
        result.findings.push_back({place, item, value, count, {}, ""});
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
    return readable(circuits, "1") + " circuits";
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
    result.findings.push_back(
        {"above a bound, at most", "most", largest_gap(data), count, rounded(0, 1), ""});
    result.verdict = as_most == 2 ? Verdict::reproduced
                     : drawn == 2 ? Verdict::depends_on_reading
                                  : Verdict::not_reproduced;
    return result;
}

Judgement fibres_within_10_s(const FigureData& data) {
    const auto spreads = by_circuits(cells_of(data, "fibres", "running_time"),
                                     [](const StudyCell&) { return true; });
    if (!spreads.contains(100) || !spreads.contains(512)) return {};
    Judgement result;
    result.verdict = Verdict::reproduced;
    for (const auto& [circuits, spread] : spreads) {
        result.findings.push_back(
            {"longest of all draws", circuits_text(circuits), spread.largest, seconds, {}, ""});
        if (spread.largest >= 10) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

Judgement plans_within_1_s(const FigureData& data) {
    const bool planned =
        std::any_of(data.panels.begin(), data.panels.end(),
                    [](const FigurePanel& one) { return one.has("pccl") && one.nodes >= 128; });
    const auto sum = [&](const char* column) {
        const auto values = data.file.read_f64("timing", column);
        return std::accumulate(values.begin(), values.end(), 0.0);
    };
    if (!planned || !(sum("tasks") > 0)) return {};
    const double tasks = sum("tasks"), mean = sum("computing_time") / tasks;
    Judgement result;
    result.findings = {
        {readable(tasks, "1") + " tasks of this sweep", "mean", mean, seconds, {}, ""}};
    result.verdict = mean < 1 ? Verdict::reproduced : Verdict::not_reproduced;
    return result;
}

Judgement routes_within_2500_ms(const FigureData& data) {
    const auto times = by_circuits(cells_of(data, "routing", "running_time"), on_the_whole_mesh);
    const auto failed =
        by_circuits(cells_of(data, "routing", "circuits_failed"), on_the_whole_mesh);
    if (times.empty()) return {};
    Judgement result;
    result.verdict = Verdict::reproduced;
    for (const auto& [circuits, spread] : times) {
        const std::string item = circuits_text(circuits);
        result.findings.push_back({"256 x 256, mean", item, spread.mean(), seconds, {}, ""});
        if (failed.contains(circuits))
            result.findings.push_back(
                {"without a route, mean", item, failed.at(circuits).mean(), count, {}, ""});
        if (spread.mean() >= 2.5) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

Judgement light_over_100_m(const FigureData& data) {
    constexpr double light = 299792458, glass = 1.468;  // [m/s]; index of fibres at 1550 nm
    constexpr double paper = .3;                        // [us]
    const auto found = std::find_if(
        data.panels.begin(), data.panels.end(),
        [](const FigurePanel& one) { return one.has("pccl") && one.per_hop_latency > 0; });
    if (found == data.panels.end()) return {};
    Judgement result;
    int agreeing = 0;
    for (const double index : {1.0, glass}) {
        const double time = 100 * index / light;
        const char* item = index == 1 ? "vacuum" : "glass";
        agreeing += nearness(time / us, paper, .1) == Verdict::reproduced;
        result.findings.push_back({"light over 100 m", item, time, seconds, {}, ""});
        result.findings.push_back({"of a link's latency in the model",
                                   item,
                                   time / found->per_hop_latency,
                                   percent,
                                   {},
                                   ""});
    }
    result.verdict = agreeing == 2   ? Verdict::reproduced
                     : agreeing == 1 ? Verdict::depends_on_reading
                                     : Verdict::not_reproduced;
    return result;
}

std::vector<Claim> claims() {
    constexpr auto yes = Verdict::reproduced;
    constexpr auto depends = Verdict::depends_on_reading;
    constexpr const char* training =
        "study = \"training\" of static and pccl on 128 GPUs, all reduce-scatters on the five "
        "topologies, overlap = false, at the delays and speeds of sweeps/pccl/claims.toml";
    return {
        {11, "100 and 512 random circuits between 8 x 8 servers need 7 and 31 fibres",
         "reproduced if these are the most frequent numbers of all draws; depends on the draw if "
         "both occur. Both directions share a fibre. Where the bound is met, every number is the "
         "least there is. The reference's histograms, of other draws, rest on routes without a "
         "bound, and some of those draws need one fibre less: only their modes are compared",
         "study = \"fibres\", servers = [8, 8], circuits = [100, 512], many seeds", depends,
         fibres_of_random_circuits},
        {12, "Fibres are found within 10 s (Algorithm 4)",
         "no draw takes 10 s of processor time; the time belongs to the machine, and to routes "
         "with a bound in the place of the printed program, which an independent computation "
         "solved in 8.5 and 12.7 s",
         "study = \"fibres\" with running_times = true, circuits = [100, 512]", yes,
         fibres_within_10_s},
        {13, "Plans are found within 1 s (Algorithms 1 and 2)",
         "the tasks of the whole sweep, its studies among them, take less than 1 s of computing "
         "on average; the time belongs to the machine",
         "pccl on 128 GPUs", yes, plans_within_1_s},
        {14, "Routes on a mesh of 256 x 256 are found within 2.5 s (Algorithm 3, figure 19a)",
         "mean processor time of all circuits of a draw, for every number of circuits; the time "
         "belongs to the machine. Circuits for which none was found: shown",
         "study = \"routing\" with running_times = true, mesh = 256", yes, routes_within_2500_ms},
        {15, "Training is 1.3x faster in all, on grids 1.2x faster than with Swing (figure 12)",
         "iterations with the best fixed algorithm over PCCL's at 5 us, without overlap: 1.3 on "
         "the ring and 1.2 on the 2D grid within 10 %, at all speeds of a device; depends on the "
         "reading if at some, since the paper's devices are not known",
         training, depends, training_gains},
        {16, "At 500 us PCCL reconfigures less, and so adapts (figures 13 to 16)",
         "the reconfigurations of 1 GB on the ring never rise with the delay, and fall; depends "
         "on the reading if they do but iterations at 500 us are slower than with the best fixed "
         "algorithm on some topology. Counts are the reference's",
         training, depends, adapts_to_500_us},
        {18, "Light takes 0.3 us for 100 m, which may be ignored",
         "rounds to it in vacuum and in glass of index 1.468; depends on the reading if in one of "
         "them. The model ignores it: its share of a link's latency is shown",
         "pccl at a latency per hop", depends, light_over_100_m},
    };
}

}  // namespace lightsweep::analysis::pccl_system
