#include "solvers/swot/solution_store.hpp"

#include <bit>
#include <charconv>
#include <iterator>

namespace lightsweep::solvers::swot {

namespace {

class KeyWriter {
  public:
    explicit KeyWriter(std::string_view head) : text_(head) {}
    void add(double number) { add_bits(std::bit_cast<std::uint64_t>(number)); }
    void add(std::int64_t number) { add_bits(static_cast<std::uint64_t>(number)); }
    std::string take() { return std::move(text_); }

  private:
    void add_bits(std::uint64_t bits) {
        char digits[16];
        const auto end = std::to_chars(std::begin(digits), std::end(digits), bits, 16).ptr;
        text_ += ' ';
        text_.append(digits, end);
    }
    std::string text_;
};

}  // namespace

std::string exact_key(std::string_view scheduler, std::int64_t budget,
                      const kernels::PlaneProblem& problem) {
    KeyWriter key(scheduler);
    key.add(budget);
    key.add(static_cast<std::int64_t>(problem.initial));
    key.add(problem.base_latency);
    key.add(static_cast<std::int64_t>(problem.planes.size()));
    for (const auto& plane : problem.planes) {
        key.add(plane.bandwidth);
        key.add(plane.reconfiguration_delay);
    }
    for (const auto& held : problem.held) {
        key.add(static_cast<std::int64_t>(held.has_value()));
        key.add(held.value_or(0));
    }
    for (const auto& step : problem.steps) {
        key.add(step.configuration);
        key.add(step.bytes);
    }
    return key.take();
}

std::optional<Solution> SolutionStore::find(const std::string& key) const {
    const std::scoped_lock lock(mutex_);
    const auto found = solutions_.find(key);
    return found == solutions_.end() ? std::nullopt : std::optional(found->second);
}

void SolutionStore::put(const std::string& key, Solution solution) {
    const std::scoped_lock lock(mutex_);
    solutions_[key] = std::move(solution);
}

}  // namespace lightsweep::solvers::swot
