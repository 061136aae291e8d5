#include <algorithm>
#include <set>

#include "sweeps/spec/grid_reader.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

/// The name under which schedulers list a key: message for item, bandwidth for link_rate, ...
std::string reading_name(const std::string& key) {
    if (contains(bandwidth_keys(), key)) return bandwidth_keys().front();
    if (contains(size_keys(), key)) return size_keys().front();
    return key;
}

bool always_read(const std::string& key) {
    return key == "collective" || key == "primitive" || key == "algorithm" || key == "nodes";
}

bool reads(const SchedulerEntry& scheduler, const std::string& key) {
    return contains(scheduler.axes, reading_name(key));
}

std::vector<std::string> given(const Value& merged, const std::vector<std::string>& keys) {
    std::vector<std::string> present;
    for (const std::string& key : keys) {
        if (merged.find(key) != nullptr) present.push_back(key);
    }
    return present;
}

/// The names on an axis; a sequence gives the name of each part.
std::vector<std::string> parts_of(const AxisValues& axis) {
    std::vector<std::string> parts;
    for (const std::string& label : axis.labels)
        for (std::size_t begin = 0; begin <= label.size();) {
            const std::size_t end = std::min(label.find('+', begin), label.size());
            parts.push_back(label.substr(begin, end - begin));
            begin = end + 1;
        }
    return parts;
}

class KeyChecker {
  public:
    KeyChecker(const Value& merged, const Axes& axes, const ReadContext& context)
        : merged_(merged), axes_(axes), context_(context) {
        for (const std::string& name : context.schedulers) {
            if (const auto* entry = context.vocabulary.scheduler(name, context.rules))
                schedulers_.push_back(entry);
        }
        note_reads("topology", context.vocabulary.topologies);
        note_reads("collective", context.vocabulary.collectives);
    }

    void run() {
        if (context_.study != nullptr) check_study(*context_.study);
        if (context_.study != nullptr && !context_.study->uses_schedulers) return;
        check_collective();
        if (merged_.find("nodes") == nullptr) missing("nodes", "always needed");
        check_size();
        check_one_of(bandwidth_keys());
        for (const KeyEntry& key : context_.vocabulary.keys) check_required(key);
        for (const Member& member : merged_.members) check_read(member);
    }

  private:
    /// Keys that the collectives or topologies of this grid make legal.
    void note_reads(const std::string& key, const std::vector<NameEntry>& entries) {
        const auto axis = axes_.find(key);
        // Without `collective`, or after a fault in it, the algorithms are not known, so the keys
        // of all algorithms are legal.
        const bool any = axis == axes_.end() ? key == "collective" || merged_.find(key) != nullptr
                                             : axis->second.faulty;
        const auto given =
            axis == axes_.end() ? std::vector<std::string>{} : parts_of(axis->second);
        for (const NameEntry& entry : entries) {
            const bool named = any || contains(given, entry.name);
            const bool sized = std::ranges::any_of(given, [&](const std::string& name) {
                const std::size_t end = entry.name.size();
                return name.size() > end && name[end] == '(' && name.starts_with(entry.name);
            });
            for (const std::string& read : entry.reads)  // chunks stand behind the name then
                if (named || (sized && read != "chunks")) also_read_.insert(read);
        }
    }

    /// Topologies and collectives that make a key legal, in this grid or not.
    std::vector<std::string> names_that_read(const std::string& key) const {
        std::vector<std::string> names;
        for (const auto* entries :
             {&context_.vocabulary.topologies, &context_.vocabulary.collectives})
            for (const NameEntry& entry : *entries)
                if (contains(entry.reads, key)) names.push_back(entry.name);
        return names;
    }

    bool has_own_bytes() const {
        const auto axis = axes_.find("collective");
        return axis != axes_.end() && std::ranges::any_of(axis->second.labels, carries_bytes);
    }

    void missing(const std::string& key, const std::string& who) {
        const KeyEntry* entry = context_.vocabulary.key(key);
        const std::string path = merged_.path.empty() ? key : merged_.path + "." + key;
        const std::string example = entry == nullptr ? "" : entry->example;
        context_.faults.add(merged_.place, path, "", "is missing; " + who,
                            "for example " + key + " = " + example);
    }

    void check_study(const StudyEntry& study) {
        for (const KeyEntry& key : study.keys) also_read_.insert(key.name);
        for (const std::string& name : study.needs) {
            const auto spellings = spellings_of(name);
            if (given(merged_, spellings).empty())
                missing(name, "read by the study " + study.name + instead_of(spellings));
        }
    }

    /// The key, and the presets that stand for it.
    std::vector<std::string> spellings_of(const std::string& name) const {
        std::vector<std::string> spellings = {name};
        if (contains(size_keys(), name)) spellings = size_keys();
        if (name == bandwidth_keys().front()) spellings = bandwidth_keys();
        for (const auto& preset : context_.vocabulary.presets)
            if (contains(preset.keys, name)) spellings.push_back(preset.key);
        return spellings;
    }

    static std::string instead_of(const std::vector<std::string>& spellings) {
        if (spellings.size() < 2) return "";
        return " (or " + join(std::span(spellings).subspan(1)) + ")";
    }

    void check_collective() {
        const bool parts = merged_.find("primitive") != nullptr;
        const Value* algorithm = merged_.find("algorithm");
        const Value* collective = merged_.find("collective");
        if (collective == nullptr && !parts) missing("collective", "always needed");
        if (collective != nullptr && (parts || algorithm != nullptr)) {
            collective->refuse("primitive or algorithm is given as well",
                               "either collective, or primitive and algorithm", context_.faults);
        }
        const Value* primitive = merged_.find("primitive");
        if (parts && algorithm == nullptr && !primitive->is(Value::Type::text)) {
            missing("algorithm", "several primitives need it");
        }
        const auto axis = axes_.find("collective");
        if (has_own_bytes() && axis->second.listed) {
            const auto name = *std::ranges::find_if(axis->second.labels, carries_bytes);
            collective->refuse(name + " cannot be one of a list",
                               "collective = \"" + name + "\" in a grid of its own",
                               context_.faults);
        }
    }

    void check_size() {
        if (!has_own_bytes()) {
            check_one_of(size_keys());
            return;
        }
        for (const std::string& key : given(merged_, size_keys())) {
            merged_.find(key)->refuse(
                "the steps or the matrix of this collective carry their bytes", "remove it",
                context_.faults);
        }
    }

    /// Reports too many spellings; check_required reports a missing one.
    void check_one_of(const std::vector<std::string>& keys) {
        const std::vector<std::string> present = given(merged_, keys);
        if (present.size() < 2) return;
        merged_.find(present.back())
            ->refuse("only one of " + join(keys) + " is given",
                     "remove " + join(std::span(present).first(present.size() - 1)) + " or this",
                     context_.faults);
    }

    void check_required(const KeyEntry& key) {
        if (context_.rules.empty()) return;  // a fault already; they decide what is needed
        const std::string name = reading_name(key.name);
        if (name != key.name || merged_.find(name) != nullptr) return;
        const bool size = contains(size_keys(), name);
        if (size && has_own_bytes()) return;
        if (contains(context_.vocabulary.rules_called(context_.rules).free_keys, name)) return;
        std::vector<std::string> who;
        const char* ring_delay = "wdm_reconfiguration_delay";
        const bool replaced =
            name == "reconfiguration_delay" && merged_.find(ring_delay) != nullptr;
        for (const SchedulerEntry* scheduler : schedulers_) {
            if (replaced && contains(scheduler->axes, ring_delay)) continue;
            const bool has_default = key.structural || key.optional;
            const auto& list = has_default ? scheduler->needs : scheduler->axes;
            if (contains(list, name) && !always_read(name)) who.push_back(scheduler->name);
        }
        if (who.empty()) return;
        const auto spellings = spellings_of(name);
        if (given(merged_, spellings).empty())
            missing(name, "read by " + join(who) + instead_of(spellings));
    }

    void check_read(const Member& member) {
        const KeyEntry* key = context_.vocabulary.key(member.key);
        if (key == nullptr || always_read(key->name) || also_read_.contains(key->name)) return;
        const auto reader = [&](const SchedulerEntry& entry) { return reads(entry, key->name); };
        const auto& all = context_.vocabulary.schedulers;
        if (std::ranges::none_of(all, reader)) {
            const auto readers = names_that_read(key->name);
            member.value.refuse(readers.empty() ? "no scheduler of this build reads it"
                                                : "nothing here reads it, only " + join(readers),
                                "remove it", context_.faults);
            return;
        }
        const auto axis = axes_.find(member.key);
        if (axis == axes_.end() || !axis->second.listed || schedulers_.empty()) return;
        const bool read = std::ranges::any_of(
            schedulers_, [&](const SchedulerEntry* entry) { return reader(*entry); });
        if (read) return;
        member.value.refuse(
            "no scheduler of this sweep (" + join(context_.schedulers) + ") reads this axis",
            "remove it or give one value", context_.faults);
    }

    const Value& merged_;
    const Axes& axes_;
    const ReadContext& context_;
    std::vector<const SchedulerEntry*> schedulers_;
    std::set<std::string> also_read_;
};

}  // namespace

void check_keys(const Value& merged, const Axes& axes, const ReadContext& context) {
    KeyChecker(merged, axes, context).run();
}

}  // namespace lightsweep::sweeps
