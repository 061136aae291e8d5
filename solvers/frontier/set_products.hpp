#pragma once
// Products of a set of group elements with one element, on sets as words of bits: the fastest way
// to count the hops that blocks need.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "solvers/frontier/cayley.hpp"

namespace lightsweep::solvers::frontier {

__extension__ using Bits128 = unsigned __int128;

/// Bit x of a set is element x; Word has at least as many bits as the group has elements. Times an
/// element, bit x moves to bit x * element; bits that move equally far are moved together, round
/// the word, which takes one rotation in a cyclic group and a few in the others.
template <typename Word>
class SetProducts {
  public:
    explicit SetProducts(const Group& group) : n_(group.size()), turns_(std::size_t(n_)) {
        for (Node element = 1; element < n_; ++element) {
            std::map<int, Word> masks;
            for (Node x = 0; x < n_; ++x)
                masks[(group.multiply(x, element) - x + n_) % n_] |= Word{1} << x;
            turns_[std::size_t(element)].assign(masks.begin(), masks.end());
        }
        for (Node x = 0; x < n_; ++x) all_ |= Word{1} << x;
    }

    /// element: not the identity.
    Word times(Word set, Node element) const {
        Word product = 0;
        for (const auto& [turn, mask] : turns_[std::size_t(element)])
            product |= (set & mask) << turn | (set & mask) >> (n_ - turn);
        return product & all_;
    }
    int size() const { return n_; }
    static int count(Word set) {
        int bits = 0;
        for (; set != 0; set >>= 63, set >>= 1)
            bits += __builtin_popcountll(static_cast<std::uint64_t>(set));
        return bits;
    }

  private:
    Node n_;
    Word all_ = 0;
    std::vector<std::vector<std::pair<int, Word>>> turns_;
};

}  // namespace lightsweep::solvers::frontier
