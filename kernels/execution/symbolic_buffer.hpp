#pragma once
// A buffer whose bytes are symbols: "byte p, summed over these ranks' contributions".
//
// Runs of bytes with the same contributors and consecutive positions are one piece, so that the
// cost counts pieces, not bytes.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {

/// Ranks, as bits.
class RankSet {
  public:
    RankSet() = default;
    RankSet(Node n, Node only) : words_(static_cast<std::size_t>(n + 63) / 64, 0) {
        words_[static_cast<std::size_t>(only) / 64] |= std::uint64_t{1} << (only % 64);
    }
    static RankSet all(Node n);
    bool meets(const RankSet& other) const;
    RankSet united(const RankSet& other) const;
    bool operator==(const RankSet&) const = default;

  private:
    std::vector<std::uint64_t> words_;
};

/// What one piece holds: positions origin, origin + 1, ... of the contributors' data.
struct Symbols {
    std::int64_t origin = 0;
    RankSet contributors{};
};

struct SymbolPiece {
    std::int64_t bytes;
    Symbols symbols;
};

class SymbolicBuffer {
  public:
    /// Replaces bytes offset .. offset + bytes - 1.
    void write(std::int64_t offset, std::int64_t bytes, const Symbols& symbols);
    /// Adds to what is there. Returns what is wrong (nothing there, another position, a
    /// contribution for the second time), or "".
    std::string add(std::int64_t offset, std::int64_t bytes, const Symbols& symbols);
    /// Appends the pieces of a range to a stream; false if a byte of it holds nothing.
    bool read(std::int64_t offset, std::int64_t bytes, std::vector<SymbolPiece>& stream) const;

  private:
    struct Run {
        std::int64_t end;
        Symbols symbols;
    };
    void split_at(std::int64_t offset);

    std::map<std::int64_t, Run> runs_;  ///< by first byte, apart from each other
};

}  // namespace lightsweep::kernels
