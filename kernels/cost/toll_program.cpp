#include "kernels/cost/toll_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/cost/layered_system.hpp"

namespace lightsweep::kernels {

namespace {

using Values = std::vector<double>;

constexpr int round_limit = 100;
constexpr double step_share = 0.9;   ///< of the way to the nearest limit
constexpr double first_fall = 0.05;  ///< of the heights, per step

/// Values that must stay positive, each with a multiplier, and the changes of both.
struct Pairs {
    Values value, multiplier, value_change, multiplier_change;
    Values wanted;   ///< change of the product of both
    Values inverse;  ///< of the values

    explicit Pairs(std::size_t count)
        : value(count),
          multiplier(count),
          value_change(count),
          multiplier_change(count),
          wanted(count),
          inverse(count) {}

    std::size_t size() const { return value.size(); }
    double products(double value_step, double multiplier_step) const {
        double sum = 0;
        for (std::size_t i = 0; i < size(); ++i)
            sum += (value[i] + value_step * value_change[i]) *
                   (multiplier[i] + multiplier_step * multiplier_change[i]);
        return sum;
    }
    /// Wants all products to become `target`; `share` of what the last changes did to them beside
    /// is taken into account.
    void aim_at(double target, double share) {
        for (std::size_t i = 0; i < size(); ++i)
            wanted[i] =
                target - value[i] * multiplier[i] - share * value_change[i] * multiplier_change[i];
    }
    void invert() {
        for (std::size_t i = 0; i < size(); ++i) inverse[i] = 1 / value[i];
    }
    void change_multipliers() {
        for (std::size_t i = 0; i < size(); ++i)
            multiplier_change[i] = (wanted[i] - multiplier[i] * value_change[i]) * inverse[i];
    }
    /// The step within this one that no value goes below 0 with.
    static double within(double step, const Values& values, const Values& changes) {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (values[i] + step * changes[i] < 0) step = -values[i] / changes[i];
        return step;
    }
    static void move(Values& values, const Values& changes, double step) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] += step * changes[i];
    }
};

class Program {
  public:
    explicit Program(const TollNetwork& network)
        : network_(network),
          heights_(network.nodes() + 1),
          changes_(heights_.size()),
          tolls_(network.ways().size()),
          slacks_(network.ways().size()),
          budgets_(network.moves().size()),
          falls_(network.free_ways().size()),
          spreads_(network.ways().size()),
          shares_(network.ways().size()),
          weights_(network.moves().size()),
          system_(layers_of(network)) {
        spread_tolls();
        take_all_paths();
    }

    double solve(double missing) {
        for (int round = 0; round < round_limit && !is_close(missing); ++round)
            if (!improve()) break;
        return network_.cheapest(scaled_tolls());
    }

  private:
    static std::vector<std::size_t> layers_of(const TollNetwork& network) {
        std::vector<std::size_t> sizes;
        for (const auto& step : network.steps()) sizes.push_back(step.nodes_after);
        return sizes;
    }
    template <typename Visit>
    void each_way(const Visit& visit) const {
        for (std::size_t m = 0; m < network_.moves().size(); ++m)
            for (auto i = network_.moves()[m].first; i < network_.moves()[m].last; ++i)
                visit(m, i, network_.ways()[i]);
    }
    double rise(const TollWay& way, const Values& heights) const {
        return heights[way.to] - heights[way.from];
    }

    void spread_tolls();
    void take_all_paths();
    Values paths_to(const Values& taken) const;
    Values paths_from(const Values& taken, const Values& before) const;
    bool is_close(double missing) const;
    bool improve();
    void weigh();
    bool make_system();
    void find_changes();
    Values right_side(Values& free_tolls, Values& free_sums) const;
    Values scaled_tolls() const;

    const TollNetwork& network_;
    Values heights_, changes_;  ///< of the nodes, and of the source, which stays 0
    Pairs tolls_, slacks_;      ///< c, and c - (h(to) - h(from)) with P
    Pairs budgets_, falls_;     ///< length less the tolls, with M; h(from) - h(to)
    /// Per way 1 over the sum of multiplier over value of toll and slack, and count times the
    /// slack's share of that sum; per move what its budget weighs.
    Values spreads_, shares_, weights_;
    LayeredSystem system_;

    std::array<Pairs*, 4> all() { return {&tolls_, &slacks_, &budgets_, &falls_}; }
};

void Program::spread_tolls() {
    for (std::size_t t = 0; t < network_.steps().size(); ++t) {
        const auto& step = network_.steps()[t];
        std::fill_n(&heights_[step.after], step.nodes_after,
                    -first_fall * static_cast<double>(t + 1));
    }
    Values counts(network_.moves().size());
    each_way([&](std::size_t m, std::size_t, const auto& way) { counts[m] += way.count; });
    // What a budget keeps is as much as one more way has.
    each_way([&](std::size_t m, std::size_t i, const auto&) {
        tolls_.value[i] = network_.moves()[m].length / (counts[m] + 1);
        slacks_.value[i] = tolls_.value[i] + first_fall;
    });
    for (std::size_t m = 0; m < counts.size(); ++m)
        budgets_.value[m] = network_.moves()[m].length / (counts[m] + 1);
    std::ranges::fill(falls_.value, first_fall);
}

/// Paths to every node; one takes way i so often.
Values Program::paths_to(const Values& taken) const {
    Values paths(heights_.size());
    paths[network_.source()] = 1;
    for (const auto& step : network_.steps()) {
        for (auto m = step.first_move; m < step.last_move; ++m)
            for (auto i = network_.moves()[m].first; i < network_.moves()[m].last; ++i)
                paths[network_.ways()[i].to] += taken[i] * paths[network_.ways()[i].from];
        for (auto i = step.first_free; i < step.last_free; ++i)
            paths[network_.free_ways()[i].to] += paths[network_.free_ways()[i].from];
    }
    return paths;
}

/// Per node the paths from it to the ends, as shares of all paths to each of them.
Values Program::paths_from(const Values& taken, const Values& before) const {
    Values paths = network_.weights();
    paths.push_back(0);
    for (std::size_t node = 0; node < network_.nodes(); ++node)
        if (paths[node] > 0) paths[node] /= before[node];
    for (auto at = network_.steps().rbegin(); at != network_.steps().rend(); ++at) {
        for (auto m = at->first_move; m < at->last_move; ++m)
            for (auto i = network_.moves()[m].first; i < network_.moves()[m].last; ++i)
                paths[network_.ways()[i].from] += taken[i] * paths[network_.ways()[i].to];
        for (auto i = at->first_free; i < at->last_free; ++i)
            paths[network_.free_ways()[i].from] += paths[network_.free_ways()[i].to];
    }
    return paths;
}

void Program::take_all_paths() {
    Values taken(tolls_.size());
    each_way([&](std::size_t m, std::size_t i, const auto& way) {
        const double length = network_.moves()[m].length;
        taken[i] = way.count / (length * length);
    });
    const auto before = paths_to(taken), after = paths_from(taken, before);
    each_way([&](std::size_t m, std::size_t i, const auto& way) {
        slacks_.multiplier[i] = before[way.from] * taken[i] * after[way.to];
        budgets_.multiplier[m] =
            std::max(budgets_.multiplier[m], 2 * slacks_.multiplier[i] / way.count);
    });
    each_way([&](std::size_t m, std::size_t i, const auto& way) {
        tolls_.multiplier[i] = way.count * budgets_.multiplier[m] - slacks_.multiplier[i];
    });
    for (std::size_t i = 0; i < falls_.size(); ++i) {
        const auto& way = network_.free_ways()[i];
        falls_.multiplier[i] = before[way.from] * after[way.to];
    }
}

bool Program::is_close(double missing) const {
    double height = 0, links = 0;
    for (std::size_t node = 0; node < network_.nodes(); ++node)
        height += network_.weights()[node] * heights_[node];
    for (std::size_t m = 0; m < budgets_.size(); ++m)
        links += network_.moves()[m].length * budgets_.multiplier[m];
    return links - height <= missing * links;
}

/// One round; false if the system cannot be solved in doubles.
bool Program::improve() {
    weigh();
    if (!make_system()) return false;
    double before = 0, after = 0, count = 0, value_step = 0, multiplier_step = 0;
    const auto find_steps = [&] {
        find_changes();
        value_step = multiplier_step = 1 / step_share;
        for (const auto* pairs : all()) {
            value_step = Pairs::within(value_step, pairs->value, pairs->value_change);
            multiplier_step =
                Pairs::within(multiplier_step, pairs->multiplier, pairs->multiplier_change);
        }
    };
    for (auto* pairs : all()) {
        pairs->aim_at(0, 0);
        before += pairs->products(0, 0);
        count += static_cast<double>(pairs->size());
    }
    find_steps();
    for (auto* pairs : all())
        after += pairs->products(std::min(1.0, value_step), std::min(1.0, multiplier_step));
    const double left = after / before;
    for (auto* pairs : all()) pairs->aim_at(left * left * left * before / count, 1);
    find_steps();
    for (auto* pairs : all()) {
        Pairs::move(pairs->value, pairs->value_change, step_share * value_step);
        Pairs::move(pairs->multiplier, pairs->multiplier_change, step_share * multiplier_step);
    }
    Pairs::move(heights_, changes_, step_share * value_step);
    return true;
}

void Program::weigh() {
    for (auto* pairs : all()) pairs->invert();
    Values spread(budgets_.size());
    each_way([&](std::size_t m, std::size_t i, const auto& way) {
        const double slack = slacks_.multiplier[i] * slacks_.inverse[i];
        spreads_[i] = 1 / (tolls_.multiplier[i] * tolls_.inverse[i] + slack);
        shares_[i] = way.count * slack * spreads_[i];
        spread[m] += way.count * way.count * spreads_[i];
    });
    for (std::size_t m = 0; m < budgets_.size(); ++m) {
        const double budget = budgets_.multiplier[m] * budgets_.inverse[m];
        weights_[m] = budget / (1 + budget * spread[m]);
    }
}

bool Program::make_system() {
    system_.clear();
    for (std::size_t layer = 0; layer < network_.steps().size(); ++layer) {
        const auto& step = network_.steps()[layer];
        const auto add = [&](const TollWay& way, double weight) {
            if (layer == 0)
                system_.add_single(0, weight, way.to);
            else
                system_.add_difference(layer, weight, way.from - step.before, way.to - step.after);
        };
        Values below(step.nodes_before), here(step.nodes_after);
        for (auto m = step.first_move; m < step.last_move; ++m) {
            std::ranges::fill(below, 0.0);
            std::ranges::fill(here, 0.0);
            for (auto i = network_.moves()[m].first; i < network_.moves()[m].last; ++i) {
                const auto& way = network_.ways()[i];
                add(way, tolls_.multiplier[i] * tolls_.inverse[i] * slacks_.multiplier[i] *
                             slacks_.inverse[i] * spreads_[i]);
                here[way.to - step.after] += shares_[i];
                if (layer > 0) below[way.from - step.before] -= shares_[i];
            }
            system_.add_square(layer, weights_[m], below, here);
        }
        for (auto i = step.first_free; i < step.last_free; ++i)
            add(network_.free_ways()[i], falls_.multiplier[i] * falls_.inverse[i]);
    }
    return system_.factor();
}

/// The right side, with what tolls would change by without budgets and heights, and its sum per
/// move.
Values Program::right_side(Values& free_tolls, Values& free_sums) const {
    each_way([&](std::size_t m, std::size_t i, const auto& way) {
        free_tolls[i] =
            (tolls_.wanted[i] * tolls_.inverse[i] + slacks_.wanted[i] * slacks_.inverse[i] -
             way.count * budgets_.wanted[m] * budgets_.inverse[m]) *
            spreads_[i];
        free_sums[m] += way.count * free_tolls[i];
    });
    Values right(heights_.size());
    const auto put = [&](const TollWay& way, double value) {
        right[way.to] -= value;
        right[way.from] += value;
    };
    each_way([&](std::size_t m, std::size_t i, const auto& way) {
        put(way, (slacks_.wanted[i] - slacks_.multiplier[i] * free_tolls[i]) * slacks_.inverse[i] +
                     shares_[i] * weights_[m] * free_sums[m]);
    });
    for (std::size_t i = 0; i < falls_.size(); ++i)
        put(network_.free_ways()[i], falls_.wanted[i] * falls_.inverse[i]);
    return right;
}

/// The changes that bring all products to where they are wanted, to first order.
void Program::find_changes() {
    Values free_tolls(tolls_.size()), sums(budgets_.size());
    changes_ = right_side(free_tolls, sums);
    system_.solve(std::span(changes_).first(network_.nodes()));
    changes_[network_.source()] = 0;
    each_way([&](std::size_t m, std::size_t i, const auto& way) {
        sums[m] += shares_[i] * rise(way, changes_);
    });
    for (std::size_t m = 0; m < sums.size(); ++m)
        budgets_.value_change[m] =
            -sums[m] * weights_[m] * budgets_.value[m] / budgets_.multiplier[m];
    each_way([&](std::size_t m, std::size_t i, const auto& way) {
        const double up = rise(way, changes_);
        tolls_.value_change[i] = free_tolls[i] + (slacks_.multiplier[i] * slacks_.inverse[i] * up -
                                                  way.count * weights_[m] * sums[m]) *
                                                     spreads_[i];
        slacks_.value_change[i] = tolls_.value_change[i] - up;
    });
    for (std::size_t i = 0; i < falls_.size(); ++i)
        falls_.value_change[i] = -rise(network_.free_ways()[i], changes_);
    for (auto* pairs : all()) pairs->change_multipliers();
}

Values Program::scaled_tolls() const {
    Values sums(budgets_.size()), tolls = tolls_.value;
    each_way(
        [&](std::size_t m, std::size_t i, const auto& way) { sums[m] += way.count * tolls[i]; });
    each_way([&](std::size_t m, std::size_t i, const auto&) {
        tolls[i] *= network_.moves()[m].length / sums[m];
        if (!(tolls[i] >= 0 && std::isfinite(tolls[i]))) tolls[i] = 0;  // proves less
    });
    return tolls;
}

}  // namespace

double best_tolls(const TollNetwork& network, double missing) {
    return Program(network).solve(missing);
}

}  // namespace lightsweep::kernels
