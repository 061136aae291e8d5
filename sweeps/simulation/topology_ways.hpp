#pragma once
// Ways of transfers over a whole topology, found from its links alone.
//
//   single    a direct link if there is one; on two-way rings, tori and grids dimension 0 first,
//             the shorter direction, upwards where both are equal; elsewhere, and always under the
//             rule `lex`, the smallest-numbered neighbour that is nearer. Under `forwards` (BRIDGE)
//             a shift on a ring goes up, whatever the routes
//   ecmp      at every node equal shares over all neighbours that are nearer
//   optimal   a shift by x on a two-way ring of n: (n - x) / n of the bytes up, x / n down, and so
//             in every dimension for a translation of a torus; a shift on another circulant by the
//             program of circulant_ways.hpp; all other steps as single
//
// Limit case: a pair with a direct link has one way under single and ecmp.

#include <map>
#include <string>
#include <vector>

#include "sweeps/simulation/circulant_ways.hpp"
#include "sweeps/simulation/system.hpp"

namespace lightsweep::sweeps::simulation {

enum class Routes { plan, single, ecmp, optimal };

/// A path as its ranks after the source, with its share of the bytes.
struct PathShare {
    std::vector<Rank> ranks;
    double share = 1;
};

struct RankPair {
    Rank source, target;
};

class TopologyWays {
  public:
    /// rule: lex, forwards, or any other word. The name says the dimensions of tori and grids.
    TopologyWays(Rank n, const std::string& name, std::string rule);
    /// Links between the same ranks are one of their sum.
    void add_link(Rank from, Rank to, double rate) {
        next_[static_cast<std::size_t>(from)][to] += rate;
    }

    /// The paths of every pair of one step. Throws std::invalid_argument where a pair is not
    /// connected or has more than 4,096 paths.
    std::vector<std::vector<PathShare>> of_step(const std::vector<RankPair>& step, Routes routes);
    /// Links of the shortest path; -1: not connected.
    int distance(Rank from, Rank to);

  private:
    std::vector<Rank> single(RankPair pair, bool upwards);
    void spread(Rank at, Rank target, PathShare path, std::vector<PathShare>& found);
    std::vector<PathShare> split(RankPair pair) const;
    bool has_link(Rank from, Rank to) const {
        return next_[static_cast<std::size_t>(from)].contains(to);
    }
    std::vector<PathShare> translated(RankPair pair) const;
    void find_shape();
    void find_offsets();
    bool is_shift(const std::vector<RankPair>& step) const;
    bool is_translation(const std::vector<RankPair>& step) const;
    int coordinate(Rank rank, std::size_t d) const { return rank / strides_[d] % dims_[d]; }
    int offset(RankPair pair, std::size_t d) const {
        return (coordinate(pair.target, d) - coordinate(pair.source, d) + dims_[d]) % dims_[d];
    }
    Rank moved(Rank rank, std::size_t d, int by) const {
        const int from = coordinate(rank, d), to = (from + by + dims_[d]) % dims_[d];
        return rank + (to - from) * strides_[d];
    }
    /// Steps along dimension d, up or down.
    void walk(std::vector<Rank>& path, Rank& at, std::size_t d, int links, bool up) const;

    Rank n_;
    std::string rule_;
    std::vector<std::map<Rank, double>> next_;           ///< rates [B/s]
    std::vector<std::pair<int, double>> offsets_{};      ///< of a circulant
    std::map<int, std::vector<CirculantWalk>> walks_{};  ///< of its shifts
    std::map<Rank, std::vector<int>> distances_{};       ///< to a target
    std::vector<int> dims_{}, strides_{};                ///< none: no ring, torus or grid
    bool wraps_ = true, shaped_ = false;
};

}  // namespace lightsweep::sweeps::simulation
