#include "solvers/swot/exact_search.hpp"

#include <algorithm>

#include "solvers/swot/label_expansion.hpp"

namespace lightsweep::solvers::swot {

namespace {

constexpr std::int64_t program_effort = 40;  // of one linear program, in transitions

class Search {
  public:
    Search(const QueueProblem& problem, RestBound& rest, SearchWidth width, Effort& effort,
           Incumbent& incumbent, std::int64_t& nodes)
        : problem_(problem),
          rest_(rest),
          expansion_(problem, width.cells, Stops::relaxed),
          cap_(width.cap),
          effort_(effort),
          incumbent_(incumbent),
          nodes_(nodes) {}

    bool run() {
        for (const auto& label : initial_labels(problem_)) {
            history_.first_parked = total_parked(label.parked);
            visit(0, {label});
        }
        return !effort_.exhausted();
    }

  private:
    struct Child {
        int taken, parks;
        double bound;
        std::vector<Label> labels;
    };

    double limit() const { return incumbent_.value() * (1 - proof_tolerance); }

    double rest_of(int step, const Label& label) {
        const int queued = problem_.planes - total_parked(label.parked);
        return rest_.from(step, label.parked, label.debts.data(), queued, limit() - label.end);
    }

    void visit(int step, const std::vector<Label>& labels) {
        ++nodes_;
        if (step == problem_.steps()) {
            effort_.spent += program_effort;
            incumbent_.offer(history_);
            return;
        }
        auto children = children_of(step, labels);
        std::stable_sort(children.begin(), children.end(),
                         [](const Child& a, const Child& b) { return a.bound < b.bound; });
        for (auto& child : children) {
            if (effort_.exhausted()) return;
            if (child.bound < limit()) follow(step, child);
        }
    }

    void follow(int step, Child& child) {
        history_.taken.push_back(child.taken);
        history_.parked.push_back(child.parks);
        if (history_bound(child) < limit()) {
            std::erase_if(child.labels, [&](const Label& label) {
                return label.end + rest_of(step + 1, label) >= limit();
            });
            if (!child.labels.empty()) visit(step + 1, child.labels);
        }
        history_.taken.pop_back();
        history_.parked.pop_back();
    }

    double history_bound(const Child& child) {
        const int next = static_cast<int>(history_.taken.size());
        const double rest = rest_.at_best(next, child.labels[0].parked, limit());
        effort_.spent += program_effort;
        return program_.solve(problem_, *replay_queue(problem_, history_)).value + rest;
    }

    std::vector<Child> children_of(int step, const std::vector<Label>& labels) {
        const std::uint64_t parked = labels[0].parked;
        const int returning = expansion_.returning_in(parked, step);
        const int queued = problem_.planes - total_parked(parked);
        std::vector<Child> children;
        for (int taken = returning ? 0 : 1; taken <= queued; ++taken) {
            const int most = problem_.recurring[step] ? returning + taken : 0;
            for (int parks = 0; parks <= most; ++parks) {
                Child child{taken, parks, limit(), {}};
                for (const auto& label : labels) expand(step, label, child);
                if (child.labels.empty()) continue;
                remove_dominated(child.labels, problem_.planes, cap_, effort_);
                merge_labels(child.labels, problem_.planes, cap_, effort_);
                children.push_back(std::move(child));
            }
        }
        return children;
    }

    void expand(int step, const Label& label, Child& child) {
        const auto slot = problem_.slot[step];
        const auto parked = with_parked(label.parked, slot, child.parks);
        const double most = limit();
        const double tail = rest_.at_best(step + 1, parked, most - label.end);
        double bound = 0;
        const auto over = [&](double end) { return end + tail >= most; };
        const auto open = [&](const Label& reached) {
            ++effort_.spent;
            bound = reached.end + rest_of(step + 1, reached);
            return bound < most;
        };
        expansion_.run(label, step, child.taken, child.parks, over, open,
                       [&](const Label& reached) {
                           child.bound = std::min(child.bound, bound);
                           child.labels.push_back(reached);
                       });
    }

    const QueueProblem& problem_;
    RestBound& rest_;
    Expansion expansion_;
    std::size_t cap_;
    Effort& effort_;
    Incumbent& incumbent_;
    std::int64_t& nodes_;
    QueueSequence history_;
    SequenceProgram program_;
};

}  // namespace

bool search_exactly(const QueueProblem& problem, RestBound& rest, SearchWidth width, Effort& effort,
                    Incumbent& incumbent, std::int64_t& nodes) {
    return Search(problem, rest, width, effort, incumbent, nodes).run();
}

}  // namespace lightsweep::solvers::swot
