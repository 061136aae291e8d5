#include "kernels/permutations/permutation.hpp"

#include <stdexcept>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::kernels {

namespace {

void require_nodes(std::int64_t n) {
    if (n < 1) throw std::invalid_argument("nodes = " + std::to_string(n) + ": must be at least 1");
}

Node translate(const std::vector<Node>& dims, const std::vector<Node>& offset, Node node) {
    Node result = 0;
    Node stride = 1;
    for (std::size_t d = dims.size(); d-- > 0;) {
        const Node coordinate = node % dims[d];
        node /= dims[d];
        const Node moved = coordinate + offset[d];
        result += stride * (moved < dims[d] ? moved : moved - dims[d]);
        stride *= dims[d];
    }
    return result;
}

/// Whether a list is in fact a shift or an exclusive-or.
template <typename Difference>
bool is_constant(const std::vector<Node>& to, Difference difference) {
    const auto n = static_cast<Node>(to.size());
    for (Node j = 1; j < n; ++j)
        if (difference(to[j], j) != difference(to[0], 0)) return false;
    return true;
}

std::uint64_t mixed(std::uint64_t value, std::uint64_t word) {
    value = (value ^ word) * 0xBF58476D1CE4E5B9ULL;
    return value ^ value >> 29;
}

std::uint64_t hash_of(const std::vector<Node>& to) {
    std::uint64_t value = 0x9E3779B97F4A7C15ULL ^ to.size();
    for (const Node node : to) value = mixed(value, static_cast<std::uint64_t>(node));
    return value;
}

std::vector<Node> normalised(std::vector<Node> to) {
    const auto n = static_cast<Node>(to.size());
    std::vector<Node> sender(to.size(), -1);
    for (Node j = 0; j < n; ++j) {
        if (to[j] == -1) to[j] = j;
        if (to[j] < 0 || to[j] >= n)
            throw std::invalid_argument("peer[" + std::to_string(j) +
                                        "] = " + std::to_string(to[j]) +
                                        ": must be -1 (idle) or in 0.." + std::to_string(n - 1));
        if (to[j] == j) continue;
        if (sender[to[j]] >= 0)
            throw std::invalid_argument("peer[" + std::to_string(j) +
                                        "] = " + std::to_string(to[j]) + ": node " +
                                        std::to_string(sender[to[j]]) +
                                        " sends there already; give every node its own peer");
        sender[to[j]] = j;
    }
    return to;
}

}  // namespace

Permutation Permutation::shift(Node n, std::int64_t offset) {
    require_nodes(n);
    return {n, Form::shift, modulo(offset, n)};
}

Permutation Permutation::exclusive_or(Node n, Node mask) {
    require_nodes(n);
    if (!is_power_of_two(n) || mask < 0 || mask >= n)
        throw std::invalid_argument("xor " + std::to_string(mask) + " on " + std::to_string(n) +
                                    " nodes: needs a power of two and a mask below it");
    if (mask == 0 || 2 * static_cast<std::int64_t>(mask) == n) return shift(n, mask);
    return {n, Form::exclusive_or, mask};
}

Permutation Permutation::translation(std::vector<Node> dims, std::vector<std::int64_t> offset) {
    if (dims.empty() || dims.size() != offset.size())
        throw std::invalid_argument(
            "translation: dims and offset need the same length, at least 1");
    Grid grid{std::move(dims), {}};
    std::int64_t n = 1;
    for (std::size_t d = 0; d < grid.dims.size(); ++d) {
        require_nodes(grid.dims[d]);
        grid.offset.push_back(modulo(offset[d], grid.dims[d]));
        n *= grid.dims[d];
    }
    std::vector<Node> to(static_cast<std::size_t>(n));
    for (Node j = 0; j < static_cast<Node>(n); ++j) to[j] = translate(grid.dims, grid.offset, j);
    Permutation result = list(std::move(to));
    if (result.form_ != Form::list) return result;
    result.form_ = Form::translation;
    result.to_.reset();
    result.grid_ = std::make_shared<const Grid>(std::move(grid));
    return result;
}

Permutation Permutation::list(std::vector<Node> destination) {
    parallel::checkpoint();
    require_nodes(static_cast<std::int64_t>(destination.size()));
    const auto n = static_cast<Node>(destination.size());
    destination = normalised(std::move(destination));
    if (is_constant(destination, [n](Node to, Node j) { return modulo(to - j, n); }))
        return shift(n, destination[0]);
    if (is_power_of_two(n) && is_constant(destination, [](Node to, Node j) { return to ^ j; }))
        return exclusive_or(n, destination[0]);
    Permutation result(n, Form::list, 0);
    result.hash_ = hash_of(destination);
    result.to_ = std::make_shared<const std::vector<Node>>(std::move(destination));
    return result;
}

Permutation Permutation::labelled(Node n, Node label) {
    require_nodes(n);
    return {n, Form::label, label};
}

Node Permutation::moved(Node node) const {
    if (form_ == Form::label) throw std::logic_error(describe() + " names no peers");
    return translate(grid_->dims, grid_->offset, node);
}

Permutation Permutation::inverse() const {
    if (form_ == Form::shift) return shift(n_, -std::int64_t{parameter_});
    if (form_ == Form::exclusive_or) return *this;
    if (form_ == Form::label) (*this)(0);
    if (form_ == Form::translation) {
        std::vector<std::int64_t> back(grid_->offset.begin(), grid_->offset.end());
        for (auto& step : back) step = -step;
        return translation(grid_->dims, std::move(back));
    }
    std::vector<Node> from(to_->size(), -1);
    for (Node j = 0; j < n_; ++j)
        if ((*to_)[j] != j) from[(*to_)[j]] = j;
    return list(std::move(from));
}

bool Permutation::is_identity() const {
    return form_ == Form::shift && parameter_ == 0;
}

bool Permutation::is_involution() const {
    if (form_ == Form::exclusive_or) return true;
    if (form_ == Form::shift) return (2 * std::int64_t{parameter_}) % n_ == 0;
    for (Node j = 0; j < n_; ++j)
        if ((*this)((*this)(j)) != j) return false;
    return true;
}

Node Permutation::rotation_period() const {
    if (form_ == Form::shift) return 1;
    for (Node g = 1; g < n_; ++g) {
        if (n_ % g != 0) continue;
        Node j = 0;
        while (j < n_ && (*this)(modulo(j + g, n_)) == modulo((*this)(j) + g, n_)) ++j;
        if (j == n_) return g;
    }
    return n_;
}

std::optional<Node> Permutation::as_shift() const {
    return form_ == Form::shift ? std::optional<Node>(parameter_) : std::nullopt;
}

std::optional<Node> Permutation::as_exclusive_or() const {
    if (form_ == Form::exclusive_or) return parameter_;
    const bool half =
        form_ == Form::shift && is_power_of_two(n_) && 2 * std::int64_t{parameter_} == n_;
    return half ? std::optional<Node>(parameter_) : std::nullopt;
}

bool Permutation::operator==(const Permutation& other) const {
    if (n_ != other.n_) return false;
    if (has_parameter() || other.has_parameter())
        return form_ == other.form_ && parameter_ == other.parameter_;
    if (hash_ != other.hash_) return false;
    if (to_ && other.to_) return *to_ == *other.to_;
    if (grid_ && other.grid_ && grid_->dims == other.grid_->dims)
        return grid_->offset == other.grid_->offset;
    for (Node j = 0; j < n_; ++j)
        if ((*this)(j) != other(j)) return false;
    return true;
}

std::uint64_t Permutation::hash() const {
    if (!has_parameter()) return hash_;
    return mixed(0x9E3779B97F4A7C15ULL ^ static_cast<std::uint64_t>(n_),
                 static_cast<std::uint64_t>(form_) << 32 | static_cast<std::uint32_t>(parameter_));
}

std::string Permutation::describe() const {
    switch (form_) {
        case Form::shift:
            return is_identity() ? "idle" : "shift +" + std::to_string(parameter_);
        case Form::exclusive_or:
            return "xor " + std::to_string(parameter_);
        case Form::label:
            return "cfg " + std::to_string(parameter_);
        case Form::translation: {
            std::string text = "translation (";
            for (std::size_t d = 0; d < grid_->dims.size(); ++d)
                text += (d ? ", +" : "+") + std::to_string(grid_->offset[d]);
            return text + ")";
        }
        case Form::list:
            return "list of " + std::to_string(n_);
    }
    return {};
}

}  // namespace lightsweep::kernels
