// Values of a grid at one point that are not numbers: texts, tuples, custom steps, edge lists.
#include <stdexcept>

#include "sweeps/points/grid_points.hpp"

namespace lightsweep::sweeps {

using kernels::Node;

std::string text_at(const GridSpec& grid, const char* key, const Indices& indices,
                    const std::string& fallback) {
    const AxisValues* axis = grid.find(key);
    if (!axis) return fallback;
    const std::size_t i = grid.value_index(key, indices);
    return i == open_index ? fallback : axis->labels[i];
}

std::vector<std::int64_t> tuple_at(const GridSpec& grid, const char* key, const Indices& indices) {
    const AxisValues* axis = grid.find(key);
    if (!axis) return {};
    const std::size_t i = grid.value_index(key, indices);
    return i == open_index ? std::vector<std::int64_t>{} : axis->tuples[i];
}

kernels::Permutation permutation_of(const CustomStep& step, Node n) {
    switch (step.form) {
        case CustomStep::Form::shift:
            return kernels::Permutation::shift(n, step.amount);
        case CustomStep::Form::xor_mask:
            return kernels::Permutation::exclusive_or(n, static_cast<Node>(step.amount));
        case CustomStep::Form::peer:
            return kernels::Permutation::list({step.peers.begin(), step.peers.end()});
        case CustomStep::Form::label:
            break;
    }
    return kernels::Permutation::labelled(n, static_cast<Node>(step.amount));
}

std::vector<kernels::Edge> edges_of(const TextFile& file, Node n) {
    std::string text;
    int number = 1;
    for (const auto& line : file.lines) {
        for (; number < line.number; ++number) text += '\n';
        text += line.text + '\n';
        ++number;
    }
    return kernels::parse_edge_list(text, n, file.path);
}

}  // namespace lightsweep::sweeps
