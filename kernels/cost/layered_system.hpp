#pragma once
// Linear systems whose unknowns lie in layers, of which each meets the one before it and the one
// after it alone. The matrix is symmetric and positive definite, and it is given as a sum of
// squares. Its Cholesky factor has the same shape, so that it takes O(layers n^3).

#include <cstddef>
#include <span>
#include <vector>

namespace lightsweep::kernels {

class LayeredSystem {
  public:
    /// Unknowns of every layer.
    explicit LayeredSystem(std::vector<std::size_t> sizes);

    void clear();
    /// Adds weight (below . layer - 1 + here . layer)^2. Layer 0 has nothing below.
    void add_square(std::size_t layer, double weight, std::span<const double> below,
                    std::span<const double> here);
    /// Adds weight (x_to - x_from)^2, both within their layers.
    void add_difference(std::size_t layer, double weight, std::size_t from, std::size_t to);
    /// Adds weight x_at^2.
    void add_single(std::size_t layer, double weight, std::size_t at) {
        own_[layer][at * sizes_[layer] + at] += weight;
    }

    /// Replaces the matrix by its factor; false if it is not positive definite in doubles.
    bool factor();
    /// After factor(): replaces the right side, layer after layer, by the unknowns.
    void solve(std::span<double> x) const;

  private:
    bool factor_own(std::size_t layer);

    std::vector<std::size_t> sizes_;
    /// Per layer the upper triangle, row by row, and the block of rows of the layer before and
    /// columns of this one.
    std::vector<std::vector<double>> own_, below_;
};

}  // namespace lightsweep::kernels
