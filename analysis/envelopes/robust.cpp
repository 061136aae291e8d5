#include "analysis/envelopes/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsweep::analysis {

namespace {

constexpr double tie = 1e-12;  // relative

double time_of(const CostLine& line, double delay) {
    return line.fixed + line.slope * delay;
}

std::size_t best_at(const std::vector<CostLine>& lines, double delay) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (!(time_of(lines[i], delay) >= time_of(lines[best], delay) * (1 - tie))) best = i;
    return best;
}

/// The next delay at which another line becomes the least; infinite if none does.
double next_vertex(const std::vector<CostLine>& lines, std::size_t current, double from) {
    double next = std::numeric_limits<double>::infinity();
    for (const auto& line : lines) {
        if (!(line.slope < lines[current].slope)) continue;
        const double at = (line.fixed - lines[current].fixed) / (lines[current].slope - line.slope);
        if (at > from * (1 + tie)) next = std::min(next, at);
    }
    return next;
}

/// The largest distance between the envelope and its chord: no line has a smaller regret.
double distance_to_chord(const std::vector<CostLine>& lines, double from, double to) {
    const double first = time_of(lines[best_at(lines, from)], from),
                 last = time_of(lines[best_at(lines, to)], to);
    double most = 0, at = from;
    while (true) {
        // Just behind a vertex the least line is that of the least slope.
        auto current = best_at(lines, at);
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (time_of(lines[i], at) <= time_of(lines[current], at) * (1 + tie) &&
                lines[i].slope < lines[current].slope)
                current = i;
        at = next_vertex(lines, current, at);
        if (!(at < to)) return most;
        const double chord = first + (last - first) * (at - from) / (to - from);
        most = std::max(most, time_of(lines[current], at) - chord);
    }
}

}  // namespace

WorstCase worst_case(const CornerTimes& times, std::size_t schedule, bool is_ratio) {
    WorstCase worst{schedule, 0, 0};
    for (const auto& corner : times) {
        const double least = *std::ranges::min_element(corner), own = corner[schedule];
        const double ratio = own == least ? 0 : own / least - 1;
        const double loss = is_ratio ? ratio : own == least ? 0 : own - least;
        if (loss <= worst.loss) continue;
        worst.loss = loss;
        worst.relative = ratio;
    }
    return worst;
}

WorstCase least_worst_case(const CornerTimes& times, bool is_ratio) {
    WorstCase best{0, std::numeric_limits<double>::infinity(), 0};
    for (std::size_t i = 0; i < times.front().size(); ++i)
        if (const auto one = worst_case(times, i, is_ratio); one.loss < best.loss * (1 - tie))
            best = one;
    return best;
}

double UncertainDelay::nominal() const {
    if (shares.empty()) {
        const double from = values.front(), to = values.back();
        return from > 0 ? std::sqrt(from * to) : (from + to) / 2;
    }
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] < 0.5) continue;
        if (i == 0) return values.front();
        return values[i - 1] +
               (values[i] - values[i - 1]) * (0.5 - shares[i - 1]) / (shares[i] - shares[i - 1]);
    }
    return values.back();
}

double UncertainDelay::mean() const {
    double sum = shares.front() * values.front() + (1 - shares.back()) * values.back();
    for (std::size_t i = 1; i < values.size(); ++i)
        sum += (shares[i] - shares[i - 1]) * (values[i] + values[i - 1]) / 2;
    return sum;
}

RobustChoice robust_choice(const std::vector<CostLine>& lines, const UncertainDelay& delay) {
    RobustChoice choice;
    const auto nominal = best_at(lines, delay.nominal());
    if (!delay.shares.empty()) {
        const auto best = best_at(lines, delay.mean());
        choice.least = time_of(lines[best], delay.mean());
        choice.chosen = {best, choice.least, 0};
        choice.nominal = {nominal, time_of(lines[nominal], delay.mean()), 0};
        return choice;
    }
    CornerTimes times;
    for (const double end : {delay.values.front(), delay.values.back()}) {
        times.emplace_back();
        for (const auto& line : lines) times.back().push_back(time_of(line, end));
    }
    choice.chosen = least_worst_case(times, false);
    choice.nominal = worst_case(times, nominal, false);
    choice.least = distance_to_chord(lines, delay.values.front(), delay.values.back());
    return choice;
}

LookupTable lookup_table(const std::vector<ScheduleCost>& costs, const LatencyPoint& fixed,
                         double bandwidth, std::vector<double> delays,
                         std::vector<double> messages) {
    LookupTable table{std::move(delays), std::move(messages), {}, {}};
    const auto times_at = [&](double delay, double message) {
        std::vector<double> times;
        for (const auto& line :
             at(costs, {fixed.per_step_latency, fixed.per_hop_latency, message / bandwidth}))
            times.push_back(time_of(line, delay));
        return times;
    };
    for (std::size_t m = 0; m + 1 < table.messages.size(); ++m)
        for (std::size_t d = 0; d + 1 < table.delays.size(); ++d) {
            CornerTimes corners;
            for (const std::size_t i : {d, d + 1})
                for (const std::size_t j : {m, m + 1})
                    corners.push_back(times_at(table.delays[i], table.messages[j]));
            const auto best = least_worst_case(corners, true);
            table.schedule.push_back(best.schedule);
            table.bound.push_back(best.loss);
        }
    return table;
}

}  // namespace lightsweep::analysis
