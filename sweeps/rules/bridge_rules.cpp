// BRIDGE: Bruck's collectives on a ring and its subrings, one route per pair, the busiest link.
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/free_orders.hpp"
#include "sweeps/rules/base_rules.hpp"

namespace lightsweep::sweeps {

namespace {

class BridgePoints : public BasePoints {
  public:
    using BasePoints::BasePoints;
    solvers::StepMeasure measure(const Indices&) const override {
        return solvers::measures::routed;
    }

  protected:
    /// Bruck's large volumes go the short way.
    std::optional<kernels::Order> usual_order() const override { return kernels::Order::near; }
    /// BRIDGE does not count an all-gather's first subring.
    const char* usual_initial() const override { return "free"; }
    double links_of(const solvers::Problem& structure) const override {
        return structure.collective.matching_ports();
    }
};

class BridgeCheck : public BaseCheck {
  public:
    using BaseCheck::BaseCheck;

    void run() {
        allow_words("topology", {"ring"}, "rules = bridge route on the ring and its subrings alone",
                    "topology = \"ring\", or rules = \"addanki\"");
        refuse_keys({"degree", "link_bandwidth"},
                    "means nothing under rules = bridge, where every port has a ring",
                    "give ports");
        refuse_pool("rules = bridge know no pool", "rules = \"addanki\", or no pool");
        BaseCheck::run();
    }

  protected:
    void look_at(const Indices& at) override {
        BaseCheck::look_at(at);
        if (number("mirrored", at, 0) == 0) return;
        const std::size_t i = grid().value_index("mirrored", at);
        if (ports(at) > 1)
            report("mirrored", i, "uses the other direction of one port", "ports = 1");
        const std::string name(grid().collective(at));
        for (const auto part : kernels::sequence_parts(name))
            if (!kernels::can_be_mirrored(part))
                report("mirrored", i, std::string(part) + " already sends both ways",
                       "ring or bruck, or mirrored = false");
    }
};

constexpr std::string_view own_keys[] = {"initial", "restore", "mirrored"};
constexpr std::string_view free_keys[] = {"topology"};  // the ring, nothing else

}  // namespace

extern constinit const Rules bridge_rules{
    .name = "bridge",
    .summary = "Bruck's steps on a ring and its subrings, one route per pair, the busiest link",
    .own_keys = own_keys,
    .free_keys = free_keys,
    .knows = is_on_a_base,
    .keys = keys_on_a_base,
    .check = run_check<BridgeCheck>,
    .points = make_points<BridgePoints>,
    .ported_algorithms = "/bruck"};

}  // namespace lightsweep::sweeps
