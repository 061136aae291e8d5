#pragma once
// Vocabulary of a sweep: its keys, schedulers, rules, topologies, collectives and columns.
//
// The keys belong to the specification and are listed here. The domain (which schedulers exist,
// which keys they read, which collective runs on how many nodes) is passed in, so the reader
// depends on no scheduler and no kernel.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

/// The uneven all-to-all.
inline constexpr std::string_view matrix_collective = "alltoall/matrix";

/// Legal numbers of a key or option. `natural` is an integer >= 1, `whole` an integer >= 0, `bit`
/// is 0 or 1.
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

/// One key of a grid whose values may vary.
struct KeyEntry {
    std::string name;
    Kind kind = Kind::count;
    Domain domain = Domain::any;
    std::string description;           ///< one line
    std::string example;               ///< as written in TOML: "\"8MiB\""
    std::string fallback{};            ///< its value where it is not given; empty: none
    std::vector<std::string> words{};  ///< legal texts; empty: any, or given by the vocabulary
    bool structural = true;            ///< false: parametric (phase two of an evaluation)
    bool optional = false;             ///< parametric, but with a default
};

/// A key whose values are these texts.
KeyEntry word_key(std::string name, std::string description, std::string example,
                  std::string fallback, std::vector<std::string> words);

/// All keys of the specification in canonical order, which is the order of a grid's dimensions:
/// structural ones first, reconfiguration_delay last.
const std::vector<KeyEntry>& standard_keys();

/// A key of a grid that is no axis, as the reference of keys prints it. of_problem: a single
/// problem may give it too.
struct GridKey {
    std::string name, values, fallback, example, description, readers;
    bool of_problem;
};
const std::vector<GridKey>& other_grid_keys();

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
///   axes   keys whose values change its results. `message` also stands for item, and `bandwidth`
///          for its four spellings. Physical keys in this list (message, bandwidth, the latencies,
///          the delay) must be given in every grid, unless they are optional
///   needs  the structural and optional axes that it requires (topology, ...)
///   rules  rules under which it is known; empty: all. A name may have several entries for
///          different rules
///   in_all whether schedulers = "all" takes it: it has a place under its rules, and is no 0-1
///          program, which is a witness of another one
struct SchedulerEntry {
    std::string name;
    std::string description;
    std::vector<std::string> axes;
    std::vector<std::string> needs;
    std::vector<OptionEntry> options;
    std::vector<std::string> rules{};
    bool in_all = true;
};

/// A name with its aliases. reads: keys that it makes legal besides those of the schedulers
/// (circulant reads offsets, allreduce/bruck reads radix).
struct NameEntry {
    std::string name;
    std::vector<std::string> aliases;
    std::vector<std::string> reads;
};

/// A set of rules, as the reader needs it.
///
///   free_keys            keys that its schedulers need but a grid may leave out
///   compares_everything  a scheduler that does not fit is not applicable instead of a fault
struct RulesEntry {
    std::string name;
    std::vector<std::string> free_keys{};
    bool compares_everything = false;
};

/// A word that stands for one SI value of each key behind its preset key.
struct PresetEntry {
    std::string name;
    std::vector<double> values;
};

/// A preset key, such as technology = "rotornet", which replaces reconfiguration_delay and
/// switch_ports.
struct PresetKey {
    std::string key;
    std::vector<std::string> keys;
    std::vector<PresetEntry> entries;
};

/// A key whose words may also be files with the same content: model = ["transformer", "gpt.toml"].
///
///   preset    its known words, and the keys that they stand for
///   optional  keys that a word or file may leave open; they follow `preset.keys` in the entries,
///             and the grid must then give them. All words of a list must leave open the same keys
struct DescribedKey {
    PresetKey preset;
    std::vector<std::string> optional;
};

/// A question whose answers are not schedules: a grid with study = "fibres".
///
///   keys             the keys that it reads, instead of a grid's keys or, with uses_schedulers,
///                    besides them
///   needs            its own keys that must be given
///   uses_schedulers  asked once per scheduler of the sweep, on its schedules
///   own_messages     the study sets the message sizes: the grid gives no message or item
struct StudyEntry {
    std::string name;
    std::string description;
    std::vector<KeyEntry> keys;
    std::vector<std::string> needs{};
    bool uses_schedulers = false;
    bool own_messages = false;
    std::optional<DescribedKey> described{};
};

/// The reason why something cannot run on n nodes ("allreduce/halving-doubling needs a power of
/// two"), or nothing. Must be cheap and callable for every n >= 1.
using Refusal =
    std::function<std::optional<std::string>(const std::string& name, std::int64_t nodes)>;

/// The domain, as the reader sees it.
struct Vocabulary {
    std::vector<KeyEntry> keys = standard_keys();
    std::vector<SchedulerEntry> schedulers;
    /// What schedulers in other programs read, one entry per hardware.
    std::vector<SchedulerEntry> programs{};
    /// The name of the program behind "external:PATH"; throws std::invalid_argument with what is
    /// wrong with it.
    std::function<std::string(const std::string& text)> name_of_program{};
    std::vector<RulesEntry> rules;
    std::vector<NameEntry> topologies;
    std::vector<NameEntry> collectives;  ///< "primitive/algorithm"; "custom" is always known
    std::map<std::string, std::string> algorithm_aliases;  ///< {"hd", "halving-doubling"}
    std::vector<std::string> columns;
    std::vector<PresetKey> presets;
    /// Whether a name that is not listed is a collective: a listed one with its sizes behind the
    /// name.
    std::function<bool(const std::string& name)> is_collective;
    /// The name of a collective with the sizes of the key dims; unchanged if it does not read them.
    std::function<std::string(const std::string& name, std::span<const std::int64_t> dims)> on_dims;
    std::vector<StudyEntry> studies;
    Refusal refuse_collective;
    Refusal refuse_topology;

    const KeyEntry* key(std::string_view name) const;
    /// The entry of that name under these rules; if there is none or no rules are given, any entry
    /// of that name.
    const SchedulerEntry* scheduler(std::string_view name, std::string_view under = {}) const;
    /// Whether this is the entry that applies under the rules.
    bool is_current(const SchedulerEntry& entry, std::string_view under) const {
        return scheduler(entry.name, under) == &entry;
    }
    const StudyEntry* study(std::string_view name) const;
    /// The entry of these rules; an entry without free keys if they are unknown.
    RulesEntry rules_called(std::string_view name) const;
    /// Remedy for an unknown key: the table to which it belongs if it is an option of schedulers,
    /// otherwise the nearest name.
    std::string remedy_for(std::string_view key, std::span<const std::string> known) const;

    /// The problem of a scheduler under these rules, with a remedy; nothing if there is none or the
    /// rules are unknown.
    struct Misfit {
        std::string problem, remedy;
    };
    std::optional<Misfit> misfit(const std::string& scheduler, const std::string& rules) const;

    /// The schedulers of schedulers = "all" under these rules: those that need no key which
    /// `has_key` denies.
    std::vector<std::string> all_schedulers(
        const std::string& rules, const std::function<bool(const std::string&)>& has_key) const;
    /// The algorithms that "allreduce/*" stands for; empty if it is no such text.
    std::vector<std::string> all_algorithms(std::string_view pattern) const;

    /// The registry name for a name or alias, or nullopt.
    std::optional<std::string> resolve_rules(std::string_view name) const;
    std::optional<std::string> resolve_topology(std::string_view name) const;

    /// The registry name for a name or alias; "allreduce/hd" also through algorithm_aliases.
    /// "custom" resolves to itself.
    std::optional<std::string> resolve_collective(std::string_view name) const;
};

/// Whether the text names a scheduler in another program.
inline bool is_program(std::string_view scheduler) {
    return scheduler.starts_with("external:");
}

/// The four spellings of a fabric's bandwidth; a grid gives exactly one of them.
const std::vector<std::string>& bandwidth_keys();

/// message and item: a grid gives one of them, and none with custom collectives.
const std::vector<std::string>& size_keys();

/// Whether a collective has bytes of its own instead of a message: custom, alltoall/matrix.
inline bool carries_bytes(std::string_view collective) {
    return collective == "custom" || collective == matrix_collective;
}

/// Whether the value is in the domain; NaN and infinities never are.
bool in_domain(double value, Domain domain);

/// The domain in words: "> 0", ">= 0", "an integer >= 1", ...
std::string_view domain_text(Domain domain);

/// The distinct names of a table: names_of(vocabulary.schedulers).
template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& entries) {
    std::vector<std::string> names;
    for (const auto& entry : entries)
        if (std::ranges::find(names, entry.name) == names.end()) names.push_back(entry.name);
    return names;
}

}  // namespace lightsweep::sweeps
