#pragma once
// Checks of a grid's values: reports each fault once, at its place, and visits the values.

#include <algorithm>
#include <set>

#include "sweeps/points/grid_points.hpp"
#include "sweeps/spec/documents/fault.hpp"

namespace lightsweep::sweeps {

/// Base of all checks of a set of rules or of a study. Keys that a grid does not give have no
/// faults.
class GridCheck {
  public:
    GridCheck(const GridSpec& grid, Faults& faults) : grid_(&grid), faults_(&faults) {}

    const GridSpec& grid() const { return *grid_; }
    Faults& faults() { return *faults_; }

    /// A fault of entry i of a key that is given.
    void report(const std::string& key, std::size_t i, const std::string& problem,
                const std::string& remedy) {
        const AxisValues& axis = *grid_->find(key);
        if (reported_.insert(axis.name(i) + problem).second)
            axis.refuse(i, problem, remedy, *faults_);
    }

    /// Calls look(axis, i) for every entry of a key.
    template <typename Look>
    void each(const std::string& key, const Look& look) {
        const AxisValues* axis = grid_->find(key);
        for (std::size_t i = 0; axis && i < axis->size(); ++i) look(*axis, i);
    }
    /// Calls look(indices) for the combinations of these keys that the grid has, until many faults
    /// are reported.
    template <typename Look>
    void each_combination(const std::vector<std::string>& keys, const Look& look) {
        for_each_combination(*grid_, keys, [&](const Indices& at) {
            if (grid_->verdict(at) != Verdict::no && grid_->applicable(at)) look(at);
            return reported_.size() < most_reported;
        });
    }
    /// A fault for every number of a key that `holds` refuses.
    template <typename Holds>
    void require(const std::string& key, const Holds& holds, const std::string& problem,
                 const std::string& remedy) {
        each(key, [&](const AxisValues& axis, std::size_t i) {
            if (!holds(axis.numbers[i])) report(key, i, problem, remedy);
        });
    }
    void at_most(const std::string& key, std::int64_t most, const std::string& problem = "") {
        require(
            key, [most](double value) { return !(value > static_cast<double>(most)); },
            problem.empty() ? key + " is too large" : problem, "at most " + std::to_string(most));
    }
    /// A fault for every text of a key that is none of these.
    void allow_words(const char* key, std::initializer_list<std::string_view> words,
                     const std::string& problem, const std::string& remedy) {
        each(key, [&](const AxisValues& axis, std::size_t i) {
            if (std::ranges::find(words, axis.labels[i]) == words.end())
                report(key, i, problem, remedy);
        });
    }
    /// A fault for every one of these keys that is given.
    void refuse_keys(std::initializer_list<const char*> keys, const std::string& problem,
                     const std::string& remedy) {
        for (const char* key : keys)
            if (grid_->find(key)) report(key, 0, problem, remedy);
    }
    void refuse_pool(const std::string& problem, const std::string& remedy) {
        if (!grid_->pool.empty())
            faults_->add(grid_->pool[0].place, grid_->pool[0].path, grid_->pool[0].text, problem,
                         remedy);
    }
    std::int64_t number(const char* key, const Indices& at, std::int64_t otherwise) const {
        const AxisValues* axis = grid_->find(key);
        if (!axis) return otherwise;
        return static_cast<std::int64_t>(axis->numbers[grid_->value_index(key, at)]);
    }
    bool has_word(const char* key, std::string_view word) const {
        const AxisValues* axis = grid_->find(key);
        return axis && std::ranges::find(axis->labels, word) != axis->labels.end();
    }

  private:
    static constexpr std::size_t most_reported = 20;
    const GridSpec* grid_;
    Faults* faults_;
    std::set<std::string> reported_;
};

/// A check by a class with run(): the `check` of a set of rules or of a study.
template <typename Check>
void run_check(const GridSpec& grid, Faults& faults) {
    Check(grid, faults).run();
}

}  // namespace lightsweep::sweeps
