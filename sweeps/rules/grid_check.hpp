#pragma once
// What the checks of all sets of rules do alike: report a fault once, at its place, and look at the
// values of a grid.

#include <algorithm>
#include <set>

#include "sweeps/points/grid_points.hpp"
#include "sweeps/spec/combinations.hpp"
#include "sweeps/spec/documents/fault.hpp"

namespace lightsweep::sweeps {

class GridCheck {
  public:
    GridCheck(const GridSpec& grid, Faults& faults) : grid_(&grid), faults_(&faults) {}

  protected:
    const GridSpec& grid() const { return *grid_; }
    Faults& faults() { return *faults_; }

    /// A fault of entry i of a key that is given.
    void report(const std::string& key, std::size_t i, const std::string& problem,
                const std::string& remedy) {
        const AxisValues& axis = *grid_->find(key);
        if (!reported_.insert(axis.name(i) + problem).second) return;
        faults_->add(axis.place(i), axis.name(i), axis.text(i), problem, remedy);
    }
    bool is_full() const { return reported_.size() >= most_reported; }

    /// look(axis, i) for every entry of a key, if it is given.
    template <typename Look>
    void each(const char* key, const Look& look) {
        const AxisValues* axis = grid_->find(key);
        for (std::size_t i = 0; axis && i < axis->size(); ++i) look(*axis, i);
    }
    /// Calls look(indices) for the combinations of these keys that the grid has.
    template <typename Look>
    void each_combination(const std::vector<std::string>& keys, const Look& look) {
        for_each_combination(*grid_, keys, [&](const Indices& at) {
            if (grid_->verdict(at) != Verdict::no && grid_->applicable(at)) look(at);
            return !is_full();
        });
    }
    /// A fault for every one of these keys that is given.
    void refuse_keys(std::initializer_list<const char*> keys, const std::string& problem,
                     const std::string& remedy) {
        for (const char* key : keys)
            if (grid_->find(key)) report(key, 0, problem, remedy);
    }
    /// A fault for every text of a key that is none of these.
    void allow_words(const char* key, std::initializer_list<std::string_view> words,
                     const std::string& problem, const std::string& remedy) {
        each(key, [&](const AxisValues& axis, std::size_t i) {
            if (std::find(words.begin(), words.end(), axis.labels[i]) == words.end())
                report(key, i, problem, remedy);
        });
    }
    void refuse_pool(const std::string& problem, const std::string& remedy) {
        if (!grid_->pool.empty())
            faults_->add(grid_->pool[0].place, grid_->pool[0].path, grid_->pool[0].text, problem,
                         remedy);
    }
    void check_at_most(const char* key, double most, const std::string& problem) {
        each(key, [&](const AxisValues& axis, std::size_t i) {
            if (axis.numbers[i] > most)
                report(key, i, problem,
                       "at most " + std::to_string(static_cast<std::int64_t>(most)));
        });
    }
    std::int64_t number(const char* key, const Indices& at, std::int64_t otherwise) const {
        const AxisValues* axis = grid_->find(key);
        if (!axis) return otherwise;
        return static_cast<std::int64_t>(axis->numbers[grid_->value_index(key, at)]);
    }
    bool has_word(const char* key, std::string_view word) const {
        const AxisValues* axis = grid_->find(key);
        return axis &&
               std::find(axis->labels.begin(), axis->labels.end(), word) != axis->labels.end();
    }

    static constexpr std::int64_t most_planes = 256;

  private:
    static constexpr std::size_t most_reported = 20;
    const GridSpec* grid_;
    Faults* faults_;
    std::set<std::string> reported_;
};

}  // namespace lightsweep::sweeps
