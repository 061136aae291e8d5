// Claims 15 and 16: training iterations with PCCL's reduce-scatters and with fixed ones.
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/claims/pccl/pccl_points.hpp"
#include "analysis/read/figure_panel.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::pccl_system {

using namespace pccl_points;

namespace {

constexpr double tera = 1e12;

/// Iteration times of one scheduler in every study of training.
std::vector<StudyCell> iterations(const FigureData& data, const std::string& scheduler) {
    std::vector<StudyCell> all;
    for (const auto& path : studies_of(data.file, "training")) {
        if (!path.ends_with("/" + scheduler)) continue;
        const auto more = study_cells(data.file, path, "iteration_time");
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

/// What an iteration is asked at, on 128 replicas.
struct Setting {
    std::string topology;
    double flops, delay;
    double overlap = 0;

    bool holds(const StudyCell& cell) const {
        const double there = cell.number("reconfiguration_delay");
        return cell.number("nodes") == 128 && cell.name("topology") == topology &&
               cell.number("overlap") == overlap && same(cell.number("device_flops"), flops) &&
               (std::isnan(there) || same(there, delay)) && std::isfinite(cell.value);
    }
};

/// The two schedulers' iterations, read once.
class Training {
  public:
    explicit Training(const FigureData& data)
        : fixed_(iterations(data, "static")), own_(iterations(data, "pccl")) {}

    /// Iteration with the best fixed algorithm over the one with PCCL on RHD.
    double gain(const Setting& at) const {
        double best = std::numeric_limits<double>::infinity();
        for (const auto& collective : fixed_algorithms(rhd))
            best = std::min(best, find(fixed_, at, collective));
        return best / find(own_, at, rhd);
    }
    /// Speeds of a device in the file, ascending.
    std::vector<double> speeds() const {
        std::vector<double> all;
        for (const auto& cell : own_) all.push_back(cell.number("device_flops"));
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

  private:
    static double find(const std::vector<StudyCell>& cells, const Setting& at,
                       const std::string& collective) {
        for (const auto& cell : cells)
            if (at.holds(cell) && cell.name("collective") == collective) return cell.value;
        throw NotInFile{};
    }

    std::vector<StudyCell> fixed_, own_;
};

/// Gains on the five topologies at 5 us by the reference, to two decimals; 0: none.
struct KnownSpeedups {
    double flops;
    double gains[5];
};
constexpr KnownSpeedups known_speedups[] = {{40 * tera, {1.33, .99, 0, 1.16, 1.02}},
                                            {60 * tera, {1.45, .99, .95, 1.23, 1.03}}};

std::string speed_text(double flops) {
    return readable(flops / tera, "1") + " TFLOP/s";
}

double reference_of(double flops, std::size_t topology) {
    for (const auto& one : known_speedups)
        if (one.flops == flops) return one.gains[topology];
    return 0;
}

/// Adds a line of gains; returns whether they are the paper's.
bool add_speed(const Training& training, double flops, Judgement& result) {
    bool is_paper = true;
    for (std::size_t i = 0; i < 5; ++i) {
        const std::string name = topologies[i].name;
        const double gain = training.gain({name, flops, 5 * us}), paper = name == "ring"     ? 1.3
                                                                          : name == "grid2d" ? 1.2
                                                                                             : 0;
        if (paper > 0) is_paper = is_paper && nearness(gain, paper, 0) != Verdict::not_reproduced;
        result.add(speed_text(flops), topologies[i].title, gain, factor,
                   if_given(reference_of(flops, i), .01));
    }
    return is_paper;
}

}  // namespace

Judgement training_gains(const FigureData& data) {
    const Training training(data);
    const auto speeds = training.speeds();
    if (speeds.empty()) return {};
    Judgement result;
    std::size_t at = 0;
    for (const double flops : speeds) at += add_speed(training, flops, result);
    for (const double flops : speeds)
        for (const auto& topology : topologies)
            result.add(speed_text(flops) + ", overlap", topology.title,
                       training.gain({topology.name, flops, 5 * us, 1}), factor);
    result.verdict = verdict_of(at, speeds.size());
    return result;
}

Judgement adapts_to_500_us(const FigureData& data) {
    constexpr double delays[] = {5 * us, 10 * us, 25 * us, 50 * us, 500 * us, ms};
    constexpr double references[] = {7, 7, 7, 6, 5, 4};
    Judgement result;
    bool falls = true, pays = true;
    for (std::size_t i = 0; i < 6; ++i) {
        const double found =
            value_at(data, Point{"ring", gb, delays[i]}, "pccl", "n_reconfigurations");
        falls = falls && (i == 0 || found <= result.findings.back().value);
        result.add("1 GB on the ring, reconfigurations", readable(delays[i], "s"), found, plain,
                   rounded(references[i], 1));
    }
    falls = falls && result.findings.back().value < result.findings.front().value;
    const Training training(data);
    const auto speeds = training.speeds();
    if (speeds.empty()) return {};
    const double fastest = speeds.back();
    for (const auto& topology : topologies) {
        const double gain = training.gain({topology.name, fastest, 500 * us});
        pays = pays && gain >= 1;
        const bool given = std::string(topology.name) == "ring" && fastest == 150 * tera;
        result.add(std::string(topology.title) + ", iteration over best fixed", "500 us", 1 / gain,
                   factor, if_given(given ? 3.5 : 0, .1));
    }
    result.verdict = verdict_if(falls && pays, falls);
    return result;
}

}  // namespace lightsweep::analysis::pccl_system
