#include "sweeps/spec/values/vocabulary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

namespace {

template <class Entry>
const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name) {
    const auto found =
        std::ranges::find_if(entries, [&](const Entry& entry) { return entry.name == name; });
    return found == entries.end() ? nullptr : &*found;
}

std::optional<std::string> resolve(const std::vector<NameEntry>& entries, std::string_view name) {
    if (const NameEntry* exact = find_entry(entries, name)) return exact->name;
    for (const NameEntry& entry : entries) {
        const auto& aliases = entry.aliases;
        if (std::ranges::find(aliases, name) != aliases.end()) return entry.name;
    }
    return std::nullopt;
}

bool knows(const SchedulerEntry& entry, std::string_view under) {
    const auto& list = entry.rules;
    return list.empty() || std::ranges::find(list, under) != list.end();
}

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Numbers from `least` on, to `most` or below; whole ones, or any.
struct DomainRow {
    std::string_view text;
    double least, most;
    bool whole = false, above_least = false, below_most = false;
};
constexpr DomainRow domains[] = {
    {"a finite number", -infinity, infinity},
    {.text = "> 0", .least = 0, .most = infinity, .above_least = true},
    {">= 0", 0, infinity},
    {"an integer >= 1", 1, infinity, true},
    {"an integer >= 0", 0, infinity, true},
    {"0 (no) or 1 (yes)", 0, 1, true},
    {"an integer >= 2", 2, infinity, true},
    {"an integer", -infinity, infinity, true},
    {.text = ">= 0 and < 1", .least = 0, .most = 1, .below_most = true}};

}  // namespace

const KeyEntry* Vocabulary::key(std::string_view name) const {
    return find_entry(keys, name);
}

const SchedulerEntry* Vocabulary::scheduler(std::string_view name, std::string_view under) const {
    const auto& all = is_program(name) ? programs : schedulers;
    for (const auto& entry : all)
        if ((&all == &programs || entry.name == name) && knows(entry, under)) return &entry;
    return &all == &programs && !all.empty() ? &all.front() : find_entry(schedulers, name);
}

const StudyEntry* Vocabulary::study(std::string_view name) const {
    return find_entry(studies, name);
}

std::string Vocabulary::remedy_for(std::string_view key, std::span<const std::string> known) const {
    std::vector<std::string> owners;
    for (const SchedulerEntry& entry : schedulers)
        for (const OptionEntry& option : entry.options)
            if (option.name == key && (owners.empty() || owners.back() != entry.name))
                owners.push_back(entry.name);
    if (owners.empty()) return suggest(key, known);
    return "it is an option: put it into the table of its scheduler, " + join(owners, 3);
}

std::optional<Vocabulary::Misfit> Vocabulary::misfit(const std::string& name,
                                                     const std::string& given) const {
    const SchedulerEntry* entry = scheduler(name, given);
    if (entry == nullptr || given.empty() || knows(*entry, given)) return std::nullopt;
    std::vector<std::string> others;
    for (const SchedulerEntry& other : schedulers)
        if (knows(other, given)) others.push_back(other.name);
    return Misfit{"is not known under rules = " + given,
                  "rules = \"" + entry->rules.front() + "\", or one of " + join(others)};
}

std::vector<std::string> Vocabulary::all_schedulers(
    const std::string& given, const std::function<bool(const std::string&)>& has_key) const {
    std::vector<std::string> names;
    for (const SchedulerEntry& entry : schedulers)
        if (entry.in_all && knows(entry, given) && std::ranges::all_of(entry.needs, has_key) &&
            std::ranges::find(names, entry.name) == names.end())
            names.push_back(entry.name);
    return names;
}

std::vector<std::string> Vocabulary::all_algorithms(std::string_view pattern) const {
    std::vector<std::string> names;
    if (!pattern.ends_with("/*")) return names;
    for (const NameEntry& entry : collectives)
        if (entry.name.starts_with(pattern.substr(0, pattern.size() - 1)) &&
            !entry.name.ends_with("/any") && !entry.name.ends_with("-near") &&
            !entry.name.ends_with("-far"))
            names.push_back(entry.name);
    return names;
}

std::optional<std::string> Vocabulary::resolve_rules(std::string_view name) const {
    const RulesEntry* entry = find_entry(rules, name);
    return entry ? std::optional(entry->name) : std::nullopt;
}

RulesEntry Vocabulary::rules_called(std::string_view name) const {
    const RulesEntry* entry = find_entry(rules, name);
    return entry ? *entry : RulesEntry{};
}

std::optional<std::string> Vocabulary::resolve_topology(std::string_view name) const {
    return resolve(topologies, name);
}

std::optional<std::string> Vocabulary::resolve_collective(std::string_view name) const {
    if (name == "custom") return "custom";
    // A sequence: every part is resolved separately.
    if (const std::size_t plus = name.find('+'); plus != std::string_view::npos) {
        const auto rest = name.substr(plus + 1);
        const auto first = resolve_collective(name.substr(0, plus));
        const auto others = resolve_collective(rest);
        if (!first || !others || carries_bytes(*first) || carries_bytes(*others))
            return std::nullopt;
        return *first + "+" + *others;
    }
    if (auto found = resolve(collectives, name)) return found;
    if (is_collective && is_collective(std::string(name))) return std::string(name);
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const auto alias = algorithm_aliases.find(std::string(name.substr(slash + 1)));
    if (alias == algorithm_aliases.end()) return std::nullopt;
    return resolve(collectives, std::string(name.substr(0, slash + 1)) + alias->second);
}

const std::vector<std::string>& bandwidth_keys() {
    static const std::vector<std::string> keys = {"bandwidth", "link_rate", "plane_bandwidth",
                                                  "wavelength_bandwidth"};
    return keys;
}

const std::vector<std::string>& size_keys() {
    static const std::vector<std::string> keys = {"message", "item"};
    return keys;
}

bool in_domain(double value, Domain domain) {
    const DomainRow& row = domains[static_cast<std::size_t>(domain)];
    return std::isfinite(value) && value >= row.least && value <= row.most &&
           !(row.whole && value != std::trunc(value)) && !(row.above_least && value == row.least) &&
           !(row.below_most && value == row.most);
}

std::string_view domain_text(Domain domain) {
    return domains[static_cast<std::size_t>(domain)].text;
}

}  // namespace lightsweep::sweeps
