#include "solvers/swot/search/beam.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "solvers/swot/search/label_expansion.hpp"
#include "solvers/swot/search/search_parts.hpp"

namespace lightsweep::solvers::swot {

namespace {

/// A label and how it was reached.
struct Trace {
    Label label;
    double score;  ///< end + bound of the rest
    int parent;    ///< index in the layer before
    int taken, parks;
};

bool better(const Trace& a, const Trace& b) {
    if (a.score != b.score) return a.score < b.score;
    if (a.label.end != b.label.end) return a.label.end < b.label.end;
    return std::tie(a.label.debts, a.label.parked, a.parent, a.taken, a.parks) <
           std::tie(b.label.debts, b.label.parked, b.parent, b.taken, b.parks);
}

class Beam {
  public:
    Beam(const QueueProblem& problem, RestBound& rest, int cells, std::size_t width, Effort& effort,
         double limit)
        : problem_(problem),
          rest_(rest),
          expansion_(problem, cells, Stops::charged),
          width_(width),
          effort_(effort),
          limit_(limit) {
        layers_.emplace_back();
        for (const auto& label : initial_labels(problem))
            layers_[0].push_back({label, 0, -1, 0, 0});
        for (int step = 0; step < problem.steps() && !effort_.exhausted(); ++step) advance(step);
        if (effort_.exhausted()) layers_.resize(1);
    }

    std::vector<QueueSequence> best(std::size_t count) const {
        std::set<QueueSequence> seen;
        std::vector<QueueSequence> found;
        if (layers_.size() == 1) return found;  // the effort ended before the last step
        for (std::size_t i = 0; i < layers_.back().size() && found.size() < count; ++i) {
            auto sequence = trace(static_cast<int>(i));
            if (seen.insert(sequence).second) found.push_back(std::move(sequence));
        }
        return found;
    }

  private:
    void advance(int step) {
        std::vector<Trace> kept;
        for (const auto& trace : reached_after(step)) {
            if (kept.size() == width_) break;
            const bool known = !kept.empty() && kept.back().label.parked == trace.label.parked &&
                               kept.back().label.end == trace.label.end &&
                               kept.back().label.debts == trace.label.debts;
            if (!known) kept.push_back(trace);
        }
        layers_.push_back(std::move(kept));
    }

    std::vector<Trace> reached_after(int step) {
        const std::size_t labels = layers_[step].size();
        std::vector<std::vector<Trace>> parts(rest_.is_constant() ? parts_of(labels) : 1);
        run_parts(parts.size(), effort_, [&](std::size_t p, Effort& effort) {
            parts[p].clear();
            const auto end = part_begin(labels, p + 1, parts.size());
            for (auto i = part_begin(labels, p, parts.size()); i < end; ++i)
                expand(step, static_cast<int>(i), effort, parts[p]);
            std::ranges::sort(parts[p], better);
        });
        return merged(parts, better);
    }

    void expand(int step, int index, Effort& effort, std::vector<Trace>& next) {
        const Label label = layers_[step][index].label;
        const int returning = expansion_.returning_in(label.parked, step);
        const int queued = problem_.planes - total_parked(label.parked);
        for (int taken = returning ? 0 : 1; taken <= queued; ++taken) {
            const int most = problem_.recurring[step] ? returning + taken : 0;
            for (int parks = 0; parks <= most; ++parks)
                expand(label, step, index, taken, parks, effort, next);
        }
    }

    void expand(const Label& label, int step, int index, int taken, int parks, Effort& effort,
                std::vector<Trace>& next) {
        const auto tail = problem_.ideal_tail[step + 1];
        double bound = 0;
        const auto over = [&](double end) { return end + tail >= limit_; };
        const auto open = [&](const Label& reached) {
            ++effort.spent;
            const int queued = problem_.planes - total_parked(reached.parked);
            bound = reached.end + rest_.from(step + 1, reached.parked, reached.debts.data(), queued,
                                             limit_ - reached.end, effort);
            return bound < limit_;
        };
        expansion_.run(label, step, taken, parks, over, open, [&](const Label& reached) {
            next.push_back({reached, bound, index, taken, parks});
        });
    }

    QueueSequence trace(int index) const {
        QueueSequence sequence;
        for (std::size_t layer = layers_.size() - 1; layer > 0; --layer) {
            const auto& node = layers_[layer][index];
            sequence.taken.push_back(node.taken);
            sequence.parked.push_back(node.parks);
            index = node.parent;
        }
        std::ranges::reverse(sequence.taken);
        std::ranges::reverse(sequence.parked);
        sequence.first_parked = layers_[0][index].label.parked;
        return sequence;
    }

    const QueueProblem& problem_;
    RestBound& rest_;
    Expansion expansion_;
    std::size_t width_;
    Effort& effort_;
    double limit_;
    std::vector<std::vector<Trace>> layers_;
};

/// Up to `most` of the planes that hold a configuration at the start, in every slot.
std::uint64_t kept_of(const QueueProblem& problem, int most) {
    std::uint64_t kept = 0;
    for (int slot = 0; slot < most_slots; ++slot)
        kept = with_parked(kept, slot, std::min(most, parked_in(problem.held, slot)));
    return kept;
}

/// The kept planes that step 0 uses; the others do not delay it.
std::uint64_t kept_for_first(const QueueProblem& problem, std::uint64_t kept) {
    return with_parked(0, problem.slot[0], parked_in(kept, problem.slot[0]));
}

/// Sequences that take and park by a rule; the incumbent refuses illegal ones.
QueueSequence in_turn(const QueueProblem& problem, int group, std::uint64_t kept) {
    QueueSequence sequence{kept, {}, std::vector<int>(problem.steps(), 0)};
    int queued = problem.planes - total_parked(kept);
    for (int i = 0; i < problem.steps(); ++i) {
        const int returning = parked_in(kept, problem.slot[i]);
        kept = with_parked(kept, problem.slot[i], 0);
        sequence.taken.push_back(std::clamp(group - returning, 0, queued));
        queued += returning;
    }
    return sequence;
}

/// All planes in every step; they park while the configuration stays.
QueueSequence lockstep(const QueueProblem& problem) {
    const int all = problem.planes;
    auto sequence = in_turn(problem, all, kept_for_first(problem, kept_of(problem, all)));
    for (int i = 0; i + 1 < problem.steps(); ++i) {
        const bool same = problem.slot[i] >= 0 && problem.slot[i] == problem.slot[i + 1] &&
                          problem.recurring[i] && problem.returning[i + 1];
        if (!same) continue;
        sequence.parked[i] = all;
        sequence.taken[i + 1] = 0;
    }
    return sequence;
}

/// `each` planes stay with a configuration from its first step, or from the start, to its last
/// step.
QueueSequence standing(const QueueProblem& problem, int each) {
    QueueSequence sequence{kept_of(problem, each), {}, {}};
    auto parked = sequence.first_parked;
    int left = problem.planes - total_parked(parked);
    for (int i = 0; i < problem.steps(); ++i) {
        const int slot = problem.slot[i], returning = parked_in(parked, slot);
        const int wanted = slot < 0 ? 1 : each;
        sequence.taken.push_back(std::clamp(wanted - returning, 0, left));
        sequence.parked.push_back(problem.recurring[i] ? returning + sequence.taken[i] : 0);
        parked = with_parked(parked, slot, sequence.parked[i]);
        left -= sequence.taken[i];
    }
    return sequence;
}

}  // namespace

namespace {

/// A lower bound without a program: the windows one after another, and the total time of the
/// planes.
double least_time(const QueueProblem& problem, const QueueReplay& replay) {
    double windows = 0, busy = 0;
    for (std::size_t i = 0; i < replay.users.size(); ++i) {
        windows += problem.work[i] / replay.users[i] + problem.latency;
        busy += problem.work[i] + replay.users[i] * problem.latency;
    }
    for (const auto& link : replay.links) busy += link.count;
    return std::max(windows, busy / problem.planes);
}

}  // namespace

double Incumbent::time(const QueueSequence& sequence, std::int64_t most_effort) {
    effort_ = problem_.steps();
    const auto replay = replay_queue(problem_, sequence);
    if (!replay) return std::numeric_limits<double>::infinity();
    const double least = least_time(problem_, *replay);
    if (least >= best_.value) return least;
    const double value = program_.solve(problem_, *replay, most_effort).value;
    effort_ += program_.effort();
    if (value < best_.value * (1 - 1e-12)) best_ = {value, sequence};
    return value;
}

bool Incumbent::offer(const QueueSequence& sequence) {
    const double before = best_.value;
    time(sequence);
    return best_.value < before;
}

void offer_constructions(const QueueProblem& problem, Incumbent& incumbent) {
    for (int group = 1; group <= problem.planes; ++group) {
        const auto kept = kept_of(problem, group), soon = kept_for_first(problem, kept);
        incumbent.offer(in_turn(problem, group, soon));
        if (kept != soon) incumbent.offer(in_turn(problem, group, kept));
    }
    for (int each = 1; each <= problem.planes; ++each) incumbent.offer(standing(problem, each));
    incumbent.offer(lockstep(problem));
}

std::vector<QueueSequence> offer_beam(const QueueProblem& problem, RestBound& rest, int cells,
                                      int width, int offered, Effort& effort,
                                      Incumbent& incumbent) {
    const double limit = incumbent.value() * (1 + 1e-9);
    const Beam beam(problem, rest, cells, static_cast<std::size_t>(width), effort, limit);
    auto found = beam.best(static_cast<std::size_t>(offered));
    for (const auto& sequence : found) incumbent.offer(sequence);
    return found;
}

namespace {

/// Change number i: step i / 4, planes taken or parked, up or down.
void change(QueueSequence& sequence, int number, int sign) {
    auto& list = number & 2 ? sequence.parked : sequence.taken;
    list[number / 4] += number & 1 ? -sign : sign;
}

/// Finds the first better sequence with one or two changes, if there is one.
bool improve_once(const QueueProblem& problem, Effort& effort, Incumbent& incumbent,
                  QueueSequence& trial, double& value) {
    const int changes = 4 * problem.steps();
    for (int first = 0; first < changes; ++first) {
        change(trial, first, 1);
        for (int second = first; second < changes && !effort.exhausted(); ++second) {
            if (second > first) change(trial, second, 1);
            effort.spent += problem.steps() * problem.planes;
            const double found = incumbent.time(trial);
            if (found < value * (1 - 1e-9)) {
                value = found;
                return true;
            }
            if (second > first) change(trial, second, -1);
        }
        change(trial, first, -1);
    }
    return false;
}

}  // namespace

void improve_locally(const QueueProblem& problem, QueueSequence start, Effort& effort,
                     Incumbent& incumbent) {
    double value = incumbent.time(start);
    while (!effort.exhausted() && improve_once(problem, effort, incumbent, start, value)) {
    }
}

}  // namespace lightsweep::solvers::swot
