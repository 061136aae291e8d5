#pragma once
// Schedules of lightpaths on WDM rings: which node sends which item to which node, in which step,
// over which fibre and on which wavelength.
//
// A schedule is a list of stages. A stage takes consecutive steps and makes its lightpaths on
// demand, so a schedule of N^2 lightpaths needs no memory until a stage is built. The network is a
// ring, or a torus whose rows and columns are rings (a ring is a torus of one row). All lightpaths
// of a stage run along the same dimension. A ring of n nodes has n segments per direction, each
// direction with its own fibre. Segment v of the clockwise fibre leads from v to v + 1, segment v
// of the other from v + 1 to v.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "kernels/permutations/permutation.hpp"
#include "kernels/wdm/one_stage_colours.hpp"

namespace lightsweep::kernels {

/// One item on one wavelength during one step. 20 bytes.
struct Lightpath {
    std::int32_t step;  ///< 0 .. steps - 1
    Node source, destination;
    std::int32_t item;  ///< owner = item / items_per_node
    std::int16_t wavelength;
    Direction direction;
};
using Lightpaths = std::vector<Lightpath>;

enum class Dimension : std::uint8_t { along_rows, along_columns };

/// Rows and columns of a torus; node = row * columns + column.
struct TorusShape {
    Node rows = 1, columns = 1;

    Node nodes() const { return rows * columns; }
    Node ring_length(Dimension d) const { return d == Dimension::along_rows ? columns : rows; }
    Node position(Dimension d, Node node) const {
        if (rows == 1 && d == Dimension::along_rows) return node;
        return d == Dimension::along_rows ? node % columns : node / columns;
    }
    Node ring(Dimension d, Node node) const {
        if (rows == 1 && d == Dimension::along_rows) return 0;
        return d == Dimension::along_rows ? node / columns : node % columns;
    }
};

struct LightpathStage {
    std::int32_t steps = 0;
    Dimension dimension = Dimension::along_rows;
    /// Appends the stage's lightpaths, with steps counted from the stage's first. May be called
    /// from several threads at once.
    std::function<void(Lightpaths&)> build{};
};

/// Who receives the item of a lightpath: its destination only, or also every node that it passes. A
/// passed node taps some of the light and lets the rest go on (drop and continue).
enum class Reception : std::uint8_t { destination, every_node };

struct LightpathSchedule {
    TorusShape shape{};
    std::int32_t wavelengths = 1;     ///< wavelengths per fibre
    std::int32_t items_per_node = 1;  ///< items that every node owns at the start
    std::vector<LightpathStage> stages{};
    Reception reception = Reception::destination;  ///< applies to all lightpaths

    std::int64_t steps() const;
    std::int64_t items() const { return std::int64_t{shape.nodes()} * items_per_node; }
};

/// An empty schedule on a ring of these nodes.
LightpathSchedule ring_schedule(std::int64_t nodes, std::int64_t wavelengths,
                                std::int64_t items_per_node);

/// Segments that a lightpath covers, 1 .. ring length - 1; 0 if it ends at its source or leaves its
/// ring. Source and destination must be nodes of the network.
inline Node path_length(const TorusShape& shape, Dimension dimension, const Lightpath& path) {
    if (shape.ring(dimension, path.source) != shape.ring(dimension, path.destination)) return 0;
    const Node ahead =
        shape.position(dimension, path.destination) - shape.position(dimension, path.source);
    const Node length = path.direction == Direction::clockwise ? ahead : -ahead;
    return length < 0 ? length + shape.ring_length(dimension) : length;
}

/// The node `hops` segments after the source, hops in 1 .. path_length; the last one is the
/// destination.
inline Node passed_node(const TorusShape& shape, Dimension dimension, const Lightpath& path,
                        Node hops) {
    const Node length = shape.ring_length(dimension), at = shape.position(dimension, path.source);
    const Node moved = path.direction == Direction::clockwise ? at + hops : at + length - hops;
    const Node stride = dimension == Dimension::along_rows ? 1 : shape.columns;
    return path.source + (moved % length - at) * stride;
}

/// The schedule backwards in time, with every lightpath reversed on the same segments of the other
/// fibre: an all-gather becomes a reduce-scatter with as many steps. Throws std::invalid_argument
/// if lightpaths are tapped: reversed, several nodes would send into one lightpath.
LightpathSchedule reversed(LightpathSchedule schedule);
/// Two schedules one after the other on the same network. Throws std::invalid_argument if networks
/// or receptions differ.
LightpathSchedule concatenated(LightpathSchedule first, const LightpathSchedule& second);

/// Lightpaths of a stage, with steps counted from `first_step` of the schedule.
Lightpaths lightpaths_of(const LightpathStage& stage, std::int32_t first_step);

/// All lightpaths of one step; there is at least one.
struct StepPaths {
    const Lightpath *begin, *end;
    Dimension dimension;
    std::size_t stage;
};
/// Visits the steps that have lightpaths, in order, with one stage in memory at a time.
void for_each_step(const LightpathSchedule& schedule,
                   const std::function<void(const StepPaths&)>& visit);

/// Hardware needs of a schedule, measured on its lightpaths.
struct ScheduleFigures {
    std::int64_t lightpaths = 0;
    std::int64_t steps = 0;      ///< steps with at least one lightpath
    Node longest = 0;            ///< longest lightpath [segments]
    std::int32_t most_sent = 0;  ///< most lightpaths that one node sends in one step and direction
};
ScheduleFigures figures_of(const LightpathSchedule& schedule);

// Counts how often a schedule of lightpaths must set circuits up if standing circuits cost nothing.
//
// One setup can serve consecutive steps if their circuits (source, destination, fibre, wavelength)
// share no segment unless they are the same circuit. If a run of steps can be served, so can each
// part of it. So the greedy rule gives the fewest setups: start a new setup only where a step does
// not fit beside all steps since the last one. Backwards in time the number is the same.

// The slots of one step: for every fibre and wavelength the segments that are taken.

/// Slots of one step along one dimension, as bits. Not thread-safe; cheap to keep and clear.
class StepSlots {
  public:
    StepSlots(const TorusShape& shape, std::int32_t wavelengths, Dimension dimension);

    void clear();
    /// Marks a lightpath of that length (1 .. ring length - 1); false if a slot was already taken.
    bool take(const Lightpath& path, Node length);

  private:
    bool take_run(std::size_t row, Node begin, Node end);

    TorusShape shape_;
    std::size_t wavelengths_;
    Dimension dimension_;
    std::size_t row_words_;
    std::vector<std::uint64_t> taken_;
};

/// Circuits lit before the first setup: none, or from every node to its two neighbours on all
/// wavelengths, which leaves no room for others.
enum class LitAtStart : std::uint8_t { nothing, neighbour_ring };

class StandingCircuits {
  public:
    StandingCircuits(const TorusShape& shape, std::int32_t wavelengths,
                     LitAtStart start = LitAtStart::nothing);

    /// Whether the step needs a setup; its lightpaths must not clash with each other. After a setup
    /// exactly these lightpaths stand; without one they are added to those that stand.
    bool need_setup(const StepPaths& step);

  private:
    bool stands(const Lightpath& path, Dimension dimension);
    bool joins_neighbours(const StepPaths& step) const;
    bool all_fit(const StepPaths& step);
    StepSlots& slots(Dimension dimension);
    void clear();

    TorusShape shape_;
    std::int32_t wavelengths_;
    bool neighbours_;  ///< true while the circuits are still those of the start
    bool any_ = false;
    std::optional<StepSlots> slots_[2]{};
    std::vector<Node> lit_[2]{};  ///< destination by (source, fibre, wavelength); -1: none
};

/// The steps before which circuits are set up, ascending. O(slots) time and memory.
std::vector<std::int32_t> setup_steps(const LightpathSchedule& schedule,
                                      LitAtStart start = LitAtStart::nothing);

}  // namespace lightsweep::kernels
