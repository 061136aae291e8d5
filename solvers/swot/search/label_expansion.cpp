#include "solvers/swot/search/label_expansion.hpp"

#include <cmath>
#include <map>
#include <tuple>

namespace lightsweep::solvers::swot {

namespace {

/// Cell of a label: parked planes, end and debts in steps of `width`.
using Cell = std::tuple<std::uint64_t, long, std::array<signed char, most_planes>>;

Cell cell_of(const Label& label, double width) {
    Cell cell{label.parked, std::lround(std::floor(label.end / width)), {}};
    for (int j = 0; j < most_planes; ++j)
        std::get<2>(cell)[j] = static_cast<signed char>(std::min(label.debts[j] / width, 100.0));
    return cell;
}

void absorb(Label& into, const Label& other) {
    const double end = std::min(into.end, other.end);
    for (int j = 0; j < most_planes; ++j) {
        const double ready = std::min(into.end + into.debts[j], other.end + other.debts[j]);
        into.debts[j] = std::max(0.0, ready - end);
    }
    into.end = end;
}

}  // namespace

bool earlier(const Label& a, const Label& b) {
    return std::tie(a.parked, a.end, a.debts) < std::tie(b.parked, b.end, b.debts);
}

void remove_dominated(std::vector<Label>& labels, int planes, std::size_t compared,
                      Effort& effort) {
    std::vector<Label> kept;
    std::size_t group = 0;  // start of the labels with these parked planes
    for (const auto& label : labels) {
        if (group < kept.size() && kept[group].parked != label.parked) group = kept.size();
        const int queued = planes - total_parked(label.parked);
        const std::size_t last = std::min(kept.size(), group + compared);
        std::size_t i = group;
        while (i < last && !dominates(kept[i], label, queued)) ++i;
        effort.spent += static_cast<std::int64_t>(i - group) / 4 + 1;
        if (i == last) kept.push_back(label);
    }
    labels.swap(kept);
}

void merge_labels(std::vector<Label>& labels, int planes, std::size_t cap, Effort& effort) {
    for (double width = 1.0 / 64; labels.size() > cap && width < 1e6; width *= 1.5) {
        std::map<Cell, Label> cells;
        effort.spent += static_cast<std::int64_t>(labels.size());
        for (const auto& label : labels) {
            const auto [found, is_new] = cells.try_emplace(cell_of(label, width), label);
            if (!is_new) absorb(found->second, label);
        }
        labels.clear();
        for (const auto& [cell, label] : cells) labels.push_back(label);
        if (labels.size() > cap) continue;
        std::ranges::sort(labels, earlier);
        remove_dominated(labels, planes, cap, effort);
    }
}

std::vector<Label> initial_labels(const QueueProblem& problem) {
    if (problem.held == 0) return {{0, 0.0, {}}};
    std::vector<Label> labels;
    for (const auto parked : starts_of(problem)) {
        Label label{parked, 0.0, {}};
        std::fill_n(label.debts.begin(), problem.planes - total_parked(parked), 1.0);
        labels.push_back(label);
    }
    return labels;
}

}  // namespace lightsweep::solvers::swot
