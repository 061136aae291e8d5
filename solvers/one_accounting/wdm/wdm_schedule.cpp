#include "solvers/one_accounting/wdm/wdm_schedule.hpp"

#include <algorithm>
#include <numeric>

#include "solvers/one_accounting/wdm/wdm_cost.hpp"
#include "solvers/one_accounting/wdm/wdm_relays.hpp"
#include "solvers/optree/trees/tree_schedule.hpp"
#include "solvers/optree/windows/radix_program.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using kernels::LightpathStage;
using optree::RingTask;
using optree::StageShape;

/// Steps of whole items, before cutting: a stage that gives step and wavelength of every colour in
/// steps of w colours, and the colours of each step that they shall take instead.
struct ColouredSteps {
    LightpathStage stage;
    std::vector<std::int64_t> widths;
};

/// Cuts every item into as many parts as its step's wavelengths fit into w.
void cut_steps(const ColouredSteps& whole, std::int64_t wavelengths, std::int64_t pieces,
               WdmSchedule& out) {
    struct Cut {
        std::int64_t first_colour, first_slot, width, parts;
    };
    std::vector<Cut> cuts;
    std::int64_t slots = 0, colours = 0;
    for (const auto width : whole.widths) {
        cuts.push_back({colours, slots, width, wavelengths / width});
        colours += width;
        slots += pieces / cuts.back().parts;
        out.step_slots.push_back(static_cast<std::int32_t>(pieces / cuts.back().parts));
    }
    const auto write = [stage = whole.stage, cuts, pieces,
                        wavelengths](kernels::Lightpaths& paths) {
        for (const auto& path : kernels::lightpaths_of(stage, 0)) {
            const auto colour = path.step * wavelengths + path.wavelength;
            const auto& cut =
                *std::prev(std::ranges::upper_bound(cuts, colour, {}, &Cut::first_colour));
            for (std::int64_t piece = 0; piece < pieces; ++piece) {
                auto part = path;
                part.step = static_cast<std::int32_t>(cut.first_slot + piece / cut.parts);
                part.item = static_cast<std::int32_t>(path.item * pieces + piece);
                part.wavelength = static_cast<std::int16_t>(colour - cut.first_colour +
                                                            cut.width * (piece % cut.parts));
                paths.push_back(part);
            }
        }
    };
    out.slots.stages.push_back(
        {static_cast<std::int32_t>(slots), kernels::Dimension::along_rows, write});
}

std::vector<std::int64_t> widths_of(std::int64_t colours, std::int64_t wavelengths,
                                    const std::vector<std::int64_t>& rest) {
    std::vector<std::int64_t> widths;
    for (const auto& [width, steps] : direct_runs(colours, wavelengths, rest))
        widths.insert(widths.end(), static_cast<std::size_t>(steps), width);
    return widths;
}

/// The stages of a construction in order.
struct Piecewise {
    /// Without steps where the stage of this index is relayed.
    std::vector<ColouredSteps> coloured{};
    std::vector<StageShape> shapes{};
};

Piecewise parts_of(const WdmConstruction& plan, const RingTask& task) {
    const bool tree = plan.form == WdmConstruction::Form::tree;
    optree::RadixConstruction direct;
    for (const auto& stage : plan.stages) direct.stages.push_back({stage.radix, {}});
    const auto whole = tree ? optree::tree_schedule(task, direct.radices())
                            : optree::windowed_schedule(task, direct);
    Piecewise parts;
    std::int64_t prefix = 1;
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const StageShape shape(task, plan.stages[i].radix, prefix);
        parts.coloured.push_back({whole.stages[i], {}});
        if (!plan.stages[i].relayed)
            parts.coloured.back().widths =
                widths_of(direct_colours(shape, tree), task.wavelengths, plan.stages[i].rest);
        parts.shapes.push_back(shape);
        prefix *= shape.radix;
    }
    return parts;
}

/// The steps of a broadcast, each made for its own share of the wavelengths.
std::vector<ColouredSteps> steps_of(const WdmBroadcast& broadcast) {
    std::vector<ColouredSteps> steps;
    for (std::size_t step = 0; step < broadcast.parts.size(); ++step) {
        auto narrow = broadcast.plan;
        narrow.task.wavelengths /= broadcast.parts[step];
        narrow.launches = {broadcast.plan.launches[step]};
        const auto width = narrow.task.wavelengths;
        steps.push_back({optree::broadcast_schedule(std::move(narrow)).stages[0], {width}});
    }
    return steps;
}

/// The fewest pieces into which all steps can be cut.
std::int64_t pieces_of(const Piecewise& parts, const RingTask& task) {
    std::int64_t pieces = 1;
    for (std::size_t i = 0; i < parts.coloured.size(); ++i) {
        for (const auto width : parts.coloured[i].widths)
            pieces = std::lcm(pieces, task.wavelengths / width);
        if (parts.coloured[i].widths.empty())
            pieces = std::lcm(pieces, relayed_pieces(task, parts.shapes[i]));
        if (pieces > optree::unlimited / task.nodes) return 0;
    }
    return pieces;
}

std::optional<WdmSchedule> gather_of(const WdmConstruction& plan, const RingTask& task) {
    Piecewise parts;
    if (plan.form == WdmConstruction::Form::broadcast)
        parts.coloured = steps_of(wdm_broadcast(task));
    else if (plan.form != WdmConstruction::Form::around)
        parts = parts_of(plan, task);
    const auto pieces =
        plan.form == WdmConstruction::Form::around ? 2 * task.wavelengths : pieces_of(parts, task);
    if (pieces == 0 || pieces > optree::unlimited / task.nodes) return std::nullopt;
    WdmSchedule made{kernels::ring_schedule(task.nodes, task.wavelengths, pieces), {}};
    if (plan.form == WdmConstruction::Form::around) add_around(task, made);
    for (std::size_t i = 0; i < parts.coloured.size(); ++i)
        if (parts.coloured[i].widths.empty())
            add_relays(task, parts.shapes[i], made);
        else
            cut_steps(parts.coloured[i], task.wavelengths, pieces, made);
    return made;
}

WdmSchedule backwards(WdmSchedule schedule) {
    schedule.slots = kernels::reversed(std::move(schedule.slots));
    std::ranges::reverse(schedule.step_slots);
    return schedule;
}

}  // namespace

std::optional<WdmSchedule> wdm_schedule(const WdmConstruction& plan, kernels::Primitive primitive,
                                        kernels::Node n, std::int64_t wavelengths) {
    if (plan.form == WdmConstruction::Form::formula) return std::nullopt;
    const RingTask task{n, wavelengths};
    auto gather = gather_of(plan, task);
    if (!gather || primitive == kernels::Primitive::all_gather ||
        primitive == kernels::Primitive::all_to_all)
        return gather;
    auto reduce = backwards(*gather);
    if (primitive == kernels::Primitive::reduce_scatter) return reduce;
    reduce.slots = kernels::concatenated(std::move(reduce.slots), gather->slots);
    reduce.step_slots.insert(reduce.step_slots.end(), gather->step_slots.begin(),
                             gather->step_slots.end());
    return reduce;
}

}  // namespace lightsweep::solvers::one_accounting
