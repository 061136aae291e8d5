#include "solvers/swot/search/label_layers.hpp"

#include <limits>

#include "solvers/swot/search/search_parts.hpp"

namespace lightsweep::solvers::swot {

namespace {

constexpr int cheap = 8;  // visited labels that cost as much as one transition

}  // namespace

QueueProblem reversed(const QueueProblem& problem) {
    QueueProblem back = problem;
    std::ranges::reverse(back.work);
    std::ranges::reverse(back.slot);
    back.returning.assign(problem.recurring.rbegin(), problem.recurring.rend());
    back.recurring.assign(problem.returning.rbegin(), problem.returning.rend());
    back.held = 0;
    for (int i = problem.steps(); i-- > 0;)
        back.ideal_tail[i] = back.ideal_tail[i + 1] + back.work[i] / back.planes + back.latency;
    return back;
}

LabelLayers::LabelLayers(const QueueProblem& problem, int cells, std::size_t cap, RestBound& rest,
                         double limit, Effort& effort)
    : problem_(problem),
      expansion_(problem, cells, Stops::relaxed),
      limit_(limit),
      effort_(effort) {
    auto labels = initial_labels(problem);
    keep(labels);
    for (int step = 0; step < problem.steps(); ++step) {
        labels = advance(labels, step, rest);
        if (effort_.exhausted()) return;
        remove_dominated(labels, problem.planes, cap, effort_);
        merge_labels(labels, problem.planes, cap, effort_);
        keep(labels);
    }
    complete_ = true;
}

std::vector<Label> LabelLayers::advance(const std::vector<Label>& labels, int step,
                                        RestBound& rest) {
    std::vector<std::vector<Label>> parts(rest.is_constant() ? parts_of(labels.size()) : 1);
    run_parts(parts.size(), effort_, [&](std::size_t p, Effort& effort) {
        parts[p].clear();
        const auto end = part_begin(labels.size(), p + 1, parts.size());
        for (auto i = part_begin(labels.size(), p, parts.size()); i < end; ++i)
            expand(labels[i], step, rest, effort, parts[p]);
        std::ranges::sort(parts[p], earlier);
    });
    return merged(parts, earlier);
}

void LabelLayers::expand(const Label& label, int step, RestBound& rest, Effort& effort,
                         std::vector<Label>& next) const {
    const int returning = expansion_.returning_in(label.parked, step);
    const int queued = problem_.planes - total_parked(label.parked);
    for (int taken = returning ? 0 : 1; taken <= queued; ++taken) {
        const int most = problem_.recurring[step] ? returning + taken : 0;
        for (int parks = 0; parks <= most && !effort.exhausted(); ++parks) {
            const auto parked = with_parked(label.parked, problem_.slot[step], parks);
            const double tail = rest.at_best(step + 1, parked, limit_ - label.end);
            const auto over = [&](double end) { return end + tail >= limit_; };
            const auto open = [&](const Label& reached) {
                ++effort.spent;
                const int left = problem_.planes - total_parked(reached.parked);
                const double bound = rest.from(step + 1, reached.parked, reached.debts.data(), left,
                                               limit_ - reached.end, effort);
                return reached.end + bound < limit_;
            };
            expansion_.run(label, step, taken, parks, over, open,
                           [&](const Label& reached) { next.push_back(reached); });
        }
    }
}

void LabelLayers::keep(const std::vector<Label>& labels) {
    Layer& layer = layers_.emplace_back();
    for (const auto& label : labels) layer[label.parked].push_back(label);
    for (auto& [parked, group] : layer)
        std::ranges::sort(group, [](const Label& a, const Label& b) { return a.end < b.end; });
}

double LabelLayers::least_end() const {
    double least = limit_;
    for (const auto& [parked, group] : layers_.back()) least = std::min(least, group[0].end);
    return least;
}

const std::vector<Label>* LabelLayers::opposite(int step, std::uint64_t parked,
                                                bool& reached) const {
    const auto index = static_cast<std::size_t>(problem_.steps() - step);
    reached = index < layers_.size();
    if (!reached) return nullptr;
    const auto found = layers_[index].find(parked);
    return found == layers_[index].end() ? nullptr : &found->second;
}

double LabelLayers::from(int step, std::uint64_t parked, const double* debts, int queued,
                         double need, Effort& effort) {
    bool reached = false;
    const auto* group = opposite(step, parked, reached);
    if (!group) return reached ? std::numeric_limits<double>::infinity() : 0.0;
    double best = std::numeric_limits<double>::infinity();
    int looked_at = 0;
    for (const auto& label : *group) {
        if (label.end >= std::min(best, need)) break;
        if (++looked_at % cheap == 0) ++effort.spent;
        double excess = 1;
        for (int j = 0; j < queued; ++j)
            excess = std::max(excess, debts[j] + label.debts[queued - 1 - j]);
        best = std::min(best, label.end + (excess - 1));
    }
    return best;  // infinite: every remaining label ends at `need` or later
}

double LabelLayers::at_best(int step, std::uint64_t parked, double) {
    bool reached = false;
    const auto* group = opposite(step, parked, reached);
    if (!group) return reached ? std::numeric_limits<double>::infinity() : 0.0;
    return group->front().end;
}

double LargerBound::from(int step, std::uint64_t parked, const double* debts, int queued,
                         double need, Effort& effort) {
    const double first = first_.from(step, parked, debts, queued, need, effort);
    if (first >= need) return first;
    return std::max(first, second_.from(step, parked, debts, queued, need, effort));
}

double LargerBound::at_best(int step, std::uint64_t parked, double need) {
    const double first = first_.at_best(step, parked, need);
    if (first >= need) return first;
    return std::max(first, second_.at_best(step, parked, need));
}

}  // namespace lightsweep::solvers::swot
