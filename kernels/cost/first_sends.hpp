#pragma once
// How many nodes of a torus the first step of a broadcast can bring near: by trying every set of
// first receivers whose transfers take so many links beyond one each.

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

class FirstSends {
  public:
    /// dims: rows and columns of a torus of at most `most_nodes` nodes. sends >= 1 of the source;
    /// radius >= 0: the steps that are left.
    FirstSends(const std::vector<Node>& dims, std::int64_t sends, std::int64_t radius);

    static constexpr Node most_nodes = 1024;

    /// The most nodes within radius + 1 links of the source or within radius of a first receiver,
    /// where the first transfers have at most so many extra links in all. Nothing once all calls
    /// together have tried too many sets.
    std::optional<std::int64_t> nearby(std::size_t extra);

  private:
    using Bits = std::vector<std::uint64_t>;
    struct Receiver {
        Node row, column;
        std::size_t extra;  ///< links beyond one
        bool mirrored;      ///< a symmetry leads to another such receiver, which comes first
        Bits near{};        ///< nodes within the radius, once they are asked for
    };
    Node length(Node row, Node column) const;
    Bits ball(Node row, Node column, std::int64_t radius) const;
    const Bits& near(Receiver& receiver);
    /// Adds receivers from that place in the list on. What a set of receivers adds to others is no
    /// more than what it adds to none, so that fewer extra links say which sets are worth trying.
    void extend(std::size_t from, std::size_t extra, std::int64_t sends, const Bits& covered);

    Node rows_, columns_;
    std::int64_t sends_, radius_;
    std::vector<Receiver> receivers_{};  ///< by extra links, from one on
    Bits at_source_;
    std::vector<std::int64_t> most_{};  ///< by extra links
    std::int64_t work_ = 0;
};

}  // namespace lightsweep::kernels
