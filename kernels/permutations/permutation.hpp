#pragma once
// A permutation: the receiver of every sender in one step, a partial bijection on {0, ..., n-1}.
//
// Shifts, exclusive-ors and torus translations stay symbolic, so that an all-to-all on 65,536 nodes
// (65,535 permutations) costs a few bytes per step. Any other permutation is an explicit list.
// Every permutation has one form only: a shift before an exclusive-or before a translation before a
// list. Permutations thus compare in constant time, but for equal lists.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lightsweep::kernels {

using Node = std::int32_t;

class Permutation {
  public:
    /// A torus translation: sizes, and the offset of each coordinate in 0..size-1.
    struct Grid {
        std::vector<Node> dims, offset;
    };

    /// Maps j to (j + offset) mod n. n >= 1 [nodes]; any offset.
    static Permutation shift(Node n, std::int64_t offset);
    /// Maps j to j xor mask. n must be a power of two, 0 <= mask < n; otherwise
    /// std::invalid_argument.
    static Permutation exclusive_or(Node n, Node mask);
    /// Moves every row-major coordinate by offset[d] modulo dims[d].
    static Permutation translation(std::vector<Node> dims, std::vector<std::int64_t> offset);
    /// Any list: destination[j] in {-1, j} means that j is idle. Throws std::invalid_argument with
    /// the first fault: a destination out of range, or two senders to one destination.
    static Permutation list(std::vector<Node> destination);
    /// A permutation known by a number only; it equals exactly those with the same number. Asking
    /// for a destination throws std::logic_error.
    static Permutation labelled(Node n, Node label);

    Node size() const { return n_; }
    /// Receiver of the node's data; the node itself if it is idle. node in [0, size()).
    Node operator()(Node node) const {
        if (form_ == Form::list) return (*to_)[node];
        if (form_ == Form::exclusive_or) return node ^ parameter_;
        if (form_ != Form::shift) return moved(node);
        const auto rest = n_ - parameter_;  // never above 2^31 - 1, as node + parameter_ may be
        return node < rest ? node + parameter_ : node - rest;
    }
    Permutation inverse() const;

    /// True if no node sends.
    bool is_identity() const;
    /// True if every transfer is an exchange: p(p(j)) = j.
    bool is_involution() const;
    /// Smallest g dividing n with p(j + g) = p(j) + g (mod n): the period under rotation.
    Node rotation_period() const;

    /// The offset in [0, n) of a shift; the mask of an exclusive-or.
    std::optional<Node> as_shift() const;
    std::optional<Node> as_exclusive_or() const;
    /// The translation; null if it was not given as one, or is also a shift or an exclusive-or.
    const Grid* as_translation() const { return grid_.get(); }

    bool operator==(const Permutation& other) const;
    /// Equal permutations have equal hashes.
    std::uint64_t hash() const;
    /// True if only its number is known.
    bool is_label() const { return form_ == Form::label; }
    /// Text for people: "shift +3", "xor 4", "list of 12", "cfg 2".
    std::string describe() const;

  private:
    enum class Form : std::uint8_t { shift, exclusive_or, label, translation, list };
    Permutation(Node n, Form form, Node parameter) : n_(n), form_(form), parameter_(parameter) {}

    Node moved(Node node) const;  // by a translation
    bool has_parameter() const { return form_ < Form::translation; }

    Node n_;
    Form form_;
    Node parameter_ = 0;                           // offset, mask or number
    std::uint64_t hash_ = 0;                       // of the destinations; translation and list only
    std::shared_ptr<const Grid> grid_;             // translation only
    std::shared_ptr<const std::vector<Node>> to_;  // list only
};

/// value mod n, in [0, n).
constexpr Node modulo(std::int64_t value, Node n) {
    const std::int64_t rest = value % n;
    return static_cast<Node>(rest < 0 ? rest + n : rest);
}

/// Whether n = 2^k with k >= 0.
constexpr bool is_power_of_two(std::int64_t n) {
    return n > 0 && (n & (n - 1)) == 0;
}

}  // namespace lightsweep::kernels
