#pragma once
// Arrays aligned for vector stores: a store that crosses a cache line takes twice as long.

#include <cstddef>
#include <new>
#include <vector>

namespace lightsweep::kernels::parallel {

template <typename T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t cache_line{64};

    LineAllocator() = default;
    template <typename U>
    explicit LineAllocator(const LineAllocator<U>&) {}

    T* allocate(std::size_t n) {
        return static_cast<T*>(::operator new(n * sizeof(T), cache_line));
    }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, cache_line); }
    bool operator==(const LineAllocator&) const { return true; }
};

/// A std::vector that begins at a cache line.
template <typename T>
using AlignedVector = std::vector<T, LineAllocator<T>>;

}  // namespace lightsweep::kernels::parallel
