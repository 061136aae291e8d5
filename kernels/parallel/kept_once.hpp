#pragma once
// Results that several tasks of a process share: each is made once.

#include <map>
#include <mutex>
#include <optional>

namespace lightsweep::kernels::parallel {

template <typename Key, typename Value>
class KeptOnce {
  public:
    /// make() runs once per key; others that ask meanwhile wait, and make it themselves if it
    /// throws. Neither it nor a parallel loop that it starts may ask for the same key.
    template <typename Make>
    const Value& get(const Key& key, const Make& make) {
        auto& kept = [&]() -> Kept& {
            const std::scoped_lock lock(guard_);
            return kept_[key];
        }();
        const std::scoped_lock lock(kept.guard);
        if (!kept.value) kept.value = make();
        return *kept.value;
    }

  private:
    struct Kept {
        std::mutex guard;
        std::optional<Value> value;
    };
    std::mutex guard_;
    std::map<Key, Kept> kept_;
};

}  // namespace lightsweep::kernels::parallel
