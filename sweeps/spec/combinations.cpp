#include "sweeps/spec/combinations.hpp"

#include <algorithm>
#include <set>

namespace lightsweep::sweeps {

void for_each_combination(const GridSpec& grid, const std::vector<std::string>& keys,
                          const std::function<bool(const std::vector<std::size_t>&)>& visit) {
    std::set<std::size_t> varied;
    for (const std::string& key : keys) {
        if (const auto dimension = grid.dimension_of(key)) varied.insert(*dimension);
    }
    std::uint64_t total = 1;
    for (const std::size_t d : varied) {
        total = std::min(total * grid.dimensions[d].size(), most_combinations);
    }
    for (std::uint64_t i = 0; i < total; ++i) {
        std::vector<std::size_t> indices(grid.dimensions.size(), open_index);
        std::uint64_t rest = i;
        for (const std::size_t d : varied) {
            indices[d] = static_cast<std::size_t>(rest % grid.dimensions[d].size());
            rest /= grid.dimensions[d].size();
        }
        if (!visit(indices)) return;
    }
}

}  // namespace lightsweep::sweeps
