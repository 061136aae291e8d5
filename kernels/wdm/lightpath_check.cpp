#include "kernels/wdm/lightpath_check.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <numeric>

#include "kernels/parallel/for_each.hpp"
#include "kernels/wdm/lightpath_schedule.hpp"

namespace lightsweep::kernels {

namespace {

constexpr std::size_t stages_at_once = 8;
constexpr std::size_t chunk = 1 << 16;  ///< lightpaths that one thread moves at a time

/// One bit per (node, item).
class Holdings {
  public:
    Holdings(std::int64_t nodes, std::int64_t items)
        : row_(static_cast<std::size_t>(items + 63) / 64),
          words_(row_ * static_cast<std::size_t>(nodes)) {}

    bool has(Node node, std::int32_t item) const { return words_[word(node, item)] & bit(item); }
    /// Adds an item; false if it was there before. Several threads may add at once.
    bool add(Node node, std::int32_t item) {
        const std::atomic_ref<std::uint64_t> shared(words_[word(node, item)]);
        return !(shared.fetch_or(bit(item), std::memory_order_relaxed) & bit(item));
    }

  private:
    std::size_t word(Node node, std::int32_t item) const {
        return static_cast<std::size_t>(node) * row_ + static_cast<std::size_t>(item) / 64;
    }
    static std::uint64_t bit(std::int32_t item) { return std::uint64_t{1} << (item % 64); }

    std::size_t row_;
    std::vector<std::uint64_t> words_;
};

/// The earliest fault found by any thread.
class FirstFault {
  public:
    void note(const Lightpath& path, const char* what) {
        const std::lock_guard lock(mutex_);
        if (path.step >= step_) return;
        step_ = path.step;
        text_ = std::string(what) + ": step " + std::to_string(path.step) + ", " +
                std::to_string(path.source) + " -> " + std::to_string(path.destination) +
                (path.direction == Direction::clockwise ? " clockwise" : " counterclockwise") +
                ", wavelength " + std::to_string(path.wavelength) + ", item " +
                std::to_string(path.item);
    }
    bool any() const { return step_ != std::numeric_limits<std::int32_t>::max(); }
    const std::string& text() const { return text_; }

  private:
    std::mutex mutex_{};
    std::int32_t step_ = std::numeric_limits<std::int32_t>::max();
    std::string text_{};
};

/// A loop that uses several threads if there is enough work for them.
template <typename Body>
void for_each_if(bool large, std::size_t count, const Body& body) {
    if (large) return parallel::for_each(count, body);
    for (std::size_t i = 0; i < count; ++i) body(i);
}

/// The lightpaths of one step.
struct CheckedStep {
    const Lightpath *begin, *end;
    Dimension dimension;
    std::int64_t receptions;

    template <typename Body>
    void for_each(const Body& body) const {
        const auto count = static_cast<std::size_t>(end - begin);
        parallel::for_each((count + chunk - 1) / chunk, [&](std::size_t part) {
            const auto* stop = begin + std::min(count, (part + 1) * chunk);
            for (const auto* path = begin + part * chunk; path != stop; ++path) body(*path);
        });
    }
};

/// The lightpaths in order of their steps.
Lightpaths by_step(Lightpaths paths, std::int32_t first_step, std::int32_t steps) {
    const auto earlier = [](const auto& a, const auto& b) { return a.step < b.step; };
    if (std::ranges::is_sorted(paths, earlier)) return paths;
    std::vector<std::size_t> place(static_cast<std::size_t>(steps) + 1);
    for (const auto& path : paths) ++place[static_cast<std::size_t>(path.step - first_step) + 1];
    std::partial_sum(place.begin(), place.end(), place.begin());
    Lightpaths sorted(paths.size());
    for (const auto& path : paths) sorted[place[path.step - first_step]++] = path;
    return sorted;
}

/// Reads a schedule some stages at a time. It checks conditions (i) and (ii); `move` checks the
/// transfers.
class ScheduleReader {
  public:
    ScheduleReader(const LightpathSchedule& schedule, CheckedSchedule& result)
        : schedule_(schedule),
          result_(result),
          large_(schedule.shape.nodes() * schedule.items() > std::int64_t{1} << 17) {}

    /// Calls move(CheckedStep, FirstFault&) for every step in order, until there is a fault.
    template <typename Move>
    void read(std::size_t first, std::size_t last, const Move& move) {
        for (; first < last && result_.valid(); first += stages_at_once)
            read_some(first, std::min(last, first + stages_at_once), move);
    }

  private:
    template <typename Move>
    void read_some(std::size_t first, std::size_t last, const Move& move) {
        std::vector<std::int32_t> starts{step_};
        for (auto s = first; s < last; ++s)
            starts.push_back(starts.back() + schedule_.stages[s].steps);
        std::vector<Lightpaths> paths(last - first);
        FirstFault fault;
        for_each_if(large_, last - first, [&](std::size_t i) {
            paths[i] = load(schedule_.stages[first + i], starts[i], fault);
        });
        step_ = starts.back();
        auto steps = steps_of(first, paths);
        if (!fault.any())
            for_each_if(large_, steps.size(), [&](std::size_t i) { mark(steps[i], fault); });
        for (std::size_t i = 0; i < steps.size() && !fault.any(); ++i) {
            move(steps[i], fault);
            result_.steps = steps[i].begin->step + 1;
            result_.deliveries += steps[i].receptions;
        }
        result_.fault = fault.text();
    }

    /// Checks condition (i).
    Lightpaths load(const LightpathStage& stage, std::int32_t first_step, FirstFault& fault) const {
        auto paths = lightpaths_of(stage, first_step);
        bool sound = true;
        for (const auto& path : paths)
            if (!exists(stage, path, first_step)) {
                fault.note(path, "(i) no such lightpath");
                sound = false;
            }
        return sound ? by_step(std::move(paths), first_step, stage.steps) : Lightpaths{};
    }
    bool exists(const LightpathStage& stage, const Lightpath& path, std::int32_t first) const {
        const auto nodes = schedule_.shape.nodes();
        return path.step >= first && path.step < first + stage.steps && path.source >= 0 &&
               path.source < nodes && path.destination >= 0 && path.destination < nodes &&
               path.wavelength >= 0 && path.wavelength < schedule_.wavelengths && path.item >= 0 &&
               path.item < schedule_.items() &&
               path_length(schedule_.shape, stage.dimension, path) > 0;
    }

    std::vector<CheckedStep> steps_of(std::size_t first,
                                      const std::vector<Lightpaths>& stages) const {
        std::vector<CheckedStep> steps;
        for (std::size_t i = 0; i < stages.size(); ++i)
            for (std::size_t begin = 0; begin < stages[i].size();) {
                const auto step = stages[i][begin].step;
                const auto end = std::upper_bound(
                    stages[i].begin() + static_cast<std::ptrdiff_t>(begin), stages[i].end(), step,
                    [](std::int32_t wanted, const auto& path) { return wanted < path.step; });
                const auto stop = static_cast<std::size_t>(end - stages[i].begin());
                const auto* paths = stages[i].data();
                const auto dimension = schedule_.stages[first + i].dimension;
                steps.push_back({paths + begin, paths + stop, dimension,
                                 receptions(paths + begin, paths + stop, dimension)});
                begin = stop;
            }
        return steps;
    }
    std::int64_t receptions(const Lightpath* begin, const Lightpath* end,
                            Dimension dimension) const {
        if (schedule_.reception == Reception::destination) return end - begin;
        return std::accumulate(begin, end, std::int64_t{0}, [&](auto sum, const auto& path) {
            return sum + path_length(schedule_.shape, dimension, path);
        });
    }

    /// Checks condition (ii).
    void mark(const CheckedStep& step, FirstFault& fault) const {
        StepSlots slots(schedule_.shape, schedule_.wavelengths, step.dimension);
        for (const auto* path = step.begin; path != step.end; ++path)
            if (!slots.take(*path, path_length(schedule_.shape, step.dimension, *path)))
                return fault.note(*path, "(ii) slot taken twice");
    }

    const LightpathSchedule& schedule_;
    CheckedSchedule& result_;
    bool large_;
    std::int32_t step_ = 0;
};

std::string missing(const char* what, std::int64_t node, std::int64_t item) {
    return std::string(what) + ": node " + std::to_string(node) + ", item " + std::to_string(item);
}

/// Checks conditions (iii) to (v).
class Gathering {
  public:
    Gathering(const LightpathSchedule& schedule, bool once_each)
        : schedule_(schedule),
          once_each_(once_each),
          held_(schedule.shape.nodes(), schedule.items()) {
        for (std::int32_t item = 0; item < schedule.items(); ++item)
            held_.add(item / schedule.items_per_node, item);
    }
    void operator()(const CheckedStep& step, FirstFault& fault) {
        step.for_each([&](const Lightpath& path) {
            if (!held_.has(path.source, path.item)) fault.note(path, "(iii) sender lacks the item");
        });
        std::atomic<std::int64_t> repeated{0};
        step.for_each([&](const Lightpath& path) {
            const auto again = repeated_by(path, step.dimension);
            if (again == 0) return;
            repeated.fetch_add(again, std::memory_order_relaxed);
            if (once_each_) fault.note(path, "(v) delivered twice");
        });
        added_ += step.receptions - repeated;
    }
    /// Checks condition (iv).
    std::string incomplete() const {
        const auto nodes = schedule_.shape.nodes();
        if (added_ == schedule_.items() * (nodes - 1)) return {};
        for (Node node = 0; node < nodes; ++node)
            for (std::int32_t item = 0; item < schedule_.items(); ++item)
                if (!held_.has(node, item)) return missing("(iv) never delivered", node, item);
        return {};
    }

  private:
    /// Gives the item to its receivers; returns how many had it already.
    std::int64_t repeated_by(const Lightpath& path, Dimension dimension) {
        if (schedule_.reception == Reception::destination)
            return !held_.add(path.destination, path.item);
        std::int64_t again = 0;
        const auto last = path_length(schedule_.shape, dimension, path);
        for (Node hops = 1; hops <= last; ++hops)
            again += !held_.add(passed_node(schedule_.shape, dimension, path, hops), path.item);
        return again;
    }

    const LightpathSchedule& schedule_;
    bool once_each_;
    Holdings held_;
    std::int64_t added_ = 0;
};

/// Partial sums: which nodes have passed on their own.
class Reduction {
  public:
    explicit Reduction(const LightpathSchedule& schedule)
        : schedule_(schedule), sent_(schedule.shape.nodes(), schedule.items()) {}

    void operator()(const CheckedStep& step, FirstFault& fault) {
        step.for_each([&](const Lightpath& path) {
            if (path.source == path.item / schedule_.items_per_node)
                fault.note(path, "the owner gives its item away");
            else if (!sent_.add(path.source, path.item))
                fault.note(path, "a contribution is added twice");
        });
        step.for_each([&](const Lightpath& path) {
            if (sent_.has(path.destination, path.item))
                fault.note(path, "a contribution comes after the sum was passed on");
        });
    }
    std::string incomplete() const {
        for (Node node = 0; node < schedule_.shape.nodes(); ++node)
            for (std::int32_t item = 0; item < schedule_.items(); ++item)
                if (node != item / schedule_.items_per_node && !sent_.has(node, item))
                    return missing("a contribution is never added", node, item);
        return {};
    }

  private:
    const LightpathSchedule& schedule_;
    Holdings sent_;
};

bool is_tapped(const LightpathSchedule& schedule, CheckedSchedule& result) {
    if (schedule.reception == Reception::destination) return false;
    result.fault = "a tapped lightpath cannot carry partial sums";
    return true;
}

}  // namespace

CheckedSchedule check_all_gather(const LightpathSchedule& schedule, bool once_each) {
    CheckedSchedule result;
    Gathering gathering(schedule, once_each);
    ScheduleReader(schedule, result).read(0, schedule.stages.size(), std::ref(gathering));
    if (result.valid()) result.fault = gathering.incomplete();
    return result;
}

CheckedSchedule check_reduce_scatter(const LightpathSchedule& schedule) {
    CheckedSchedule result;
    if (is_tapped(schedule, result)) return result;
    Reduction reduction(schedule);
    ScheduleReader(schedule, result).read(0, schedule.stages.size(), std::ref(reduction));
    if (result.valid()) result.fault = reduction.incomplete();
    return result;
}

CheckedSchedule check_all_reduce(const LightpathSchedule& schedule) {
    CheckedSchedule result;
    if (is_tapped(schedule, result)) return result;
    const std::size_t half = schedule.stages.size() / 2;
    Reduction reduction(schedule);
    Gathering gathering(schedule, true);
    ScheduleReader reader(schedule, result);
    reader.read(0, half, std::ref(reduction));
    if (result.valid()) result.fault = reduction.incomplete();
    if (result.valid()) reader.read(half, schedule.stages.size(), std::ref(gathering));
    if (result.valid()) result.fault = gathering.incomplete();
    return result;
}

}  // namespace lightsweep::kernels
