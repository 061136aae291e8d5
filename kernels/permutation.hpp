#pragma once
// Who sends to whom in one step: a partial bijection on {0, ..., n-1}.
//
// Shifts, exclusive-ors and torus translations stay symbolic, so that an all-to-all on 65,536
// nodes (65,535 permutations) costs a few bytes per step; anything else is an explicit list.
// One permutation has one form: a shift before an exclusive-or before a translation before a
// list, so that equal permutations compare equal in constant time where they are symbolic.

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

    /// j -> (j + offset) mod n. n >= 1 [nodes]; any offset.
    static Permutation shift(Node n, std::int64_t offset);
    /// j -> j xor mask. n a power of two, 0 <= mask < n; throws std::invalid_argument otherwise.
    static Permutation exclusive_or(Node n, Node mask);
    /// Row-major coordinates, each moved by offset[d] modulo dims[d].
    static Permutation translation(std::vector<Node> dims, std::vector<std::int64_t> offset);
    /// destination[j] in {-1, j} means that j is idle. Throws std::invalid_argument with the first
    /// fault: a destination out of range, or two senders to one destination.
    static Permutation list(std::vector<Node> destination);
    /// Some permutation of which nothing is known but its number: equal to one of the same number
    /// alone. Asked for a destination it throws std::logic_error.
    static Permutation labelled(Node n, Node label);

    Node size() const { return n_; }
    /// Where node's data goes; the node itself when it is idle.
    Node operator()(Node node) const;
    Permutation inverse() const;

    /// Nobody sends.
    bool is_identity() const;
    /// Every transfer is an exchange: p(p(j)) = j.
    bool is_involution() const;
    /// Smallest g dividing n with p(j + g) = p(j) + g (mod n): the period under rotation.
    Node rotation_period() const;

    /// The offset in [0, n) if this is a shift, the mask if it is an exclusive-or.
    std::optional<Node> as_shift() const;
    std::optional<Node> as_exclusive_or() const;
    /// Null if this was not given as a translation, or is a shift or an exclusive-or as well.
    const Grid* as_translation() const { return grid_.get(); }

    bool operator==(const Permutation& other) const;
    /// Equal permutations have equal hashes.
    std::uint64_t hash() const;
    /// Nothing but its number is known.
    bool is_label() const { return form_ == Form::label; }
    /// For people: "shift +3", "xor 4", "list of 12", "cfg 2".
    std::string describe() const;

  private:
    enum class Form : std::uint8_t { shift, exclusive_or, label, translation, list };
    Permutation(Node n, Form form, Node parameter) : n_(n), form_(form), parameter_(parameter) {}

    bool has_parameter() const { return form_ < Form::translation; }

    Node n_;
    Form form_;
    Node parameter_ = 0;                           // offset, mask or number
    std::shared_ptr<const Grid> grid_;             // translation only
    std::shared_ptr<const std::vector<Node>> to_;  // list only
};

/// value mod n, in [0, n).
constexpr Node modulo(std::int64_t value, Node n) {
    const std::int64_t rest = value % n;
    return static_cast<Node>(rest < 0 ? rest + n : rest);
}

/// True if n = 2^k, k >= 0.
constexpr bool is_power_of_two(std::int64_t n) {
    return n > 0 && (n & (n - 1)) == 0;
}

}  // namespace lightsweep::kernels
