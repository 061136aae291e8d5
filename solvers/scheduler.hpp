#pragma once
// The contract of every scheduler: a registry row that says what it is and prepares a structure
// once, and a prepared plan that is evaluated over whole rows of reconfiguration delays.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/common_bounds.hpp"
#include "kernels/decision_mask.hpp"
#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/plane_groups.hpp"
#include "kernels/plane_minimum.hpp"
#include "kernels/plane_schedule.hpp"
#include "kernels/schedule.hpp"
#include "kernels/step_costs.hpp"
#include "kernels/timeline.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "solvers/lightpath_rings.hpp"
#include "solvers/status.hpp"
#include "solvers/step_runs.hpp"

namespace lightsweep::solvers {

/// What changing from one base of a pool to another costs.
struct Switching {
    enum class Price {
        whole,     ///< one delay
        by_links,  ///< the delay times the new share of the links wanted; also to matchings
        by_pair    ///< that multiple of the delay; to and from matchings one delay
    };
    Price price = Price::whole;
    std::vector<double> factors{};  ///< by_pair: from * bases + to, in the order of bases()
};

/// Further bases that the switches may be set to, beside the one in force at the start.
struct Pool {
    std::vector<kernels::Topology> others{};
    int size = 0;  ///< how many bases, the first included, a choice may keep; 0: all
    Switching switching{};
    std::vector<kernels::StepCosts> costs{};  ///< of the collective's steps on each of the others
};

/// What a step costs on a topology (key `rules`).
enum class Accounting : std::int8_t {
    concurrent_flow,  ///< addanki: its maximum concurrent flow
    routed,           ///< bridge: one route per pair (kernels/routed_flow.hpp)
    /// pccl: shortest paths, the busiest link (kernels/path_congestion.hpp), by route rule
    paths_dor,
    paths_lex,
    paths_ecmp,
    switch_planes,  ///< swot: circuits of parallel planes, no base (kernels/plane_problem.hpp)
    /// common: circuits that share a node's lanes (kernels/lane_flow.hpp), by flow or by paths
    lanes_flow,
    lanes_path
};
/// Whether points are those of rules = common.
bool is_common(Accounting accounting);
/// Whether steps take shortest paths (pccl), by whatever route rule.
bool takes_shortest_paths(Accounting accounting);
/// The measure of one step on one topology; `ports` of a node count for routed alone.
kernels::FlowOracle oracle_of(Accounting accounting, kernels::Node ports, double flow_gap = 0);

/// What subring schedulers (solvers/bridge) read beside the collective; rules = common restore too.
struct SubringRules {
    bool free_start = false;  ///< the first subring is set up before the collective begins
    bool restore = false;     ///< the ring, or the base, is set up again after it
    /// Nodes that share a switch port, joined by electrical links; 0: no blocks fit the switch.
    kernels::Node block = 1;
};

namespace swot {
class SolutionStore;
}

/// Parallel switch planes of a node (rules = swot), those that work.
struct SwitchPlanes {
    std::vector<int> numbers{};    ///< of each in the fabric, from 0
    std::vector<double> speeds{};  ///< bandwidth of each over that of one in order, > 0
    std::vector<double> delays{};  ///< reconfiguration delay of each over the given one, >= 0
    kernels::InitialPlanes initial = kernels::InitialPlanes::free;
    std::vector<kernels::HeldConfiguration> held{};  ///< of an individual start: of each
    /// Solutions that are known already; null: none.
    std::shared_ptr<swot::SolutionStore> known{};
    std::function<void()> leave_if_stopped{};  ///< asked during searches; ends them by throwing

    double total_speed() const;
};

/// One collective on one base topology, or on switch planes: all the structural axes of a point.
struct Structure {
    kernels::Collective collective;
    kernels::Topology base;    ///< in force at the start; nothing on switch planes
    kernels::StepCosts costs;  ///< empty on switch planes
    Pool pool{};
    double flow_gap = 0;  ///< allowed between the certificates of a flow; 0: exact
    Accounting accounting = Accounting::concurrent_flow;
    SubringRules subrings{};
    SwitchPlanes planes{};
    std::optional<LightpathRings> rings{};  ///< on WDM rings; no steps and costs then
    kernels::Node lanes = 0;                ///< of a node, under rules = common
    bool upper_flows = false;               ///< under rules = common: least stretches, for a bound
    /// Times that no scheduler beats, under rules = common; null: not asked for.
    std::shared_ptr<const kernels::CommonBounds> bounds{};

    std::size_t steps() const { return collective.steps.size(); }
    /// Every flow on every base is known to nine digits; under rules = common also on what circuits
    /// may be set to.
    bool is_exact() const;
    /// The same with the upper certificates of all flows (StepCosts::optimistic).
    Structure optimistic() const;
    /// The base in force at the start, then the others of the pool.
    std::vector<kernels::Topology> bases() const;
};

/// Costs of a collective's steps on a topology; concurrent flow by solvers/flow.
kernels::StepCosts flow_costs(const kernels::Collective& collective,
                              const kernels::Topology& topology,
                              const flow::FlowOptions& options = {},
                              Accounting accounting = Accounting::concurrent_flow);
/// The same for one of a structure's own topologies that is known in closed form.
kernels::StepCosts flow_costs(const Structure& structure, const kernels::Topology& topology);

/// Builds a structure: flow_costs on the base and on the others of the pool.
Structure make_structure(kernels::Collective collective, kernels::Topology base, Pool pool = {},
                         double flow_gap = 0, Accounting accounting = Accounting::concurrent_flow);

/// What a decision makes of a collective: its steps, and the topology of each.
struct CarriedOut {
    kernels::Collective collective;
    kernels::Schedule schedule;
};

/// What the bits of a decision stand for: the state of every step, and when a change is paid.
/// States are topologies, in the order of the decision's indices; with own_matching one more, the
/// last, is each step's own matching.
struct DecisionSpace {
    std::shared_ptr<const Structure> structure;
    std::vector<kernels::Topology> topologies;
    std::size_t n_bases = 1;  ///< of the topologies; the others are matchings
    bool own_matching = true;
    int bits = 1;  ///< per step, kernels/decision_mask.hpp
    kernels::ReconfigurationRules rules{};

    std::size_t words() const {
        return kernels::decision_words(entries == 0 ? structure->steps() : entries, bits);
    }
    /// The first topology with the same circuits, per topology; empty: all differ. Changes between
    /// topologies of the same circuits are none.
    std::vector<std::size_t> same_as{};
    /// Where decisions change the steps themselves; else empty, and the steps are the structure's.
    std::function<CarriedOut(std::span<const std::uint64_t> decision)> carry_out{};
    std::size_t entries = 0;  ///< of a decision, where they are not one per step; else 0
    bool single_hop = false;  ///< under rules = common: steps go over their own circuits alone

    /// What its steps cost on its topologies: by the structure's accounting.
    kernels::FlowOracle oracle() const;
    std::size_t canonical(std::size_t topology) const {
        return same_as.empty() ? topology : same_as[topology];
    }
    /// What one result's decision stands for.
    CarriedOut carried_out(std::span<const std::uint64_t> decision) const;
};

/// One bit per step: the structure's base, or the step's matching (Addanki 2025, eq. 7).
DecisionSpace base_or_matching(std::shared_ptr<const Structure> structure);

/// A plan on switch planes, in seconds of all planes together in the place of bytes.
struct SwitchPlan {
    kernels::PlaneSchedule schedule;  ///< no steps: none was built
    /// Whose steps it carries; null: the structure's own.
    std::shared_ptr<const kernels::Collective> collective{};
    /// In the place of schedule, where planes send in groups.
    std::shared_ptr<const kernels::GroupSchedule> groups{};
};

/// Results along one row of delays, as columns [s unless said otherwise]. The columns are longer
/// than size() by kernels::row_padding elements of no meaning.
struct ResultRow {
    using Column = kernels::parallel::AlignedVector<double>;
    Column completion, startup, propagation, transmission, congestion, reconfiguration, lower_bound;
    kernels::parallel::AlignedVector<std::int32_t> n_reconfigurations;
    std::vector<Status> status;
    std::vector<Reason> reason;
    std::vector<std::int32_t> more_steps;  ///< beyond the structure's, or empty: none anywhere
    /// Where the algorithm is chosen, which of the collective's alternatives (-1: no plan), and the
    /// computation of its steps [s], which `computation` does not hold; else empty.
    std::vector<std::int32_t> algorithm;
    std::vector<double> more_computation;
    std::vector<SwitchPlan> plane_plans;  ///< on switch planes, where decisions are wanted
    kernels::parallel::AlignedVector<std::uint64_t>
        decision;  ///< [delays][words]; left alone unless wanted
    bool want_decisions = false;
    double computation = 0;  ///< of the structure's steps, in every result of the row [s]

    /// Makes room for n results of `words` decision words each; values are unspecified.
    void resize(std::size_t n, std::size_t words);
    std::size_t size() const { return size_; }
    /// The breakdown of result i; its total() is completion[i].
    kernels::CostBreakdown breakdown(std::size_t i) const;
    /// Steps of result i beyond the structure's.
    std::int32_t more_steps_of(std::size_t i) const {
        return more_steps.empty() ? 0 : more_steps[i];
    }
    /// Of all steps in result i [s].
    double computation_of(std::size_t i) const {
        return computation + (more_computation.empty() ? 0.0 : more_computation[i]);
    }
    /// How far result i may be from the best its scheduler can reach: 1 - lower_bound / completion.
    double gap(std::size_t i) const {
        return completion[i] > 0 ? 1 - lower_bound[i] / completion[i] : 0.0;
    }
    /// Sets the parts of result i, all but the computation, and completion as their sum.
    void set(std::size_t i, const kernels::CostBreakdown& cost);
    /// Marks results whose time is no finite number although a plan exists (the parameters
    /// overflow) as errors; returns how many.
    std::size_t reject_overflow();
    /// All of the row without a plan: infinite if infeasible, NaN otherwise.
    void fill_without_plan(Status what, Reason why);

  private:
    friend class PreparedScheduler;
    /// Adds the computation of all steps to every completion time and bound.
    void add_computation(double seconds);

    std::size_t size_ = 0;
};

/// A structure made ready for one scheduler. Thread-safe once made; no state between calls.
class PreparedScheduler {
  public:
    explicit PreparedScheduler(DecisionSpace space) : space_(std::move(space)) {}
    virtual ~PreparedScheduler() = default;
    /// One result per delay; equal however delays are cut into rows, to the last bit.
    void evaluate(const kernels::DelayRow& row, ResultRow& result) const;
    /// The same without the computation before the steps, which adds alike to every plan.
    void evaluate_without_computation(const kernels::DelayRow& row, ResultRow& result) const {
        fill(row, result);
    }
    /// What its decisions stand for.
    const DecisionSpace& space() const { return space_; }
    /// Estimated memory beyond the structure's [B].
    virtual std::size_t bytes() const { return 0; }
    /// The non-dominated schedules as cost planes, if they are known: their least is the value
    /// everywhere in the parameters, gridded or not.
    virtual const kernels::PlaneTable* envelope() const { return nullptr; }
    /// The lightpaths that a decision stands for; null off WDM rings, for formulas, and where they
    /// are too many to be made.
    virtual const LightpathPlan* lightpaths(std::uint64_t) const { return nullptr; }
    /// What a decision does, step by step; nothing where that is not known, or too long.
    virtual std::vector<StepRun> step_runs(std::span<const std::uint64_t> decision) const {
        return replayed_runs(space_, decision);
    }
    /// Names the problems behind a row's result i exactly, where equal ones are solved once in a
    /// sweep (trait shares_solutions); else none.
    virtual std::vector<std::string> solution_keys(const kernels::DelayRow&, std::size_t) const {
        return {};
    }
    /// Solves one of them by itself, and leaves it where the structure's solutions are known.
    virtual void solve_part(const kernels::DelayRow&, std::size_t, std::size_t) const {}

  protected:
    const Structure& structure() const { return *space_.structure; }
    /// Fills everything but the computation, which stands in front of every step and adds the same
    /// to every plan.
    virtual void fill(const kernels::DelayRow& row, ResultRow& result) const = 0;

  private:
    DecisionSpace space_;
};

/// Options of one scheduler, as given under its name.
struct SchedulerOptions {
    int max_nodes = 100000;     ///< branch and bound nodes of a 0-1 program
    int max_pools = 20000;      ///< pools of the wanted size that are all tried
    int charge_first = 0;       ///< 1: links of the first step are set up too
    int stay_away = 0;          ///< 1: the initial topology is left for good
    int mixed = 0;              ///< 1: windows and Bruck may share a segment
    int reconfigurations = -1;  ///< how many a collective part must have; -1: any
    int transitions = 300'000;  ///< thousand of elementary transitions of a search
    int reading = 0;            ///< of a baseline whose paper leaves several open
    int stage_rule = 2;         ///< solvers/optree/formulas.hpp: stage_rule_words
    int wrht_rule = 0;          ///< wrht_rule_words
    int two_items = 0;          ///< 1: neighbour exchange is charged the two items that it sends
    std::vector<std::int64_t> radices{};  ///< of a tree; empty: the best
};

/// One key under a scheduler's name in a sweep file.
struct OptionRow {
    std::string_view name, summary;
    int SchedulerOptions::*value;
    enum class Range : std::int8_t { from_one, from_zero, no_or_yes, word } range = Range::from_one;
    std::span<const std::string_view> words{};  ///< of a word: the value is its place
    std::vector<std::int64_t> SchedulerOptions::*list = nullptr;  ///< a list, in the place of value
};

/// Which multi-ported steps (unions of permutations) a scheduler takes.
enum class Unions : std::int8_t {
    none,
    one_configuration,  ///< only on as many ports as permutations, or more
    any
};

/// Schedulers of rings of wavelengths: a formula's count, or schedules that are built.
enum class OnRings : std::int8_t { no, formula, built };

/// What a scheduler reads beyond the keys that all do, and what it leaves behind.
struct SchedulerTraits {
    int decision_bits = 1;  ///< per step; kernels::state_bits if it chooses between more than two
    std::string_view states = "bit i: step i is on its matching, else on the base";
    bool lists_planes = true;    ///< its schedules are known as cost planes
    bool lists_regions = false;  ///< also where each of them is best
    bool reads_pool = false;
    bool needs_pool = true;  ///< of those that read it: there is nothing to choose without
    bool reads_pool_size = false;
    bool reads_port_delay = false;
    bool needs_compute_time = false;
    Unions unions = Unions::none;
    bool takes_transmitters =
        false;                       ///< unions too on shortest paths, where transmitters are known
    bool chooses_algorithm = false;  ///< takes collectives that leave it open
    bool reads_subrings = false;     ///< initial, restore and switch_ports
    bool on_planes = false;          ///< rules = swot, or lanes as planes: events, not bits
    bool common = false;             ///< rules = common, and those alone
    Reason never = Reason::none;     ///< why these rules have no place for it, if so
    bool restores = false;           ///< under rules = common: the base at the end, where asked
    bool is_formula = false;         ///< times alone: no schedules
    bool shares_solutions = false;   ///< equal problems are solved once in a sweep
    bool ends_by_budget = false;     ///< its time at a point is bounded by option transitions
    std::string_view takes = "";     ///< collectives, for people, where `refuse` is set
    OnRings on_rings = OnRings::no;  ///< what it makes of rules = optree, and of no others
    bool reads_stages = false;       ///< of OpTree's formula
    bool stays = false;              ///< on the base throughout: what best compares with
    bool bounds_itself = false;      ///< its bounds hold whatever is known of the flows
    /// Why it cannot be used on a structure, beyond unions; or null.
    std::optional<Reason> (*refuse)(const Structure&, const SchedulerOptions&) = nullptr;
};

struct SchedulerRow {
    std::string_view name;
    std::string_view paper;
    std::string_view summary;
    std::span<const OptionRow> options;
    bool reads_delay;  ///< whether reconfiguration_delay is an axis of its results
    /// Estimated seconds of one core for that many steps: to prepare a structure, and per point.
    double (*prepare_seconds)(double n_steps);
    double (*point_seconds)(double n_steps);
    std::unique_ptr<PreparedScheduler> (*prepare)(std::shared_ptr<const Structure>,
                                                  const SchedulerOptions&);
    SchedulerTraits traits{};
};

/// Why this scheduler cannot be used on the structure, or nothing. To be asked before its row's
/// prepare, which takes the structure to be one of its own; solvers::prepare (certified_plan.hpp)
/// does.
std::optional<Reason> refuse(const SchedulerRow& scheduler, const Structure& structure,
                             const SchedulerOptions& options = {});

}  // namespace lightsweep::solvers
