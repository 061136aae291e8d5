#include "engine/journal/workload.hpp"

namespace lightsweep::engine {

std::size_t Tile::offset(std::span<const std::size_t> index) const {
    std::size_t position = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis)
        position = position * group->chunk[axis] + index[axis];
    return position;
}

std::size_t Tile::points() const {
    return product(extent);
}

Workload::~Workload() = default;

std::function<double(Task)> Workload::estimates_in_order() const {
    return [this](Task task) { return estimate(task); };
}

std::uint64_t Workload::locality(Task) const {
    return 0;
}

std::size_t Workload::n_preparations() const {
    return 0;
}

std::string Workload::preparation_key(std::size_t preparation) const {
    return std::to_string(preparation);
}

double Workload::preparation_estimate(std::size_t) const {
    return 1.0;
}

std::vector<std::size_t> Workload::needs(Task) const {
    return {};
}

std::string Workload::prepare(std::size_t) {
    return {};
}

void Workload::adopt(std::size_t, const Preparation&) {}

void Workload::use_idle_threads(BorrowThreads) {}

TaskReport Workload::compute_tile(Task, Tile& tile) {
    return {tile.points(), 0};
}

TaskReport Workload::compute_row(Task, RaggedRow&) {
    return {1, 0};
}

void Workload::fail_tile(Task, const std::string&, Tile&) {}

void Workload::fail_row(Task, const std::string&, RaggedRow&) {}

}  // namespace lightsweep::engine
