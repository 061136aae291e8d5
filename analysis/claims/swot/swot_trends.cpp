// Claims 21 to 23, 25, 26 and 30 to 32: what more planes, longer delays and more nodes change.
#include <algorithm>
#include <utility>

#include "analysis/claims/swot/swot_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::swot_trends {

using namespace swot_points;

namespace {

constexpr double all_planes[] = {2, 4, 8}, all_delays[] = {200 * us, 2 * ms, 20 * ms};

/// Twice the planes beside half of them, at one collective and size.
struct Doublings {
    int n = 0, certified = 0, slower = 0;
    double closest = 0;  ///< largest time over what the fewer planes cannot beat

    void add(double more, const Certified& fewer) {
        ++n;
        certified += more <= fewer.bound * (1 + proof_slack);
        slower += more > fewer.value * (1 + proof_slack);
        closest = std::max(closest, more / fewer.bound);
    }
};
Doublings doublings_of(const FigureData& data, const std::string& collective) {
    Doublings all;
    for (const double size : sizes_of_figure_10())
        for (const double planes : {2.0, 4.0}) {
            const auto fewer = swot_at(data, {collective, 256, planes, size});
            all.add(swot_at(data, {collective, 256, 2 * planes, size}).value, fewer);
        }
    return all;
}

/// A scheduler's overhead on four planes over the sizes of figure 11.
struct Overhead {
    bool falls = true;  ///< never rises with the message
    double most = 0;
    double plateau;  ///< at the smallest message
    double knee;     ///< message [B] at which half of the time is overhead
};
Overhead overhead_of(const FigureData& data, Point point, const char* scheduler = "strawman") {
    Overhead result{};
    double before = 1, ideal[2] = {}, delays = 0, message[2] = {};
    for (const double size : sizes_of_figure_10()) {
        point.message = size;
        const double whole = value_at(data, point, scheduler),
                     least = value_at(data, point, "ideal"), share = reduction(least, whole);
        if (before == 1) result.plateau = share;
        result.falls = result.falls && share <= before * (1 + proof_slack);
        result.most = std::max(result.most, share);
        before = share;
        ideal[0] = std::exchange(ideal[1], least);
        message[0] = std::exchange(message[1], size);
        delays = whole - least;
    }
    // Ideal is a line over the message: its last two points say where it equals the delays.
    const double slope = (ideal[1] - ideal[0]) / (message[1] - message[0]);
    result.knee = message[1] + (delays - ideal[1]) / slope;
    return result;
}

/// Those of figures 10 and 11 that the sweep holds; the all-reduce is always asked for.
std::vector<std::string> held(const FigureData& data, double planes, double delay) {
    std::vector<std::string> all{reduce};
    for (const char* collective : {pairwise, bruck})
        if (found_at(data, Point{collective, 256, planes, sizes_of_figure_10().front(), delay},
                     "swot"))
            all.emplace_back(collective);
    return all;
}

/// What SWOT saves of another's time, or the ratio of a scheduler's time to it.
std::optional<Measured> share_at(const FigureData& data, const KeyedValues& row) {
    const Point point{row.name("collective"), row.number("nodes"), row.number("planes"),
                      row.number("message"), row.number("delay", 200 * us)};
    const std::string slow = row.name("ratio_of");
    const auto own = found_at(data, point, slow.empty() ? "swot" : slow),
               other = found_at(data, point, row.name("over"));
    if (!own || !other) return std::nullopt;
    if (slow.empty())
        return Measured{describe(point), "reduction", reduction(*own, *other), percent};
    return Measured{describe(point), slow, *own / *other, factor};
}

std::string title_of(const std::string& collective) {
    if (collective == reduce) return "halving/doubling";
    return collective == pairwise ? "pairwise" : "Bruck";
}

}  // namespace

Judgement more_planes_help(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    for (const double size : sizes_of_figure_10()) {
        double shares[3] = {}, at_most = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const Point point{reduce, 256, all_planes[i], size};
            const double other = value_at(data, point, "strawman");
            const auto own = swot_at(data, point);
            shares[i] = reduction(own.value, other);
            at_most = reduction(own.bound, other);
            result.add(bytes(size), plain(all_planes[i]) + " planes", shares[i], percent);
        }
        result.add(bytes(size), "8, at most", at_most, percent);
        const double first = shares[1] - shares[0], second = shares[2] - shares[1];
        if (first < -proof_slack || second < -proof_slack || second > first + proof_slack)
            result.verdict = Verdict::not_reproduced;
    }
    return result;
}

Judgement eight_planes_below_four(const FigureData& data) {
    Judgement result;
    int slower = 0;
    bool all_certified = true;
    for (const auto& collective : held(data, 2, 200 * us)) {
        const auto found = doublings_of(data, collective);
        const std::string place = title_of(collective) + ", 256 nodes";
        result.add(place, "doublings", found.n, plain);
        result.add(place, "certified", found.certified, plain);
        result.add(place, "slower", found.slower, plain);
        result.add(place, "over the bound", found.closest, factor);
        slower += found.slower;
        all_certified = all_certified && found.certified == found.n;
    }
    result.verdict = slower == 0 && all_certified ? Verdict::impossible : verdict_if(slower > 0);
    return result;
}

Judgement overhead_falls_behind_a_knee(const FigureData& data) {
    Judgement result;
    bool holds = true, own_falls = true;
    for (const auto& collective : held(data, 4, 20 * ms)) {
        const std::string title = title_of(collective);
        double knee = 0;
        for (const double delay : all_delays) {
            const Point point{collective, 256, 4, 0, delay};
            const auto found = overhead_of(data, point), own = overhead_of(data, point, "swot");
            const std::string item = seconds(delay);
            result.add(title + ", 0.125 MB", item, found.plateau, percent);
            result.add(title + ", knee", item, found.knee, bytes);
            result.add(title + ", SWOT, 0.125 MB", item, own.plateau, percent);
            result.add(title + ", SWOT, most", item, own.most, percent);
            holds = holds && found.falls && found.knee > knee;
            own_falls = own_falls && own.falls;
            knee = found.knee;
        }
    }
    result.verdict = verdict_if(holds && own_falls, holds);
    return result;
}

Judgement order_of_knees(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    for (const double delay : all_delays) {
        double before = 0;
        for (const char* collective : {bruck, reduce, pairwise}) {
            const double knee = overhead_of(data, {collective, 256, 4, 0, delay}).knee;
            result.add(seconds(delay) + ", knee", title_of(collective), knee, bytes);
            if (knee <= before) result.verdict = Verdict::not_reproduced;
            before = knee;
        }
    }
    return result;
}

Judgement shares(const FigureData& data, const Rows& rows) {
    return judge_rows(data, rows, share_at);
}

}  // namespace lightsweep::analysis::swot_trends
