#include "solvers/milp/growing_program.hpp"

#include <ClpSimplex.hpp>
#include <cmath>
#include <vector>

#include "solvers/milp/watch.hpp"

namespace lightsweep::solvers::milp {

struct GrowingProgram::Model {
    ClpSimplex simplex;
    // Columns that Clp does not have yet.
    std::vector<double> objective, coefficients;
    std::vector<CoinBigIndex> starts{0};
    std::vector<int> rows;
};

GrowingProgram::GrowingProgram(std::span<const double> row_lower, std::span<const double> row_upper)
    : model_(std::make_unique<Model>()) {
    auto& simplex = model_->simplex;
    simplex.setLogLevel(0);
    simplex.messageHandler()->setLogLevel(0);
    simplex.resize(static_cast<int>(row_lower.size()), 0);
    for (int row = 0; row < simplex.numberRows(); ++row) {
        const auto bound = [](double value) {
            return std::isinf(value) ? std::copysign(COIN_DBL_MAX, value) : value;
        };
        simplex.setRowBounds(row, bound(row_lower[row]), bound(row_upper[row]));
    }
    simplex.setPrimalTolerance(1e-10);
    simplex.setDualTolerance(1e-10);
    simplex.setPerturbation(50);  // degenerate programs: perturb when progress is slow
}

GrowingProgram::~GrowingProgram() = default;

void GrowingProgram::add_column(double objective, std::span<const int> rows,
                                std::span<const double> coefficients) {
    model_->objective.push_back(objective);
    model_->rows.insert(model_->rows.end(), rows.begin(), rows.end());
    model_->coefficients.insert(model_->coefficients.end(), coefficients.begin(),
                                coefficients.end());
    model_->starts.push_back(static_cast<CoinBigIndex>(model_->rows.size()));
}

void GrowingProgram::start_from(std::span<const double> values) {
    add_waiting();
    auto& simplex = model_->simplex;
    simplex.createStatus();
    for (std::size_t column = 0; column < values.size(); ++column) {
        const auto j = static_cast<int>(column);
        simplex.primalColumnSolution()[j] = values[column];
        if (values[column] > 0) simplex.setColumnStatus(j, ClpSimplex::superBasic);
    }
}

bool GrowingProgram::solve(int iterations) {
    add_waiting();
    auto& simplex = model_->simplex;
    simplex.setMaximumIterations(iterations);
    std::exception_ptr thrown;
    const Watch watch(thrown);
    simplex.passInEventHandler(&watch);
    simplex.primal(1);
    const ClpEventHandler none;
    simplex.passInEventHandler(&none);
    if (thrown) std::rethrow_exception(thrown);
    return simplex.isProvenOptimal();
}

void GrowingProgram::add_waiting() {
    auto& simplex = model_->simplex;
    const std::vector<double> lower(model_->objective.size(), 0.0);
    const std::vector<double> upper(model_->objective.size(), COIN_DBL_MAX);
    simplex.addColumns(static_cast<int>(lower.size()), lower.data(), upper.data(),
                       model_->objective.data(), model_->starts.data(), model_->rows.data(),
                       model_->coefficients.data());
    model_->objective.clear();
    model_->rows.clear();
    model_->coefficients.clear();
    model_->starts.assign(1, 0);
}

int GrowingProgram::iterations() const {
    return model_->simplex.numberIterations();
}

std::span<const double> GrowingProgram::columns() const {
    const auto& simplex = model_->simplex;
    return {simplex.getColSolution(), static_cast<std::size_t>(simplex.numberColumns())};
}

std::span<const double> GrowingProgram::multipliers() const {
    const auto& simplex = model_->simplex;
    return {simplex.getRowPrice(), static_cast<std::size_t>(simplex.numberRows())};
}

}  // namespace lightsweep::solvers::milp
