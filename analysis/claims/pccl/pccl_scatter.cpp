// Claims 1 to 5, 17 and 19 to 24: reduce-scatters on 128 GPUs.
#include <algorithm>
#include <cmath>

#include "analysis/claims/pccl/pccl_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::pccl_scatter {

using namespace pccl_points;

namespace {

constexpr double match = 1.05;  ///< "matches": at most this much slower
constexpr double slack = 1 + 1e-9;

/// Reconfigurations of PCCL on the five topologies at a point; false if one is not in the file.
/// References of less than 0 are none.
bool add_counts(const FigureData& data, Point point, const std::string& place,
                const double (&references)[5], Judgement& result) {
    for (std::size_t i = 0; i < 5; ++i) {
        point.topology = topologies[i].name;
        const auto found = value_at(data, point, "pccl", "n_reconfigurations");
        if (!found) return false;
        result.findings.push_back(
            {place, topologies[i].title, *found, plain,
             references[i] < 0 ? std::nullopt : std::optional(rounded(references[i], 1))});
    }
    return true;
}

/// How many of the five counts last added are that number.
std::size_t how_many_are(const Judgement& result, double number) {
    return static_cast<std::size_t>(
        std::count_if(result.findings.end() - 5, result.findings.end(),
                      [&](const Finding& one) { return one.value == number; }));
}

/// A line of times of PCCL and one of the best fixed algorithms.
struct Comparison {
    double own[5], best[5];  ///< references [s], 0: none
    double unit;
};

/// Adds both lines and the quotients; returns whether PCCL is nowhere slower than `match` allows
/// and on grids the fastest, nothing if a point is not in the file.
std::optional<bool> compare(const FigureData& data, Point point, const Comparison& references,
                            const double (&ratios)[5], Judgement& result) {
    bool matches = true;
    for (std::size_t i = 0; i < 5; ++i) {
        point.topology = topologies[i].name;
        const auto best = best_fixed(data, point);
        const auto own = value_at(data, point, "pccl");
        if (!best || !own) return std::nullopt;
        const double ratio = best->seconds / *own;
        matches = matches && ratio >= (topologies[i].is_grid ? 1 : 1 / match);
        const char* item = topologies[i].title;
        result.findings.push_back({"best fixed", item, best->seconds, seconds,
                                   if_given(references.best[i], references.unit), best->algorithm});
        result.findings.push_back(
            {"PCCL", item, *own, seconds, if_given(references.own[i], references.unit)});
        result.findings.push_back(
            {"best fixed over PCCL", item, ratio, factor, if_given(ratios[i], .01)});
    }
    return matches;
}

Judgement judge_comparison(const FigureData& data, const Point& point, const Comparison& references,
                           const double (&ratios)[5]) {
    Judgement result;
    const auto matches = compare(data, point, references, ratios, result);
    if (!matches) return {};
    result.verdict = verdict_if(*matches);
    return result;
}

constexpr double buffers[] = {mb, 4 * mb, 16 * mb, 64 * mb, 256 * mb, gb};

/// Whether the best fixed algorithm takes at least `least` times as long as PCCL on all topologies
/// and at all buffers, at 5 us; the smallest quotients are findings. Nothing without data.
std::optional<bool> leads(const FigureData& data, double nodes, double least, Judgement& result) {
    bool all = true;
    for (const auto& topology : topologies) {
        double smallest = HUGE_VAL, at = 0;
        for (const double buffer : buffers) {
            const auto ratio = over_pccl(data, {topology.name, buffer, 5 * us, rhd, nodes});
            if (!ratio) return std::nullopt;
            if (*ratio < smallest) at = buffer;
            smallest = std::min(smallest, *ratio);
        }
        all = all && smallest >= least;
        result.findings.push_back({plain(nodes) + " GPUs, least of best fixed over PCCL",
                                   topology.title, smallest, factor, std::nullopt,
                                   readable(at, "kB")});
    }
    return all;
}

/// Shares of a fixed algorithm's time; nothing if the file lacks a part.
struct Shares {
    double time, latency, congestion;
};
std::optional<Shares> shares_of(const FigureData& data, const Point& point) {
    const auto time = value_at(data, point, "static"),
               latency = value_at(data, point, "static", "propagation_time"),
               congestion = value_at(data, point, "static", "congestion_time");
    if (!time || !latency || !congestion) return std::nullopt;
    return Shares{*time, *latency / *time, *congestion / *time};
}

/// All-reduce as one collective, and as two reduce-scatters.
struct Halves {
    double message, delay;
    double reference, unit;  ///< of the whole [s]
    double changes;          ///< its reconfigurations, by the reference
};

}  // namespace

Judgement every_round_at_5_us(const FigureData& data) {
    Judgement result;
    Point point{"ring", 256 * mb, 5 * us};
    if (!add_counts(data, point, "256 MB, 5 us", {7, 7, 7, 7, 7}, result)) return {};
    const bool all = how_many_are(result, 7) == 5;
    for (const auto& topology : topologies) {
        point.topology = topology.name;
        const auto time = value_at(data, point, "pccl");
        if (!time) return {};
        result.findings.push_back(
            {"time", topology.title, *time, seconds, rounded(620.44 * us, .01 * us)});
    }
    point.collective = near_rhd;
    Judgement other;
    if (add_counts(data, point, "near partners first", {6, -1, -1, -1, -1}, other))
        result.findings.insert(result.findings.end(), other.findings.begin(), other.findings.end());
    result.verdict = verdict_if(all);
    return result;
}

Judgement four_at_1_ms(const FigureData& data) {
    Judgement result;
    Point point{"ring", gb, ms};
    if (!add_counts(data, point, "1 GB, 1 ms", {4, 2, 0, 2, 0}, result)) return {};
    const auto fours = how_many_are(result, 4);
    point.message = gib;
    add_counts(data, point, "1 GiB, 1 ms", {5, -1, -1, -1, -1}, result);
    point = {"ring", gb, ms};
    point.stay_away = 1;
    add_counts(data, point, "1 GB, 1 ms, no way back", {7, -1, -1, -1, -1}, result);
    result.verdict = verdict_of(fours, 5);
    return result;
}

Judgement matches_the_best_at_5_us(const FigureData& data) {
    return judge_comparison(data, {"ring", 256 * mb, 5 * us},
                            {{620.4 * us, 620.4 * us, 620.4 * us, 620.4 * us, 620.4 * us},
                             {945.4 * us, 630.4 * us, 595.9 * us, 905.7 * us, 698.6 * us},
                             .1 * us},
                            {1.52, 1.02, .96, 1.46, 1.13});
}

Judgement matches_the_best_at_1_ms(const FigureData& data) {
    return judge_comparison(data, {"ring", gb, ms},
                            {{7474 * us, 6033 * us, 3876 * us, 6033 * us, 3876 * us},
                             {2586 * us, 2271 * us, 2244 * us, 3027 * us, 2406 * us},
                             us},
                            {0, 0, 0, 0, 0});
}

Judgement most_over_all_reduces(const FigureData& data) {
    constexpr double paper = 2.5, largest_buffer = 64 * mb;
    constexpr double messages[] = {mb, 16 * mb, 64 * mb, 256 * mb, gb};
    constexpr double references[] = {4.60, 3.52, 2.53, 1.52, 1.14};
    Judgement result;
    double most = 0, at_largest = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        const auto ratio = over_pccl(data, {"ring", messages[i], 5 * us});
        if (!ratio) return {};
        most = std::max(most, *ratio);
        if (messages[i] == largest_buffer) at_largest = *ratio;
        result.findings.push_back({"ring, best fixed over PCCL", readable(messages[i], "kB"),
                                   *ratio, factor, rounded(references[i], .01)});
    }
    if (const auto grid = over_pccl(data, {"grid2d", 16 * mb, 5 * us}))
        result.findings.push_back({"2D grid", "16 MB", *grid, factor, rounded(2.04, .01)});
    result.verdict = chosen(most, at_largest, paper);
    return result;
}

Judgement twice_a_reduce_scatter(const FigureData& data) {
    constexpr Halves all[] = {{256 * mb, 5 * us, 1235.89 * us, .01 * us, 13},
                              {gb, ms, 13.948 * ms, .001 * ms, 7}};
    Judgement result{Verdict::reproduced};
    for (const auto& one : all) {
        Point point{"ring", one.message, one.delay};
        const auto half = value_at(data, point, "pccl");
        point.collective = "allreduce/halving-doubling-far";
        const auto whole = value_at(data, point, "pccl"),
                   changes = value_at(data, point, "pccl", "n_reconfigurations");
        if (!half || !whole || !changes) return {};
        const std::string place = describe(point);
        result.findings.push_back(
            {place, "all-reduce", *whole, seconds, rounded(one.reference, one.unit)});
        result.findings.push_back({place, "twice", 2 * *half, seconds});
        result.findings.push_back(
            {place + ", changes", "all-reduce", *changes, plain, rounded(one.changes, 1)});
        const bool bounded = *whole <= 2 * *half * slack;
        const auto verdict =
            bounded ? nearness(*whole / (2 * *half), 1, 0) : Verdict::not_reproduced;
        if (better(result.verdict, verdict)) result.verdict = verdict;
    }
    return result;
}

Judgement reconfigurations_against_latencies(const FigureData& data) {
    Point point{"ring", 256 * mb, 5 * us};
    const auto delays = value_at(data, point, "pccl", "reconfiguration_time");
    point.collective = "reduce-scatter/ring";
    const auto latencies = value_at(data, point, "static", "propagation_time");
    if (!delays || !latencies) return {};
    const std::string place = "128 GPUs, " + describe(point);
    return {verdict_if(*delays < *latencies),
            {{place, "delays of PCCL", *delays, seconds, rounded(35 * us, us)},
             {place, "latencies of Ring", *latencies, seconds, rounded(381 * us, us)}}};
}

Judgement matches_at_all_buffers(const FigureData& data) {
    Judgement result;
    if (const auto matches = leads(data, 128, 1 / match, result))
        result.verdict = verdict_if(*matches);
    return result;
}

Judgement beats_all_on_fewer(const FigureData& data) {
    Judgement result;
    const auto on_64 = leads(data, 64, slack, result), on_32 = leads(data, 32, slack, result);
    if (on_64 && on_32) result.verdict = verdict_if(*on_64 && *on_32);
    return result;
}

Judgement break_even_delays(const FigureData& data) {
    constexpr double slowest = 10 * ms;
    Judgement result;
    std::size_t practical = 0;
    for (const auto& topology : topologies) {
        double pays = 0;
        const auto best = best_fixed(data, {topology.name, 256 * mb, 5 * us});
        for (int i = 0; i <= 100; ++i) {
            const double delay = us * std::pow(10, i / 20.0);
            const auto own = value_at(data, {topology.name, 256 * mb, delay}, "pccl");
            if (!best || !own) return {};
            if (*own <= best->seconds * slack) pays = delay;
        }
        practical += pays >= slowest;
        result.findings.push_back({"256 MB, pays up to", topology.title, pays, seconds});
    }
    result.verdict = verdict_of(practical, std::size(topologies));
    return result;
}

Judgement dilation_then_congestion(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    for (const auto& topology : topologies) {
        double latency[2] = {}, congestion[2] = {};
        for (const auto& collective : fixed_algorithms(rhd)) {
            const auto small = shares_of(data, {topology.name, 256 * mb, 5 * us, collective}),
                       large = shares_of(data, {topology.name, gb, 5 * us, collective});
            if (!small || !large) return {};
            latency[0] = std::max(latency[0], small->latency);
            latency[1] = std::max(latency[1], large->latency);
            congestion[0] = std::max(congestion[0], small->congestion);
            congestion[1] = std::max(congestion[1], large->congestion);
            if (large->latency >= small->latency || large->congestion < small->congestion)
                result.verdict = Verdict::not_reproduced;
        }
        for (const int i : {0, 1}) {
            const std::string place = i == 0 ? "256 MB, largest share" : "1 GB, largest share";
            result.findings.push_back(
                {place + " of latencies", topology.title, latency[i], percent});
            result.findings.push_back(
                {place + " of congestion", topology.title, congestion[i], percent});
        }
    }
    return result;
}

Judgement bucket_on_its_torus(const FigureData& data) {
    const char* bucket = "reduce-scatter/bucket-3d";
    constexpr double per_link = 3 * us, rounds = 3 + 3 + 7;  // 4 x 4 x 8
    const auto own = shares_of(data, {"torus3d", 256 * mb, 5 * us, bucket});
    if (!own) return {};
    const double links = own->latency * own->time / (rounds * per_link);
    Judgement result{verdict_if(own->congestion == 0 && same(links, 1)),
                     {{"3D bucket, congestion", "3D torus", own->congestion, percent},
                      {"3D bucket, links per round", "3D torus", links, plain}}};
    for (const auto& topology : topologies) {
        const auto other = shares_of(data, {topology.name, 256 * mb, 5 * us, bucket});
        if (!other) return {};
        result.findings.push_back(
            {"time over that there", topology.title, other->time / own->time, factor});
        const bool is_slower =
            std::string(topology.name) == "torus3d" || other->time >= 1.1 * own->time;
        if (!is_slower) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

}  // namespace lightsweep::analysis::pccl_scatter
