// Claims 1 to 5, 17 and 19 to 24: reduce-scatters on 128 GPUs.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/claims/pccl/pccl_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::pccl_scatter {

using namespace pccl_points;

namespace {

constexpr double match = 1.05;  ///< "matches": at most this much slower
constexpr double slack = 1 + 1e-9;

/// A column of PCCL or of `scheduler`, or that over the column of `over`, another algorithm; by
/// what sharing links multiplies a fixed algorithm's transmission (`congestion`); or, without a
/// column, the best fixed algorithm's time over PCCL's.
std::optional<Measured> measure(const FigureData& data, const KeyedValues& row) {
    const auto word = [&](const char* key, const char* usual) {
        return row.names.contains(key) ? row.name(key) : usual;
    };
    const std::string column = word("column", ""), scheduler = word("scheduler", "pccl");
    Point point{row.name("topology"),
                row.number("message"),
                row.number("delay"),
                word("collective", rhd),
                128,
                "full",
                row.number("stay_away", 0)};
    const std::string title = std::ranges::find(topologies, point.topology, &Topology::name)->title;
    if (column.empty()) return Measured{describe(point), title, over_pccl(data, point), factor};
    if (column == "congestion")
        return Measured{describe(point), title, congestion_factor(data, point), factor};
    const auto value = found_at(data, point, scheduler, column);
    if (!value) return std::nullopt;
    Measured one{describe(point), title, *value, column.ends_with("_time") ? seconds : plain};
    if (const std::string over = word("over", ""); !over.empty()) {
        point.collective = over;
        one.value /= value_at(data, point, scheduler, column);
        one.print = factor;
    }
    return one;
}

constexpr double buffers[] = {mb, 4 * mb, 16 * mb, 64 * mb, 256 * mb, gb};

/// Whether the best fixed algorithm takes at least `least` times as long as PCCL on all topologies
/// and at all buffers, at 5 us; the smallest quotients are findings.
bool leads(const FigureData& data, double nodes, double least, Judgement& result) {
    bool all = true;
    for (const auto& topology : topologies) {
        double smallest = HUGE_VAL, at = 0;
        for (const double buffer : buffers) {
            const double ratio = over_pccl(data, {topology.name, buffer, 5 * us, rhd, nodes});
            if (ratio < smallest) at = buffer;
            smallest = std::min(smallest, ratio);
        }
        all = all && smallest >= least;
        result.add(plain(nodes) + " GPUs, least of best fixed over PCCL", topology.title, smallest,
                   factor, std::nullopt, readable(at, "kB"));
    }
    return all;
}

/// Shares of a fixed algorithm's time.
struct Shares {
    double time, latency, congestion;
};
Shares shares_of(const FigureData& data, const Point& point) {
    const double time = value_at(data, point, "static");
    return {time, value_at(data, point, "static", "propagation_time") / time,
            value_at(data, point, "static", "congestion_time") / time};
}

/// All-reduce as one collective, and as two reduce-scatters.
struct Halves {
    double message, delay;
    double reference, unit;  ///< of the whole [s]
    double changes;          ///< its reconfigurations, by the reference
};

}  // namespace

Judgement numbers(const FigureData& data, const Rows& rows) {
    return judge_rows(data, rows, measure);
}

Judgement some_numbers(const FigureData& data, const Rows& rows) {
    return judge_rows(data, rows, measure, true);
}

/// PCCL is nowhere slower than the best fixed algorithm, but for `match`, and on grids the fastest.
/// A row per topology: point, times of the reference and their last digit, quotient.
Judgement matches_the_best(const FigureData& data, const Rows& rows) {
    Judgement result{Verdict::reproduced};
    for (const auto& row : rows) {
        const auto& [name, title, is_grid] =
            *std::ranges::find(topologies, row.name("topology"), &Topology::name);
        const Point point{name, row.number("message"), row.number("delay")};
        const auto best = best_fixed(data, point);
        const double own = value_at(data, point, "pccl"), ratio = best.seconds / own,
                     unit = row.number("unit_us") * us;
        if (ratio < (is_grid ? 1 : 1 / match)) result.verdict = Verdict::not_reproduced;
        result.add("best fixed", title, best.seconds, seconds,
                   if_given(row.number("best_us") * us, unit), best.algorithm);
        result.add("PCCL", title, own, seconds, if_given(row.number("own_us") * us, unit));
        result.add("best fixed over PCCL", title, ratio, factor,
                   if_given(row.number("ratio", 0), .01));
    }
    return result;
}

Judgement twice_a_reduce_scatter(const FigureData& data) {
    constexpr Halves all[] = {{256 * mb, 5 * us, 1235.89 * us, .01 * us, 13},
                              {gb, ms, 13.948 * ms, .001 * ms, 7}};
    Judgement result{Verdict::reproduced};
    for (const auto& one : all) {
        Point point{"ring", one.message, one.delay};
        const double twice = 2 * value_at(data, point, "pccl");
        point.collective = "allreduce/halving-doubling-far";
        const double whole = value_at(data, point, "pccl");
        const std::string place = describe(point);
        result.add(place, "all-reduce", whole, seconds, rounded(one.reference, one.unit));
        result.add(place, "twice", twice, seconds);
        result.add(place + ", changes", "all-reduce",
                   value_at(data, point, "pccl", "n_reconfigurations"), plain,
                   rounded(one.changes, 1));
        const auto verdict =
            whole <= twice * slack ? nearness(whole / twice, 1, 0) : Verdict::not_reproduced;
        if (better(result.verdict, verdict)) result.verdict = verdict;
    }
    return result;
}

Judgement reconfigurations_against_latencies(const FigureData& data) {
    Point point{"ring", 256 * mb, 5 * us};
    const double delays = value_at(data, point, "pccl", "reconfiguration_time");
    point.collective = "reduce-scatter/ring";
    const double latencies = value_at(data, point, "static", "propagation_time");
    const std::string place = "128 GPUs, " + describe(point);
    return {verdict_if(delays < latencies),
            {{place, "delays of PCCL", delays, seconds, rounded(35 * us, us)},
             {place, "latencies of Ring", latencies, seconds, rounded(381 * us, us)}}};
}

Judgement matches_at_all_buffers(const FigureData& data) {
    Judgement result;
    result.verdict = verdict_if(leads(data, 128, 1 / match, result));
    return result;
}

Judgement beats_all_on_fewer(const FigureData& data) {
    Judgement result;
    const bool on_64 = leads(data, 64, slack, result), on_32 = leads(data, 32, slack, result);
    result.verdict = verdict_if(on_64 && on_32);
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
            if (value_at(data, Point{topology.name, 256 * mb, delay}, "pccl") <=
                best.seconds * slack)
                pays = delay;
        }
        practical += pays >= slowest;
        result.add("256 MB, pays up to", topology.title, pays, seconds);
    }
    result.verdict = verdict_of(practical, std::size(topologies));
    return result;
}

Judgement dilation_then_congestion(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    for (const auto& topology : topologies) {
        double latency[2] = {}, congestion[2] = {};
        for (const auto& collective : fixed_algorithms(rhd)) {
            const Shares shares[] = {shares_of(data, {topology.name, 256 * mb, 5 * us, collective}),
                                     shares_of(data, {topology.name, gb, 5 * us, collective})};
            for (const int i : {0, 1}) {
                latency[i] = std::max(latency[i], shares[i].latency);
                congestion[i] = std::max(congestion[i], shares[i].congestion);
            }
            if (shares[1].latency >= shares[0].latency ||
                shares[1].congestion < shares[0].congestion)
                result.verdict = Verdict::not_reproduced;
        }
        for (const int i : {0, 1}) {
            const std::string place = i == 0 ? "256 MB, largest share" : "1 GB, largest share";
            result.add(place + " of latencies", topology.title, latency[i], percent);
            result.add(place + " of congestion", topology.title, congestion[i], percent);
        }
    }
    return result;
}

Judgement bucket_on_its_torus(const FigureData& data) {
    const char* bucket = "reduce-scatter/bucket-3d";
    constexpr double per_link = 3 * us, rounds = 3 + 3 + 7;  // 4 x 4 x 8
    const auto own = shares_of(data, {"torus3d", 256 * mb, 5 * us, bucket});
    const double links = own.latency * own.time / (rounds * per_link);
    Judgement result{verdict_if(own.congestion == 0 && same(links, 1)),
                     {{"3D bucket, congestion", "3D torus", own.congestion, percent},
                      {"3D bucket, links per round", "3D torus", links, plain}}};
    for (const auto& topology : topologies) {
        const double ratio =
            shares_of(data, {topology.name, 256 * mb, 5 * us, bucket}).time / own.time;
        result.add("time over that there", topology.title, ratio, factor);
        const bool is_slower = std::string(topology.name) == "torus3d" || ratio >= 1.1;
        if (!is_slower) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

}  // namespace lightsweep::analysis::pccl_scatter
