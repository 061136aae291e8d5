#include "solvers/pccl/bucket_shares.hpp"

#include <cmath>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/multiport_collectives.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::pccl {

using kernels::Node, kernels::Primitive;

namespace {

/// Denominators that are tried; beyond the largest shares are rounded to it.
constexpr Node most_pieces = 5040;

/// The program's shares. Columns: a share per first dimension, then the longest part of each step.
std::vector<double> best_shares(const std::vector<Node>& sizes) {
    milp::LinearProgram program;
    const std::size_t count = sizes.size();
    for (std::size_t q = 0; q < count; ++q) program.add_column(0, 0, 1);
    std::vector<std::vector<int>> rows;  // per step and dimension: y_t - bytes >= 0
    for (std::size_t q = 0; q < count; ++q) {
        double part = 1;
        std::size_t t = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t dimension = (q + k) % count;
            part /= sizes[dimension];
            for (Node j = 0; j + 1 < sizes[dimension]; ++j, ++t) {
                if (t == rows.size()) {
                    const int longest = program.add_column(1, 0, milp::unbounded);
                    rows.emplace_back();
                    for (std::size_t d = 0; d < count; ++d) {
                        rows.back().push_back(program.add_row(0, milp::unbounded));
                        program.set(rows.back().back(), longest, 1);
                    }
                }
                // In a dimension of 2 nodes both directions are one permutation.
                program.set(rows[t][dimension], static_cast<int>(q),
                            -part * (sizes[dimension] == 2 ? 2 : 1));
            }
        }
    }
    const int all = program.add_row(0.5, 0.5);
    for (std::size_t q = 0; q < count; ++q) program.set(all, static_cast<int>(q), 1);
    auto x = milp::solve_relaxation(program).x;
    x.resize(count);
    return x;
}

std::vector<Node> rounded(const std::vector<double>& shares, Node pieces) {
    std::vector<Node> whole;
    for (const double share : shares)
        whole.push_back(static_cast<Node>(std::lround(share * pieces)));
    return whole;
}

}  // namespace

std::vector<Node> best_pieces(const std::vector<Node>& dims) {
    std::vector<Node> sizes;
    for (const Node size : dims)
        if (size > 1) sizes.push_back(size);
    if (sizes.size() < 2) return std::vector<Node>(sizes.size(), 1);
    const auto shares = best_shares(sizes);
    std::vector<Node> whole;
    for (Node pieces = 2; pieces <= most_pieces; pieces += 2) {
        whole = rounded(shares, pieces);
        double off = 0;
        for (std::size_t q = 0; q < shares.size(); ++q)
            off = std::max(off, std::abs(whole[q] - shares[q] * pieces));
        if (off < 1e-6) break;
    }
    return whole;
}

kernels::Collective with_best_shares(kernels::Collective collective) {
    if (!collective.parts.empty()) {
        for (auto& part : collective.parts) part = with_best_shares(std::move(part));
        return kernels::sequence(std::move(collective.parts));
    }
    const auto found = kernels::find_collective(collective.name());
    if (!found.row || !found.row->square || found.dims.empty() || collective.n == 1)
        return collective;
    const auto pieces = best_pieces(found.dims);
    const auto half = [&](Primitive primitive) {
        return kernels::bucket_on_all_ports(found.dims, primitive, pieces);
    };
    auto result =
        collective.primitive == Primitive::all_reduce
            ? kernels::all_reduce_of(half(Primitive::reduce_scatter), half(Primitive::all_gather))
            : half(collective.primitive);
    result.algorithm = collective.algorithm;
    return result;
}

}  // namespace lightsweep::solvers::pccl
