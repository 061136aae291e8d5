#pragma once
// Second witness for schedules of lightpaths under rules = common: follows them step by step,
// knowing nothing of how they were planned.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "solvers/one_accounting/wdm/wdm_schedule.hpp"

namespace lightsweep::tests {

/// What a schedule really has; `fault` says what is wrong with it.
struct Replayed {
    std::string fault{};
    std::int64_t steps = 0, reconfigurations = 0;
    double transmission = 0;        ///< X
    std::int32_t most_colours = 0;  ///< of one step
    bool only_own = true;           ///< every item is sent by its owner alone
};

class Replay {
  public:
    Replay(const solvers::one_accounting::WdmSchedule& schedule, bool gathers)
        : schedule_(schedule),
          n_(schedule.slots.shape.nodes()),
          pieces_(schedule.slots.items_per_node),
          gathers_(gathers),
          held_(static_cast<std::size_t>(n_)) {
        for (std::int32_t item = 0; item < n_ * pieces_; ++item)
            held_[static_cast<std::size_t>(item / pieces_)].insert(item);
        for (kernels::Node v = 0; v < n_; ++v)
            for (std::int16_t c = 0; c < schedule.slots.wavelengths; ++c) {
                standing_.insert({v, (v + 1) % n_, c, 0});
                standing_.insert({v, (v + n_ - 1) % n_, c, 1});
            }
    }
    Replayed run() {
        std::vector<kernels::Lightpaths> slots(static_cast<std::size_t>(schedule_.slots.steps()));
        std::int32_t first = 0;
        for (const auto& stage : schedule_.slots.stages) {
            for (const auto& path : kernels::lightpaths_of(stage, first))
                slots[static_cast<std::size_t>(path.step)].push_back(path);
            first += stage.steps;
        }
        std::size_t slot = 0;
        for (const auto count : schedule_.step_slots) {
            kernels::Lightpaths step;
            for (std::int32_t k = 0; k < count; ++k, ++slot)
                step.insert(step.end(), slots[slot].begin(), slots[slot].end());
            follow(step);
        }
        if (slot != slots.size()) fault("slots outside the steps");
        return seen_;
    }

  private:
    using Circuit = std::tuple<kernels::Node, kernels::Node, std::int16_t, int>;

    void fault(const std::string& what) {
        if (seen_.fault.empty()) seen_.fault = what + " in step " + std::to_string(seen_.steps);
    }
    /// All lightpaths of a step are lit at once, and it begins when the last one has ended.
    void follow(const kernels::Lightpaths& step) {
        std::map<Circuit, std::int64_t> loads;
        for (const auto& path : step) {
            ++loads[{path.source, path.destination, path.wavelength,
                     path.direction == kernels::Direction::clockwise ? 0 : 1}];
            if (gathers_ && !held_[static_cast<std::size_t>(path.source)].count(path.item))
                fault("an item is sent that was not there when the step began");
            if (path.item / pieces_ != path.source) seen_.only_own = false;
        }
        for (const auto& path : step)
            held_[static_cast<std::size_t>(path.destination)].insert(path.item);
        ++seen_.steps;
        light(loads);
    }
    void light(const std::map<Circuit, std::int64_t>& loads) {
        std::set<Circuit> wanted;
        std::set<std::tuple<int, std::int16_t, kernels::Node>> segments;
        std::int64_t longest = 0;
        for (const auto& [circuit, load] : loads) {
            const auto [from, to, wavelength, direction] = circuit;
            wanted.insert(circuit);
            longest = std::max(longest, load);
            seen_.most_colours = std::max<std::int32_t>(seen_.most_colours, wavelength + 1);
            for (auto v = from; v != to; v = (v + (direction ? n_ - 1 : 1)) % n_)
                if (!segments.insert({direction, wavelength, v}).second)
                    fault("two circuits share a segment");
        }
        seen_.transmission += static_cast<double>(longest) * 2 * schedule_.slots.wavelengths /
                              (static_cast<double>(pieces_) * n_);
        if (std::includes(standing_.begin(), standing_.end(), wanted.begin(), wanted.end())) return;
        ++seen_.reconfigurations;
        standing_ = std::move(wanted);
    }

    const solvers::one_accounting::WdmSchedule& schedule_;
    kernels::Node n_;
    std::int32_t pieces_;
    bool gathers_;
    std::vector<std::set<std::int32_t>> held_;
    std::set<Circuit> standing_{};
    Replayed seen_{};
};

/// gathers: senders must hold what they send, i.e. it is no reduce-scatter.
inline Replayed replayed(const solvers::one_accounting::WdmSchedule& schedule,
                         bool gathers = true) {
    return Replay(schedule, gathers).run();
}

}  // namespace lightsweep::tests
