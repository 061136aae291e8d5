#pragma once
// What a switch may be set to at the start: a ring one way or both ways, or a torus.

#include <cstdint>
#include <vector>

#include "solvers/frontier/plans/cayley.hpp"

namespace lightsweep::solvers::frontier {

struct FrontierBase {
    enum class Kind : std::uint8_t { ring_uni, ring, torus };
    Kind kind;
    Node rows = 1, columns = 1;  ///< of a torus
    Node lanes = 1;              ///< k; even on a ring, a multiple of 4 on a torus
    bool stays = false;          ///< no other topology is set up
    Node nodes() const { return rows * columns; }
    Node diameter() const;
    /// Whether so many lanes make the base: each of its directions takes equally many.
    bool can_stand() const {
        return lanes % (kind == Kind::ring_uni ? 1 : kind == Kind::ring ? 2 : 4) == 0;
    }
};

/// The group of a base's translations.
Group translations(const FrontierBase& base);

/// Its directions: generators of that group.
std::vector<Node> directions_of(const FrontierBase& base);

/// Generators of the base's lanes, one of each lane.
std::vector<Node> generators_of(const FrontierBase& base);

}  // namespace lightsweep::solvers::frontier
