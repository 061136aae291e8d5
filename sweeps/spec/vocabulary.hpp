// What a sweep may say: keys, schedulers, rules, topologies, collectives and columns.
//
// The keys belong to the specification and are listed here; everything of the domain (which
// schedulers exist, what they read, which collective runs on how many nodes) is handed in, so the
// reader depends on no scheduler and no kernel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/units.hpp"

namespace lightsweep::sweeps {

/// Legal numbers of a key or option. `natural` is an integer >= 1, `whole` an integer >= 0, `bit` 0
/// or 1.
enum class Domain {
    any,
    positive,
    non_negative,
    natural,
    whole,
    bit,
    at_least_two,
    integer,
    fraction
};

/// One key of a grid.
struct KeyEntry {
    std::string name;
    Kind kind = Kind::count;
    bool structural = true;  ///< false: parametric (section "two phases" of the design)
    Domain domain = Domain::any;
    std::string description;         ///< one line
    std::string example;             ///< as one would write it in TOML: "\"8MiB\""
    std::vector<std::string> words;  ///< legal texts; empty: any, or given by the vocabulary
    bool optional = false;           ///< physical, but with a default
};

/// All keys of the specification in canonical order: this is the order of a grid's dimensions,
/// structural ones first, reconfiguration_delay last.
const std::vector<KeyEntry>& standard_keys();

/// One option of one scheduler ("swot": {"max_nodes": 10000}); words are the legal texts.
struct OptionEntry {
    std::string name;
    Kind kind = Kind::count;
    Domain domain = Domain::any;
    std::string description;
    std::vector<std::string> words;
};

/// One scheduler.
///
/// axes   keys whose values change its answer. `message` stands for item too, and `bandwidth` for
///        its four spellings; physical keys (message, bandwidth, the latencies, the delay) listed
///        here must be given in every grid, optional ones apart
/// needs  those of the structural and optional axes that it cannot do without (topology, ...)
/// rules  under which it is known; empty: all. A name may have one entry for each of several rules
struct SchedulerEntry {
    std::string name;
    std::string description;
    std::vector<std::string> axes;
    std::vector<std::string> needs;
    std::vector<OptionEntry> options;
    std::vector<std::string> rules{};
};

/// A name with aliases; reads = keys that it makes legal beyond those of the schedulers
/// (circulant reads offsets, allreduce/bruck reads radix).
struct NameEntry {
    std::string name;
    std::vector<std::string> aliases;
    std::vector<std::string> reads;
};

/// A word that stands for one value of each of the keys that its preset key stands for, in SI.
struct PresetEntry {
    std::string name;
    std::vector<double> values;
};

/// technology = "rotornet" in the place of reconfiguration_delay and switch_ports.
struct PresetKey {
    std::string key;
    std::vector<std::string> keys;
    std::vector<PresetEntry> entries;
};

/// A key whose words may also name files that say the same: model = ["transformer", "gpt.toml"].
///
/// preset    its words of its own, and the keys that they stand for
/// optional  those that a word or file may leave open, after `preset.keys` in the entries; then the
///           grid gives them. All words of one list must leave open the same ones
struct DescribedKey {
    PresetKey preset;
    std::vector<std::string> optional;
};

/// A question whose answers are no schedules: a grid with study = "fibres".
///
/// keys             that it reads, in the place of a grid's or, with uses_schedulers, beside them
/// needs            those of its own keys that must be given
/// uses_schedulers  asked once per scheduler of the sweep, on its plans
/// own_messages     the plans' messages come from the study: no message or item
struct StudyEntry {
    std::string name;
    std::string description;
    std::vector<KeyEntry> keys;
    std::vector<std::string> needs{};
    bool uses_schedulers = false;
    bool own_messages = false;
    std::optional<DescribedKey> described{};
};

/// Why something cannot run on n nodes ("allreduce/halving-doubling needs a power of two"), or
/// nothing if it can. Must be callable for every n >= 1 and cheap.
using Refusal =
    std::function<std::optional<std::string>(const std::string& name, std::int64_t nodes)>;

/// The domain as the reader sees it.
struct Vocabulary {
    std::vector<KeyEntry> keys = standard_keys();
    std::vector<SchedulerEntry> schedulers;
    std::vector<NameEntry> rules;
    std::vector<NameEntry> topologies;
    std::vector<NameEntry> collectives;  ///< "primitive/algorithm"; "custom" is always known
    std::map<std::string, std::string> algorithm_aliases;  ///< {"hd", "halving-doubling"}
    std::vector<std::string> columns;
    std::vector<PresetKey> presets;
    /// Whether a name beyond those listed is a collective: one with its sizes behind the name.
    std::function<bool(const std::string& name)> is_collective;
    /// The name of a collective on the sizes of the key dims; as it is if it has no use for them.
    std::function<std::string(const std::string& name, std::span<const std::int64_t> dims)> on_dims;
    std::vector<StudyEntry> studies;
    Refusal refuse_collective;
    Refusal refuse_topology;

    const KeyEntry* key(std::string_view name) const;
    /// The entry of that name under these rules; under no rules, or if there is none, any.
    const SchedulerEntry* scheduler(std::string_view name, std::string_view under = {}) const;
    /// Whether this is the entry that the rules go by.
    bool is_current(const SchedulerEntry& entry, std::string_view under) const {
        return scheduler(entry.name, under) == &entry;
    }
    const StudyEntry* study(std::string_view name) const;
    /// Remedy for a key that is none of those known: the table that it belongs to where it is an
    /// option of schedulers, else the nearest name.
    std::string remedy_for(std::string_view key, std::span<const std::string> known) const;

    /// What is wrong with a scheduler under these rules, and a remedy; nothing if they are unknown.
    struct Misfit {
        std::string problem, remedy;
    };
    std::optional<Misfit> misfit(const std::string& scheduler, const std::string& rules) const;

    /// The registry name behind a name or alias, or nullopt.
    std::optional<std::string> resolve_rules(std::string_view name) const;
    std::optional<std::string> resolve_topology(std::string_view name) const;

    /// As above; "allreduce/hd" also through algorithm_aliases. "custom" resolves to itself.
    std::optional<std::string> resolve_collective(std::string_view name) const;
};

/// The four spellings of a fabric's bandwidth: exactly one is given per grid.
const std::vector<std::string>& bandwidth_keys();

/// message and item: one is given per grid, none with custom collectives.
const std::vector<std::string>& size_keys();

/// True if the value is in the domain; NaN and infinities never are.
bool in_domain(double value, Domain domain);

/// "> 0", ">= 0", "an integer >= 1", ...
std::string_view domain_text(Domain domain);

/// The distinct names of a table: names_of(vocabulary.schedulers).
template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& entries) {
    std::vector<std::string> names;
    for (const auto& entry : entries)
        if (std::find(names.begin(), names.end(), entry.name) == names.end())
            names.push_back(entry.name);
    return names;
}

}  // namespace lightsweep::sweeps
