#include "kernels/cost/toll_game.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace lightsweep::kernels {

namespace {

constexpr double unreached = std::numeric_limits<double>::infinity();
/// Tolls that the rounds of a game change in all, within the limits.
constexpr double work = 5e6, fewest_rounds = 100, most_rounds = 200;
constexpr int judged_every = 10, polishes = 50, idle_polishes = 20;
constexpr double worth_polishing = 1e-6;  ///< share of the bound that a polish has to add
constexpr double rarest = 1e-200;         ///< weight of a step's paths that tolls still follow
/// Growth of a round where most paths pass, its fall over the rounds, and the share of tolls that a
/// round spreads evenly.
constexpr double learning = 0.5, slowing = 8, mixing = 1e-5;
/// The toll that makes a path e times rarer, as a share of the bound, and its fall over the rounds.
constexpr double heat = 0.04, cooling = 6;

void add_products(const double* a, const double* b, std::size_t count, double* sums) {
    for (std::size_t i = 0; i < count; ++i) sums[i] += a[i] * b[i];
}

void lower(const double* tolls, const double* more, std::size_t count, double* least) {
    for (std::size_t i = 0; i < count; ++i) least[i] = std::min(least[i], tolls[i] + more[i]);
}

/// The sum or the greatest of values and of `start`, in two chains that a core folds side by side.
template <typename Operation>
double folded(const double* values, std::size_t count, double start, const Operation& fold) {
    double even = start, odd = 0;
    for (std::size_t i = 0; i + 1 < count; i += 2) {
        even = fold(even, values[i]);
        odd = fold(odd, values[i + 1]);
    }
    if (count % 2 == 1) even = fold(even, values[count - 1]);
    return fold(even, odd);
}

}  // namespace

std::vector<TollGame::Move> TollGame::moves_of(const std::vector<Node>& dims, bool directed) {
    std::vector<Move> moves{{0, {{0, 0, 1}}}};
    for (const Node node_size : dims) {
        const auto size = static_cast<std::size_t>(node_size);
        std::vector<Move> next;
        for (const auto& [length, runs] : moves)
            for (std::size_t by = 0; by < size; ++by) {
                Move move{length + static_cast<double>(directed ? by : std::min(by, size - by)),
                          {}};
                // Every run so far is of single displacements, each of which becomes a row.
                for (const auto& run : runs)
                    for (std::size_t i = 0; i < run.count; ++i) {
                        const auto x = (run.x + i) * size, y = (run.y + i) * size;
                        move.runs.push_back({x, y + by, size - by});
                        if (by > 0 && !directed) move.runs.push_back({x + size - by, y, by});
                    }
                next.push_back(std::move(move));
            }
        moves = std::move(next);
    }
    moves.erase(moves.begin());
    return moves;
}

TollGame::TollGame(const std::vector<Node>& dims, bool directed, std::int64_t steps,
                   const std::vector<Node>& end)
    : directed_(directed),
      moves_(moves_of(dims, directed)),
      nodes_(moves_.size() + 1),
      steps_(static_cast<std::size_t>(steps)),
      tolls_(steps_ * moves_.size() * nodes_),
      passed_(tolls_.size()),
      before_(steps_ + 1, std::vector<double>(nodes_)),
      after_(before_) {
    for (std::size_t d = 0; d < dims.size(); ++d)
        end_ = end_ * std::size_t(dims[d]) + std::size_t(end[d]);
    before_[0][0] = 1;
    after_[steps_][end_] = 1;
    spread_evenly();
}

double TollGame::bound() {
    const auto rounds = static_cast<int>(
        std::clamp(work / static_cast<double>(tolls_.size()), fewest_rounds, most_rounds));
    double best = 0;
    for (int round = 1; round <= rounds; ++round) {
        count_paths(heat * std::max(1.0, best) / (1 + cooling * round / rounds));
        raise(learning / (1 + slowing * round / rounds));
        if (round % judged_every == 0) best = std::max(best, cheapest());
    }
    for (int i = 0, idle = 0; i < polishes && idle < idle_polishes; ++i) {
        polish();
        const double polished = cheapest();
        idle = polished < best * (1 + worth_polishing) ? idle + 1 : 0;
        best = std::max(best, polished);
    }
    return best;
}

void TollGame::spread_evenly() {
    for (std::size_t step = 0; step < steps_; ++step) {
        std::vector<double> count(moves_.size());
        each_run(step, [&](std::size_t m, Run run) { count[m] += static_cast<double>(run.count); });
        each_run(step, [&](std::size_t m, Run run) {
            std::fill_n(of(tolls_, step, m) + run.x, run.count, moves_[m].length / count[m]);
        });
    }
}

/// Weighs all paths: e^(-toll/rarer), with (1 + toll/(256 rarer))^-256 for the exponential.
void TollGame::count_paths(double rarer) {
    const double share = 1 / (256 * rarer);
    for (std::size_t step = 0; step < steps_; ++step)
        each_run(step, [&](std::size_t m, Run run) {
            const double* toll = of(tolls_, step, m) + run.x;
            double* weight = of(passed_, step, m) + run.x;
            for (std::size_t i = 0; i < run.count; ++i) {
                double w = 1 / (1 + toll[i] * share);
                w *= w, w *= w, w *= w, w *= w, w *= w, w *= w, w *= w;
                weight[i] = w * w;
            }
        });
    const auto scale = [](std::vector<double>& weights) {
        const double most = *std::max_element(weights.begin(), weights.end());
        for (double& weight : weights) weight /= most;
    };
    for (std::size_t step = 0; step < steps_; ++step) {
        before_[step + 1] = before_[step];
        each_run(step, [&](std::size_t m, Run run) {
            add_products(before_[step].data() + run.x, of(passed_, step, m) + run.x, run.count,
                         before_[step + 1].data() + run.y);
        });
        scale(before_[step + 1]);
    }
    for (std::size_t step = steps_; step-- > 0;) {
        after_[step] = after_[step + 1];
        each_run(step, [&](std::size_t m, Run run) {
            add_products(after_[step + 1].data() + run.y, of(passed_, step, m) + run.x, run.count,
                         after_[step].data() + run.x);
        });
        scale(after_[step]);
    }
}

/// Raises tolls where paths pass, and scales them to their sum.
void TollGame::raise(double growth) {
    for (std::size_t step = 0; step < steps_; ++step) {
        std::vector<double> most(moves_.size()), sum(moves_.size()), count(moves_.size());
        each_run(step, [&](std::size_t m, Run run) {
            const double *from = before_[step].data() + run.x,
                         *to = after_[step + 1].data() + run.y;
            double* weight = of(passed_, step, m) + run.x;
            for (std::size_t i = 0; i < run.count; ++i) weight[i] *= from[i] * to[i];
            most[m] = folded(weight, run.count, most[m],
                             [](double a, double b) { return std::max(a, b); });
        });
        each_run(step, [&](std::size_t m, Run run) {
            const double* weight = of(passed_, step, m) + run.x;
            double* toll = of(tolls_, step, m) + run.x;
            const double by = most[m] > rarest ? growth / most[m] : 0;
            for (std::size_t i = 0; i < run.count; ++i) toll[i] *= 1 + by * weight[i];
            sum[m] = folded(toll, run.count, sum[m], std::plus{});
            count[m] += static_cast<double>(run.count);
        });
        each_run(step, [&](std::size_t m, Run run) {
            double* toll = of(tolls_, step, m) + run.x;
            const double factor = (1 - mixing) * moves_[m].length / sum[m],
                         least = mixing * moves_[m].length / count[m];
            for (std::size_t i = 0; i < run.count; ++i) toll[i] = toll[i] * factor + least;
        });
    }
}

/// Per step the tolls of the cheapest paths from the start.
TollGame::Layers TollGame::from_start() const {
    Layers least(steps_ + 1, std::vector<double>(nodes_, unreached));
    least[0][0] = 0;
    for (std::size_t step = 0; step < steps_; ++step) {
        auto& next = least[step + 1] = least[step];
        // One way, a message may pass the source, and lead to any smaller displacement.
        if (directed_)
            for (std::size_t x = nodes_ - 1; x-- > 0;) next[x] = std::min(next[x], next[x + 1]);
        each_run(step, [&](std::size_t m, Run run) {
            lower(least[step].data() + run.x, of(tolls_, step, m) + run.x, run.count,
                  next.data() + run.y);
        });
    }
    return least;
}

/// Per step the tolls of the cheapest paths to the end.
TollGame::Layers TollGame::to_end() const {
    Layers least(steps_ + 1, std::vector<double>(nodes_, unreached));
    least[steps_][end_] = 0;
    for (std::size_t step = steps_; step-- > 0;) {
        auto& next = least[step] = least[step + 1];
        if (directed_)
            for (std::size_t x = 1; x < nodes_; ++x) next[x] = std::min(next[x], next[x - 1]);
        each_run(step, [&](std::size_t m, Run run) {
            lower(least[step + 1].data() + run.y, of(tolls_, step, m) + run.x, run.count,
                  next.data() + run.x);
        });
    }
    return least;
}

/// Means of the toll from the start and the cheapest path's toll less the toll to the end.
TollGame::Layers TollGame::heights() const {
    auto heights = from_start();
    const double bound = heights[steps_][end_];
    const auto rest = to_end();
    for (std::size_t step = 0; step <= steps_; ++step)
        for (std::size_t x = 0; x < nodes_; ++x)
            heights[step][x] =
                (std::min(heights[step][x], bound) + std::max(0.0, bound - rest[step][x])) / 2;
    return heights;
}

/// Moves tolls to where the cheapest paths need them. No move rises by more than its toll, so that
/// the rises of moves by j add up to at most |j|; scaled to it they are tolls, and no path is
/// cheaper than before.
void TollGame::polish() {
    const auto height = heights();
    for (std::size_t step = 0; step < steps_; ++step) {
        std::vector<double> sum(moves_.size());
        each_run(step, [&](std::size_t m, Run run) {
            const double *low = height[step].data() + run.x,
                         *high = height[step + 1].data() + run.y;
            double* rise = of(passed_, step, m) + run.x;
            for (std::size_t x = 0; x < run.count; ++x) rise[x] = std::max(0.0, high[x] - low[x]);
            sum[m] = folded(rise, run.count, sum[m], std::plus{});
        });
        each_run(step, [&](std::size_t m, Run run) {
            if (sum[m] <= 0) return;
            const double* rise = of(passed_, step, m) + run.x;
            double* toll = of(tolls_, step, m) + run.x;
            for (std::size_t x = 0; x < run.count; ++x)
                toll[x] = rise[x] * (moves_[m].length / sum[m]);
        });
    }
}

}  // namespace lightsweep::kernels
