#include "solvers/matrices/matrix_program.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/topologies/hop_distance.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::matrices {

namespace {

constexpr double none = milp::unbounded;

/// The most slices of a plane in a plan that beats `known`.
int useful_slices(const ByteMatrix& matrix, const PlaneSet& planes, double known) {
    const double work = static_cast<double>(kernels::busiest_line(matrix)) * planes.byte_time;
    const int most = matrix.n * matrix.n - 2 * matrix.n + 2;
    for (int a = 1; a < most; ++a) {
        const double longer = (a + 1) * planes.latency + a * planes.delay;
        if (std::max(longer, (work + longer) / planes.count) >= known) return a;
    }
    return std::max(1, most);
}

class SliceProgram {
  public:
    /// Times are in units of `unit`.
    SliceProgram(const ByteMatrix& matrix, const PlaneSet& planes, int slices, double unit)
        : matrix_(matrix), planes_(planes), unit_(unit) {
        for (Node i = 0; i < matrix.n; ++i)
            for (Node j = 0; j < matrix.n; ++j)
                if (matrix.at(i, j) > 0) pairs_.push_back({i, j});
        end_ = program_.add_column(1, 0, none);
        for (std::size_t p = 0; p < pairs_.size(); ++p)
            served_.push_back(program_.add_row(seconds(p), none));
        for (int plane = 0; plane < planes.count; ++plane) add_plane(plane, slices);
    }

    milp::LinearProgram& program() { return program_; }
    int end() const { return end_; }
    /// The slices that a solution uses.
    void read(const std::vector<double>& x, ProgramResult& result) const {
        for (const auto& slice : slices_) {
            if (x[slice.used] < 0.5) continue;
            result.on.push_back(slice.plane);
            auto& one = result.slices.emplace_back(
                Slice{std::vector<Node>(static_cast<std::size_t>(matrix_.n), -1),
                      x[slice.length] * unit_ / planes_.byte_time});
            for (std::size_t p = 0; p < pairs_.size(); ++p)
                if (x[slice.pairs[p]] > 0.5) one.to[pairs_[p].first] = pairs_[p].second;
        }
    }

  private:
    /// Columns of a slice.
    struct Columns {
        int plane, used, length;
        std::vector<int> pairs{};
    };
    double seconds(std::size_t pair) const {
        return static_cast<double>(matrix_.at(pairs_[pair].first, pairs_[pair].second)) *
               planes_.byte_time / unit_;
    }
    void row(const std::vector<std::pair<int, double>>& entries, double lower, double upper) {
        const int place = program_.add_row(lower, upper);
        for (const auto& [column, value] : entries) program_.set(place, column, value);
    }

    void add_plane(int plane, int slices) {
        const double delay = planes_.delay / unit_;
        std::vector<std::pair<int, double>> time{{end_, 1}};
        for (int s = 0, before = -1; s < slices; ++s) {
            const int used = program_.add_column(0, 0, 1, true);
            const int length = program_.add_column(0, 0, none);
            const bool stands = s == 0 && planes_.holds(1);
            time.insert(time.end(),
                        {{length, -1}, {used, -planes_.latency / unit_ - (stands ? 0.0 : delay)}});
            if (before >= 0) row({{used, 1}, {before, -1}}, -none, 0);
            before = used;
            slices_.push_back({plane, used, length});
            add_pairs(slices_.back());
        }
        row(time, 0, none);
    }

    /// The pairs of one slice: a matching where it is used, bytes that fit its length.
    void add_pairs(Columns& slice) {
        const auto n = static_cast<std::size_t>(matrix_.n);
        std::vector<std::vector<std::pair<int, double>>> shown(2 * n), sent(2 * n);
        for (std::size_t p = 0; p < pairs_.size(); ++p) {
            const int on = program_.add_column(0, 0, 1, true);
            slice.pairs.push_back(on);
            const int bytes = program_.add_column(0, 0, seconds(p));
            row({{bytes, 1}, {on, -seconds(p)}}, -none, 0);
            program_.set(served_[p], bytes, 1);
            for (const auto line : {static_cast<std::size_t>(pairs_[p].first),
                                    n + static_cast<std::size_t>(pairs_[p].second)}) {
                shown[line].emplace_back(on, 1);
                sent[line].emplace_back(bytes, 1);
            }
        }
        for (std::size_t line = 0; line < 2 * n; ++line) {
            if (shown[line].empty()) continue;
            shown[line].emplace_back(slice.used, -1);
            sent[line].emplace_back(slice.length, -1);
            row(shown[line], -none, 0);
            row(sent[line], -none, 0);
        }
    }

    const ByteMatrix& matrix_;
    const PlaneSet& planes_;
    double unit_;
    std::vector<std::pair<Node, Node>> pairs_;
    std::vector<int> served_;
    std::vector<Columns> slices_;
    int end_ = -1;
    milp::LinearProgram program_;
};

/// The columns with the pairs of a solution fixed, free of the solver's tolerance.
std::vector<double> polished(milp::LinearProgram program, const std::vector<double>& x) {
    for (std::size_t c = 0; c < x.size(); ++c) {
        if (!program.integer_[c]) continue;
        program.lower_[c] = program.upper_[c] = std::round(x[c]);
        program.integer_[c] = false;
    }
    const auto found = milp::solve_relaxation(program);
    return found.outcome == milp::Outcome::optimal ? found.x : std::vector<double>{};
}

}  // namespace

ProgramResult solve_matrix_program(const ByteMatrix& matrix, const PlaneSet& planes, double known,
                                   int max_nodes) {
    const double bound = bounds_of(matrix, planes).single_hop();
    constexpr double rounding = 1e-12;
    if (known <= bound * (1 + rounding)) return {bound, true, 0};
    const int slices = useful_slices(matrix, planes, known);
    SliceProgram built(matrix, planes, slices, known);
    auto& program = built.program();
    program.lower_[built.end()] = bound / known;
    program.upper_[built.end()] = 1;
    const auto found = milp::solve_integer(program, max_nodes);
    ProgramResult result{known, found.outcome != milp::Outcome::budget, slices};
    const auto x = found.x.empty() ? found.x : polished(program, found.x);
    if (!x.empty() && x[built.end()] < 1 - rounding) {
        built.read(x, result);
        result.bound = known * x[built.end()];
    }
    if (!result.proven) result.bound = std::max(bound, std::min(result.bound, known * found.bound));
    return result;
}

namespace {

/// Distance of the farthest pair that sends; -1 if some pair is not connected.
Node farthest(const ByteMatrix& matrix, const std::vector<kernels::Edge>& links) {
    Node most = 0;
    for (Node i = 0; i < matrix.n; ++i) {
        const auto hops = kernels::hops_from(i, matrix.n, links);
        for (Node j = 0; j < matrix.n; ++j) {
            if (matrix.at(i, j) == 0) continue;
            if (hops[j] < 0) return -1;
            most = std::max(most, hops[j]);
        }
    }
    return most;
}

}  // namespace

MatrixFlow flow_of(const ByteMatrix& matrix, const kernels::Topology& topology) {
    const auto links = topology.links();
    const Node hops = farthest(matrix, links);
    if (hops < 0) return {none, none, hops};
    const auto unit = static_cast<double>(kernels::busiest_line(matrix));
    if (unit == 0) return {0, 0, 0};
    milp::LinearProgram program;
    const int load = program.add_column(1, 0, none);
    std::vector<int> link_rows;
    for (const auto& link : links) {
        link_rows.push_back(program.add_row(-none, 0));
        program.set(link_rows.back(), load, -link.capacity);
    }
    for (Node to = 0; to < matrix.n; ++to) {
        std::vector<int> leaves(static_cast<std::size_t>(matrix.n), -1);
        for (Node node = 0; node < matrix.n; ++node) {
            const double bytes = static_cast<double>(matrix.at(node, to)) / unit;
            if (node != to) leaves[node] = program.add_row(bytes, bytes);
        }
        for (std::size_t l = 0; l < links.size(); ++l) {
            if (links[l].from == to) continue;
            const int flow = program.add_column(0, 0, none);
            program.set(link_rows[l], flow, 1);
            program.set(leaves[links[l].from], flow, 1);
            if (links[l].to != to) program.set(leaves[links[l].to], flow, -1);
        }
    }
    const auto found = milp::solve_relaxation(program);
    return {found.x[load] * unit, found.bound * unit, hops};
}

}  // namespace lightsweep::solvers::matrices
