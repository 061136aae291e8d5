#include "sweeps/points/structure_cache.hpp"

namespace lightsweep::sweeps {

std::pair<StructureCache::Future, bool> StructureCache::find_or_claim(
    const Key& key, std::promise<std::shared_ptr<const ReadyScheduler>>& promise) {
    const std::scoped_lock lock(mutex_);
    if (const auto found = slots_.find(key); found != slots_.end()) {
        by_age_.splice(by_age_.begin(), by_age_, found->second.age);
        return {found->second.future, false};
    }
    by_age_.push_front(key);
    Slot slot{promise.get_future().share(), 0, by_age_.begin()};
    return {slots_.emplace(key, std::move(slot)).first->second.future, true};
}

bool StructureCache::is_being_made(const Key& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = slots_.find(key);
    return found != slots_.end() && found->second.bytes == 0;
}

void StructureCache::keep(const Key& key, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    slots_.at(key).bytes = bytes;
    bytes_ += bytes;
    // The newest entry stays at any size; entries that are still being made have no bytes yet and
    // stay too.
    for (auto oldest = by_age_.end(); bytes_ > most_bytes_ && oldest != by_age_.begin();) {
        --oldest;
        const auto slot = slots_.find(*oldest);
        if (*oldest == key || slot->second.bytes == 0) continue;
        bytes_ -= slot->second.bytes;
        slots_.erase(slot);
        oldest = by_age_.erase(oldest);
    }
}

void StructureCache::drop(const Key& key) {
    const std::scoped_lock lock(mutex_);
    const auto slot = slots_.find(key);
    by_age_.erase(slot->second.age);
    slots_.erase(slot);
}

std::size_t StructureCache::bytes_of(const ReadyScheduler& entry) {
    if (!entry.structure) return 1024;
    // The problem alone is an entry of its own.
    constexpr std::size_t topology_bytes = 400;  // with its lists
    if (entry.plan)
        return 1024 + entry.plan->bytes() + topology_bytes * entry.plan->space().topologies.size();
    if (entry.refusal) return 1024;
    const auto& s = *entry.structure;
    std::size_t bytes = 1024 + s.steps() * (sizeof(kernels::Step) + 4 * sizeof(double));
    // Explicit permutations are lists; shared ones are counted each time, which overestimates.
    for (const auto& step : s.collective.steps)
        for (std::size_t i = 0; i < step.demand().size(); ++i) {
            const auto& p = step.demand()[i];
            bytes += i > 0 ? sizeof p : 0;
            if (!p.as_shift() && !p.as_exclusive_or() && !p.as_translation())
                bytes += sizeof(kernels::Node) * static_cast<std::size_t>(s.collective.n);
        }
    return bytes;
}

}  // namespace lightsweep::sweeps
