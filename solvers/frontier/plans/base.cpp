#include "solvers/frontier/plans/base.hpp"

namespace lightsweep::solvers::frontier {

Node FrontierBase::diameter() const {
    if (kind == Kind::ring_uni) return nodes() - 1;
    return rows / 2 + columns / 2;
}

Group translations(const FrontierBase& base) {
    return base.kind == FrontierBase::Kind::torus ? Group(base.rows, base.columns)
                                                  : Group(base.nodes());
}

std::vector<Node> directions_of(const FrontierBase& base) {
    const Node n = base.nodes();
    if (base.kind == FrontierBase::Kind::ring_uni) return {1 % n};
    if (base.kind == FrontierBase::Kind::ring) return {1, n - 1};
    return {1, base.columns - 1, base.columns, n - base.columns};
}

std::vector<Node> generators_of(const FrontierBase& base) {
    std::vector<Node> generators;
    const auto directions = directions_of(base);
    for (const Node one : directions)
        generators.insert(generators.end(), std::size_t(base.lanes) / directions.size(), one);
    return generators;
}

}  // namespace lightsweep::solvers::frontier
