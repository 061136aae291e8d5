// Tilings (tilings.hpp) of the torus that stands at the start.
#include <cstdlib>

#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/tilings.hpp"

namespace lightsweep::solvers::frontier {

namespace {

struct TorusNetwork {
    FrontierBase torus;
    Node rows = torus.rows, columns = torus.columns, lanes = torus.lanes;

    PlanStep step(const std::vector<Received>& shifts) const { return over_base(torus, shifts); }

    /// The shortest offsets of the coset of (x, y).
    std::vector<Received> shortest(const Lattice& lattice, Node x, Node y) const {
        std::vector<Received> found;
        Node least = torus.nodes();
        const auto consider = [&](Node turns) {
            const Node down = y + turns * lattice.down;
            if (2 * down <= -rows || 2 * down > rows) return;
            Node across = (x + turns * lattice.skew) % lattice.across;
            if (across < 0) across += lattice.across;
            const bool far = 2 * across > lattice.across;
            if (far) across -= lattice.across;
            const Node length = std::abs(across) + std::abs(down);
            if (length > least) return;
            if (length < least) found.clear();
            least = length;
            found.push_back({across, down, 1});
            if (2 * across == lattice.across && lattice.across < columns)
                found.push_back({-across, down, 1});
        };
        for (Node turns = 0; turns * lattice.down - y <= least; ++turns) {
            consider(turns);
            if (turns > 0) consider(-turns);
        }
        return found;
    }
};

}  // namespace

std::vector<FrontierPlan> torus_tilings(const FrontierBase& base) {
    std::vector<FrontierPlan> plans;
    const TorusNetwork network{base};
    Tilings tilings(network);
    for (const auto& tiling : tilings.all()) {
        auto sets = tiling.sets();
        plans.push_back({is_whole(sets) ? "static whole vectors" : "static hybrid",
                         in_words(sets, base.rows), tiling.steps});
        plans.back().moves = moving([base, sets = std::move(sets)] {
            return tiling_movement(base.rows, base.columns, generators_of(base), sets);
        });
    }
    return plans;
}

}  // namespace lightsweep::solvers::frontier
