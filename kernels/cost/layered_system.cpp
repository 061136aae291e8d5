#include "kernels/cost/layered_system.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lightsweep::kernels {

namespace {

void add(double* sums, const double* values, double times, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) sums[i] += times * values[i];
}

/// Adds weight a_i a to row i of an upper triangle.
void add_outer(std::vector<double>& triangle, double weight, std::span<const double> a) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != 0) add(&triangle[i * a.size() + i], &a[i], weight * a[i], a.size() - i);
}

}  // namespace

LayeredSystem::LayeredSystem(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)) {
    for (std::size_t layer = 0; layer < sizes_.size(); ++layer) {
        own_.emplace_back(sizes_[layer] * sizes_[layer]);
        below_.emplace_back(layer == 0 ? 0 : sizes_[layer - 1] * sizes_[layer]);
    }
}

void LayeredSystem::clear() {
    for (auto* blocks : {&own_, &below_})
        for (auto& block : *blocks) std::ranges::fill(block, 0.0);
}

void LayeredSystem::add_square(std::size_t layer, double weight, std::span<const double> below,
                               std::span<const double> here) {
    add_outer(own_[layer], weight, here);
    if (layer == 0) return;
    add_outer(own_[layer - 1], weight, below);
    for (std::size_t i = 0; i < below.size(); ++i)
        if (below[i] != 0)
            add(&below_[layer][i * here.size()], here.data(), weight * below[i], here.size());
}

void LayeredSystem::add_difference(std::size_t layer, double weight, std::size_t from,
                                   std::size_t to) {
    add_single(layer, weight, to);
    add_single(layer - 1, weight, from);
    below_[layer][from * sizes_[layer] + to] -= weight;
}

bool LayeredSystem::factor_own(std::size_t layer) {
    const auto n = sizes_[layer];
    double* rows = own_[layer].data();
    for (std::size_t i = 0; i < n; ++i) {
        double* row = rows + i * n;
        if (!(row[i] > 0)) return false;
        const double scale = 1 / std::sqrt(row[i]);
        for (std::size_t j = i; j < n; ++j) row[j] *= scale;
        for (std::size_t j = i + 1; j < n; ++j) add(rows + j * n + j, row + j, -row[j], n - j);
    }
    return true;
}

bool LayeredSystem::factor() {
    for (std::size_t layer = 0; layer < sizes_.size(); ++layer) {
        const auto n = sizes_[layer], before = layer == 0 ? 0 : sizes_[layer - 1];
        for (std::size_t i = 0; i < before; ++i) {
            const double* factors = &own_[layer - 1][i * before];
            double* row = &below_[layer][i * n];
            for (std::size_t j = 0; j < n; ++j) row[j] /= factors[i];
            for (std::size_t k = i + 1; k < before; ++k)
                add(&below_[layer][k * n], row, -factors[k], n);
            for (std::size_t j = 0; j < n; ++j)
                add(&own_[layer][j * n + j], row + j, -row[j], n - j);
        }
        if (!factor_own(layer)) return false;
    }
    return true;
}

void LayeredSystem::solve(std::span<double> x) const {
    double* here = x.data();
    for (std::size_t layer = 0; layer < sizes_.size(); ++layer) {
        const auto n = sizes_[layer], before = layer == 0 ? 0 : sizes_[layer - 1];
        for (std::size_t i = 0; i < before; ++i)
            add(here, &below_[layer][i * n], -here[std::ptrdiff_t(i) - std::ptrdiff_t(before)], n);
        for (std::size_t i = 0; i < n; ++i) {
            const double* row = &own_[layer][i * n];
            here[i] /= row[i];
            add(here + i + 1, row + i + 1, -here[i], n - i - 1);
        }
        here += n;
    }
    for (std::size_t layer = sizes_.size(); layer-- > 0;) {
        const auto n = sizes_[layer], after = layer + 1 < sizes_.size() ? sizes_[layer + 1] : 0;
        here -= n;
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t j = 0; j < after; ++j)
                here[i] -= below_[layer + 1][i * after + j] * here[n + j];
            const double* row = &own_[layer][i * n];
            for (std::size_t j = i + 1; j < n; ++j) here[i] -= row[j] * here[j];
            here[i] /= row[i];
        }
    }
}

}  // namespace lightsweep::kernels
