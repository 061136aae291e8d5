#pragma once
// A hash map with open addressing from two 64-bit words to one double, in one flat array. It holds
// dynamic programs with tens of millions of small states. Entries are never removed. Not
// thread-safe.

#include <cstdint>
#include <vector>

namespace lightsweep::solvers::swot {

class FlatMap {
  public:
    /// The value of the key, or null.
    const double* find(std::uint64_t high, std::uint64_t low) const {
        if (slots_.empty()) return nullptr;
        const Slot& slot = slots_[place(high, low)];
        return slot.used ? &slot.value : nullptr;
    }

    /// Sets or replaces the value of the key. Invalidates pointers from find().
    void put(std::uint64_t high, std::uint64_t low, double value) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        Slot& slot = slots_[place(high, low)];
        size_ += slot.used ? 0 : 1;
        slot = {high, low, value, true};
    }

  private:
    struct Slot {
        std::uint64_t high = 0, low = 0;
        double value = 0;
        bool used = false;
    };

    /// Index of the key's slot, or of the free slot where it belongs.
    std::size_t place(std::uint64_t high, std::uint64_t low) const {
        std::uint64_t h = (high * 0x9E3779B97F4A7C15u) ^ (low * 0xC2B2AE3D27D4EB4Fu);
        h = (h ^ (h >> 29)) * 0xBF58476D1CE4E5B9u;
        std::size_t at = (h ^ (h >> 32)) & (slots_.size() - 1);
        while (slots_[at].used && (slots_[at].high != high || slots_[at].low != low))
            at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    void grow() {
        std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.used) slots_[place(slot.high, slot.low)] = slot;
    }

    std::vector<Slot> slots_;  ///< size is a power of two; at most half of the slots are used
    std::size_t size_ = 0;
};

}  // namespace lightsweep::solvers::swot
