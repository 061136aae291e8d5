#pragma once
// A set of residues modulo N as bits, with rotation by whole words.

#include <bit>
#include <cstdint>
#include <vector>

namespace lightsweep::solvers::optree {

class OffsetSet {
  public:
    explicit OffsetSet(std::int64_t n) : n_(n), words_(static_cast<std::size_t>(n + 63) / 64) {}

    void add(std::int64_t offset) { words_[word(offset)] |= bit(offset); }
    bool has(std::int64_t offset) const { return words_[word(offset)] & bit(offset); }
    std::int64_t size() const {
        std::int64_t count = 0;
        for (const auto w : words_) count += std::popcount(w);
        return count;
    }
    /// The set { a + shift mod N }, 0 <= shift < N.
    OffsetSet shifted(std::int64_t shift) const {
        OffsetSet result(n_);
        result.merge_shifted(*this, shift);       // residues that stay below N
        result.merge_shifted(*this, shift - n_);  // residues that wrap
        return result;
    }
    OffsetSet without(const OffsetSet& other) const {
        OffsetSet result = *this;
        for (std::size_t i = 0; i < words_.size(); ++i) result.words_[i] &= ~other.words_[i];
        return result;
    }
    OffsetSet with(const OffsetSet& other) const {
        OffsetSet result = *this;
        for (std::size_t i = 0; i < words_.size(); ++i) result.words_[i] |= other.words_[i];
        return result;
    }
    template <typename Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            for (auto w = words_[i]; w; w &= w - 1)
                visit(static_cast<std::int64_t>(i * 64) + std::countr_zero(w));
    }

  private:
    static std::size_t word(std::int64_t offset) { return static_cast<std::size_t>(offset) / 64; }
    static std::uint64_t bit(std::int64_t offset) { return std::uint64_t{1} << (offset % 64); }

    /// Merges the bits of `from`, moved by `shift` (in either direction), that land within 0 ..
    /// N-1.
    void merge_shifted(const OffsetSet& from, std::int64_t shift) {
        const auto count = static_cast<std::int64_t>(words_.size());
        const auto whole = shift >= 0 ? shift / 64 : -((-shift + 63) / 64);
        const auto part = shift - whole * 64;
        for (std::int64_t i = 0; i < count; ++i) {
            const auto low = i - whole, below = low - 1;
            if (low >= 0 && low < count)
                words_[static_cast<std::size_t>(i)] |= from.words_[static_cast<std::size_t>(low)]
                                                       << part;
            if (part && below >= 0 && below < count)
                words_[static_cast<std::size_t>(i)] |=
                    from.words_[static_cast<std::size_t>(below)] >> (64 - part);
        }
        if (n_ % 64) words_.back() &= (std::uint64_t{1} << (n_ % 64)) - 1;
    }

    std::int64_t n_;
    std::vector<std::uint64_t> words_;
};

}  // namespace lightsweep::solvers::optree
