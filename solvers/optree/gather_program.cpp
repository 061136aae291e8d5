#include "solvers/optree/gather_program.hpp"

#include <stdexcept>
#include <string>

#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::optree {

namespace {

using kernels::Direction;
using kernels::Lightpath;
using kernels::Node;

constexpr std::int64_t most_nodes = 10;

struct Arc {
    int source, destination, length;
    Direction direction;

    /// Segment number `s` of the arc, 0 <= s < length; clockwise numbers on both fibres.
    int segment(int s, int nodes) const {
        return ((direction == Direction::clockwise ? source : destination) + s) % nodes;
    }
};

std::vector<Arc> all_arcs(int nodes) {
    std::vector<Arc> arcs;
    for (int v = 0; v < nodes; ++v)
        for (int length = 1; length < nodes; ++length) {
            arcs.push_back({v, (v + length) % nodes, length, Direction::clockwise});
            arcs.push_back({v, (v + nodes - length) % nodes, length, Direction::counterclockwise});
        }
    return arcs;
}

class GatherProgram {
  public:
    GatherProgram(const RingTask& task, int steps)
        : nodes_(static_cast<int>(task.nodes)),
          wavelengths_(static_cast<int>(task.wavelengths)),
          steps_(steps),
          arcs_(all_arcs(nodes_)) {
        add_columns();
        for (int t = 0; t < steps_; ++t) {
            add_sending(t);
            add_slots(t);
        }
    }
    const milp::LinearProgram& program() const { return program_; }

    kernels::LightpathSchedule schedule(const std::vector<double>& x) const {
        auto result = kernels::ring_schedule(nodes_, wavelengths_, 1);
        for (int t = 0; t < steps_; ++t) {
            const auto paths = lightpaths(x, t);
            result.stages.push_back({1, kernels::Dimension::along_rows, [paths](auto& out) {
                                         out.insert(out.end(), paths.begin(), paths.end());
                                     }});
        }
        return result;
    }

  private:
    int n_arcs() const { return static_cast<int>(arcs_.size()); }
    int held(int t, int item, int node) const { return (t * nodes_ + item) * nodes_ + node; }
    int sent(int t, int item, int arc) const {
        return held(steps_ + 1, 0, 0) + (t * nodes_ + item) * n_arcs() + arc;
    }
    int circuit(int t, int wavelength, int arc) const {
        return sent(steps_, 0, 0) + (t * wavelengths_ + wavelength) * n_arcs() + arc;
    }

    void add_columns() {
        for (int t = 0; t <= steps_; ++t)
            for (int item = 0; item < nodes_; ++item)
                for (int v = 0; v < nodes_; ++v) {
                    const bool has = t == steps_ || v == item, may = t > 0 || v == item;
                    program_.add_column(0, has ? 1 : 0, may ? 1 : 0);
                }
        for (int t = 0; t < steps_; ++t)
            for (int item = 0; item < nodes_; ++item)
                for (const auto& arc : arcs_)
                    program_.add_column(arc.length * 0.01, 0, arc.destination == item ? 0 : 1,
                                        true);
        for (int t = 0; t < steps_ * wavelengths_; ++t)
            for (int arc = 0; arc < n_arcs(); ++arc) program_.add_column(0, 0, 1, true);
    }
    /// Constraints on the senders, the arrivals, and a circuit for every transfer.
    void add_sending(int t) {
        for (int item = 0; item < nodes_; ++item)
            for (int v = 0; v < nodes_; ++v) {
                const int row = program_.add_row(-milp::unbounded, 0);
                program_.set(row, held(t + 1, item, v), 1);
                program_.set(row, held(t, item, v), -1);
                for (int arc = 0; arc < n_arcs(); ++arc)
                    if (arcs_[arc].destination == v) program_.set(row, sent(t, item, arc), -1);
            }
        for (int arc = 0; arc < n_arcs(); ++arc) {
            const int circuits = program_.add_row(-milp::unbounded, 0);
            for (int item = 0; item < nodes_; ++item) {
                program_.set(circuits, sent(t, item, arc), 1);
                const int row = program_.add_row(-milp::unbounded, 0);
                program_.set(row, sent(t, item, arc), 1);
                program_.set(row, held(t, item, arcs_[arc].source), -1);
            }
            for (int c = 0; c < wavelengths_; ++c) program_.set(circuits, circuit(t, c, arc), -1);
        }
    }
    void add_slots(int t) {
        for (int c = 0; c < wavelengths_; ++c) {
            const int first = program_.n_rows();
            for (int slot = 0; slot < 2 * nodes_; ++slot) program_.add_row(0, 1);
            for (int a = 0; a < n_arcs(); ++a) {
                const auto& arc = arcs_[a];
                const int fibre = first + nodes_ * static_cast<int>(arc.direction);
                for (int s = 0; s < arc.length; ++s)
                    program_.set(fibre + arc.segment(s, nodes_), circuit(t, c, a), 1);
            }
        }
    }

    kernels::Lightpaths lightpaths(const std::vector<double>& x, int t) const {
        kernels::Lightpaths paths;
        for (int a = 0; a < n_arcs(); ++a) {
            int c = 0;
            for (int item = 0; item < nodes_; ++item) {
                if (x[sent(t, item, a)] < 0.5) continue;
                while (x[circuit(t, c, a)] < 0.5) ++c;
                const auto& arc = arcs_[a];
                paths.push_back({0, arc.source, arc.destination, item,
                                 static_cast<std::int16_t>(c++), arc.direction});
            }
        }
        return paths;
    }

    int nodes_, wavelengths_, steps_;
    std::vector<Arc> arcs_;
    milp::LinearProgram program_{};
};

}  // namespace

FewestSteps fewest_steps(const RingTask& task, int max_nodes, std::int64_t from) {
    task.check();
    if (task.nodes > most_nodes || task.items_per_node != 1)
        throw std::invalid_argument("optree-milp: nodes = " + std::to_string(task.nodes) +
                                    ": takes at most 10 nodes with one item each");
    FewestSteps plan;
    plan.lower_bound = from > 0 ? from : ceil_div(task.nodes - 1, 2 * task.wavelengths);
    for (;; ++plan.lower_bound) {
        const GatherProgram program(task, static_cast<int>(plan.lower_bound));
        const auto solution = milp::solve_integer(program.program(), max_nodes);
        plan.nodes += solution.nodes;
        if (solution.outcome == milp::Outcome::infeasible) continue;
        if (solution.x.empty()) return plan;
        // Any schedule with as many steps as the bound is optimal; its total length does not
        // matter.
        plan.status = FewestSteps::Status::optimal;
        plan.steps = plan.lower_bound;
        plan.schedule = program.schedule(solution.x);
        return plan;
    }
}

}  // namespace lightsweep::solvers::optree
