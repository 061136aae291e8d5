// PCCL: rounds take shortest paths on the topology in force, and the busiest link and the longest
// path decide (Algorithm 2); a node may have few transmitters.
#include "kernels/collectives/transmitters.hpp"

#include "kernels/collectives/collective_algorithms.hpp"
#include "sweeps/rules/base_rules.hpp"

namespace lightsweep::sweeps {

using kernels::Node;

namespace {

/// Seconds per transfer of a round on shortest paths: most are short, and tables are shared.
constexpr double transfer_seconds = 2e-8;

class PcclPoints : public BasePoints {
  public:
    using BasePoints::BasePoints;

    solvers::StepMeasure measure(const Indices& indices) const override {
        const auto route = text_at(grid(), "route", indices, "dor");
        if (route == "ecmp") return solvers::measures::paths_ecmp;
        return route == "lex" ? solvers::measures::paths_lex : solvers::measures::paths_dor;
    }

    double n_steps(const Indices& indices) const override {
        const auto name = collective(indices);
        const Node n = members(indices);
        if (!grid().find("transmitters") || n == 0 || name.empty() ||
            kernels::refuse_nodes(name, n))
            return BasePoints::n_steps(indices);
        const auto limited = make_collective(indices, n);
        std::size_t steps = limited.steps.size();
        for (const auto& one : limited.alternatives) steps = std::max(steps, one.steps.size());
        return static_cast<double>(steps);
    }

    double build_seconds(const Indices& indices) const override {
        return flows(indices) * number("nodes", indices, 1) * transfer_seconds;
    }
    double build_seconds(const Indices& indices, const kernels::Topology&) const override {
        return build_seconds(indices);
    }

  protected:
    kernels::Collective make_collective(const Indices& indices, Node n) const override {
        auto collective = BasePoints::make_collective(indices, n);
        if (!grid().find("transmitters")) {
            collective.transmitters.always_shared = true;
            return collective;
        }
        using Beyond = kernels::Transmitters::Beyond;
        const bool shares = text_at(grid(), "split", indices, "rounds") == "circuits";
        return kernels::with_transmitters(
            std::move(collective), {static_cast<Node>(number("transmitters", indices, 1)),
                                    shares ? Beyond::circuits : Beyond::rounds,
                                    link_bandwidth(indices) == kernels::LinkBandwidth::split});
    }
};

class PcclCheck : public BaseCheck {
  public:
    using BaseCheck::BaseCheck;
    void run() {
        BaseCheck::run();
        allow_words("route", {"dor", "lex", "ecmp"}, "is no rule of shortest paths",
                    "dor, lex or ecmp");
        if (grid().find("split") && !grid().find("transmitters"))
            report("split", 0,
                   "says what becomes of circuits beyond transmitters, which are not given",
                   "for example transmitters = 1");
    }
};

constexpr std::string_view own_keys[] = {"route", "transmitters", "split"};

}  // namespace

extern constinit const Rules pccl_rules{
    .name = "pccl",
    .summary = "rounds on shortest paths, charged by their longest path and their busiest link",
    .own_keys = own_keys,
    .knows = is_on_a_base,
    .keys = keys_on_a_base,
    .check = run_check<PcclCheck>,
    .points = make_points<PcclPoints>};

}  // namespace lightsweep::sweeps
