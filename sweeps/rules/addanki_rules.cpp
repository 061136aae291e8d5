// When Light Bends (Addanki, HotNets 2025): steps cost the maximum concurrent flow on a base
// topology, or run on a matching of their own; each change costs one delay.
#include "sweeps/rules/base_rules.hpp"

namespace lightsweep::sweeps {

namespace {

class AddankiPoints : public BasePoints {
  public:
    using BasePoints::BasePoints;
    solvers::StepMeasure measure(const Indices&) const override {
        return solvers::measures::concurrent_flow;
    }
};

}  // namespace

extern constinit const Rules addanki_rules{
    .name = "addanki",
    .summary = "bytes by maximum concurrent flow on a base topology, a delay for every change",
    .knows = is_on_a_base,
    .keys = keys_on_a_base,
    .check = run_check<BaseCheck>,
    .points = make_points<AddankiPoints>};

}  // namespace lightsweep::sweeps
