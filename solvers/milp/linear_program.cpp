#include "solvers/milp/linear_program.hpp"

#include <CbcEventHandler.hpp>
#include <CbcModel.hpp>
#include <ClpSolve.hpp>
#include <OsiClpSolverInterface.hpp>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "solvers/milp/watch.hpp"

namespace lightsweep::solvers::milp {

namespace {

/// Branch and bound compares values to this precision; the program's data are about 1.
constexpr double tolerance = 1e-9;

/// Above this number of columns Clp's start named Idiot takes many seconds, in which it asks nobody
/// whether to stop.
constexpr int largest_crash = 100'000;

double coin_bound(double value) {
    return std::isinf(value) ? std::copysign(COIN_DBL_MAX, value) : value;
}

std::vector<double> coin_bounds(const std::vector<double>& values) {
    std::vector<double> result;
    for (const double value : values) result.push_back(coin_bound(value));
    return result;
}

/// These places in the order of their keys, which are below `keys`. Places with equal keys keep
/// their order.
std::vector<int> ordered(const std::vector<int>& places, const std::vector<int>& key, int keys) {
    std::vector<int> next(static_cast<std::size_t>(keys) + 1), result(places.size());
    for (const int one : places) ++next[static_cast<std::size_t>(key[one]) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (const int one : places) result[next[key[one]]++] = one;
    return result;
}

/// The entries column by column, each in ascending order of rows.
struct Columns {
    std::vector<CoinBigIndex> start{0};
    std::vector<int> row{};
    std::vector<double> value{};

    explicit Columns(const LinearProgram& p) {
        std::vector<int> places(p.entry_row_.size());
        std::iota(places.begin(), places.end(), 0);
        places = ordered(ordered(places, p.entry_row_, p.n_rows()), p.entry_column_, p.n_columns());
        auto place = places.begin();
        for (int column = 0; column < p.n_columns(); ++column) {
            while (place != places.end() && p.entry_column_[*place] == column) {
                const int at = p.entry_row_[*place];
                double sum = 0;
                for (; place != places.end() && p.entry_column_[*place] == column &&
                       p.entry_row_[*place] == at;
                     ++place)
                    sum += p.entry_value_[*place];
                if (sum != 0) row.push_back(at), value.push_back(sum);
            }
            start.push_back(static_cast<CoinBigIndex>(row.size()));
        }
    }
};

void load(const LinearProgram& p, OsiClpSolverInterface& solver) {
    solver.messageHandler()->setLogLevel(0);
    solver.getModelPtr()->setLogLevel(0);
    // The tightest tolerances at which Clp does not cycle on degenerate programs; they keep bounds
    // sharp.
    solver.setDblParam(OsiDualTolerance, 1e-10);
    solver.setDblParam(OsiPrimalTolerance, 1e-10);
    const Columns columns(p);
    kernels::parallel::checkpoint();  // large programs take seconds to load
    solver.loadProblem(p.n_columns(), p.n_rows(), columns.start.data(), columns.row.data(),
                       columns.value.data(), coin_bounds(p.lower_).data(),
                       coin_bounds(p.upper_).data(), p.objective_.data(),
                       coin_bounds(p.row_lower_).data(), coin_bounds(p.row_upper_).data());
    kernels::parallel::checkpoint();
    for (int column = 0; column < p.n_columns(); ++column)
        if (p.integer_[column]) solver.setInteger(column);
}

/// Ends CBC's tree where Clp was ended.
class TreeWatch : public CbcEventHandler {
  public:
    explicit TreeWatch(const std::exception_ptr& thrown) : thrown_(thrown) {}
    CbcEventHandler* clone() const override { return new TreeWatch(*this); }
    CbcAction event(CbcEvent) override { return thrown_ ? stop : noAction; }

  private:
    const std::exception_ptr& thrown_;
};

Solution relaxed(const LinearProgram& p, OsiClpSolverInterface& solver) {
    std::exception_ptr thrown;
    const Watch watch(thrown);
    solver.getModelPtr()->passInEventHandler(&watch);
    ClpSolve options;
    options.setSpecialOption(2, 1);  // no signal handler of its own for SIGINT
    if (p.n_columns() > largest_crash) options.setSpecialOption(1, 5);  // without Idiot's start
    solver.setSolveOptions(options);
    solver.initialSolve();
    const ClpEventHandler none;
    solver.getModelPtr()->passInEventHandler(&none);
    if (thrown) std::rethrow_exception(thrown);
    Solution result;
    if (solver.isProvenPrimalInfeasible()) return result;
    if (!solver.isProvenOptimal())
        throw std::runtime_error("the linear program of " + std::to_string(p.n_rows()) + " x " +
                                 std::to_string(p.n_columns()) + " was not solved: Clp status " +
                                 std::to_string(solver.getModelPtr()->status()));
    result.outcome = Outcome::optimal;
    result.x.assign(solver.getColSolution(), solver.getColSolution() + p.n_columns());
    result.multipliers.assign(solver.getRowPrice(), solver.getRowPrice() + p.n_rows());
    result.bound = p.lagrangian_bound(result.multipliers);
    return result;
}

}  // namespace

int LinearProgram::add_column(double objective, double lower, double upper, bool integer) {
    objective_.push_back(objective);
    lower_.push_back(lower);
    upper_.push_back(upper);
    integer_.push_back(integer);
    return n_columns() - 1;
}

int LinearProgram::add_row(double lower, double upper) {
    kernels::parallel::checkpoint();  // programs of millions of rows take seconds to write
    row_lower_.push_back(lower);
    row_upper_.push_back(upper);
    return n_rows() - 1;
}

void LinearProgram::set(int row, int column, double coefficient) {
    entry_row_.push_back(row);
    entry_column_.push_back(column);
    entry_value_.push_back(coefficient);
}

double LinearProgram::lagrangian_bound(const std::vector<double>& multipliers) const {
    std::vector<double> y = multipliers;
    double bound = 0;
    for (int row = 0; row < n_rows(); ++row) {
        const double side = y[row] > 0 ? row_lower_[row] : row_upper_[row];
        if (y[row] == 0 || std::isinf(side))
            y[row] = 0;
        else
            bound += y[row] * side;
    }
    std::vector<double> reduced = objective_;
    for (std::size_t e = 0; e < entry_row_.size(); ++e)
        reduced[entry_column_[e]] -= y[entry_row_[e]] * entry_value_[e];
    for (int column = 0; column < n_columns(); ++column) {
        if (reduced[column] == 0) continue;
        const double side = reduced[column] > 0 ? lower_[column] : upper_[column];
        if (std::isinf(side)) return -unbounded;
        bound += reduced[column] * side;
    }
    return bound;
}

Solution solve_relaxation(const LinearProgram& program) {
    OsiClpSolverInterface solver;
    load(program, solver);
    return relaxed(program, solver);
}

Solution solve_integer(const LinearProgram& program, int max_nodes,
                       const std::vector<double>& start) {
    OsiClpSolverInterface solver;
    load(program, solver);
    Solution result = relaxed(program, solver);
    if (result.outcome != Outcome::optimal) return result;
    std::exception_ptr thrown;
    const Watch watch(thrown);
    const TreeWatch tree_watch(thrown);
    solver.getModelPtr()->passInEventHandler(&watch);
    CbcModel model(solver);
    model.passInEventHandler(&tree_watch);
    model.setLogLevel(0);
    model.messageHandler()->setLogLevel(0);
    model.setMaximumNodes(max_nodes);
    model.setCutoffIncrement(tolerance);
    model.setIntegerTolerance(tolerance);
    model.setAllowableGap(0);
    if (!start.empty()) {
        const double value =
            std::inner_product(start.begin(), start.end(), program.objective_.begin(), 0.0);
        model.setBestSolution(start.data(), program.n_columns(), value, true);
    }
    model.branchAndBound();
    if (thrown) std::rethrow_exception(thrown);
    result.nodes = model.getNodeCount();
    if (model.bestSolution())
        result.x.assign(model.bestSolution(), model.bestSolution() + program.n_columns());
    else
        result.x.clear();
    if (model.isProvenInfeasible())
        result.outcome = Outcome::infeasible;
    else if (model.isNodeLimitReached())
        result.outcome = Outcome::budget;
    else if (!model.isProvenOptimal())
        throw std::runtime_error("the 0-1 program was not solved: CBC status " +
                                 std::to_string(model.status()));
    else
        result.bound = std::max(result.bound, model.getObjValue() - tolerance);
    return result;
}

}  // namespace lightsweep::solvers::milp
