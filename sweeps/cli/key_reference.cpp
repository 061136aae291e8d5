#include "sweeps/cli/key_reference.hpp"

#include <algorithm>
#include <ostream>

#include "analysis/reports/wrapped_text.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

/// The unit of a quantity, or what a number or text must be.
std::string values_of(const KeyEntry& key) {
    switch (key.kind) {
        case Kind::seconds:
            return "time";
        case Kind::bytes:
            return "bytes";
        case Kind::rate:
            return "rate";
        case Kind::flag:
            return "true, false";
        case Kind::tuple:
            return "list of integers";
        case Kind::text:
            return key.words.empty() ? "name" : join(key.words, key.words.size());
        default:
            return std::string(domain_text(key.domain));
    }
}

/// The spelling under which a scheduler lists a key that has several.
std::string listed_as(const std::string& key) {
    if (holds(size_keys(), key)) return "message";
    if (holds(bandwidth_keys(), key)) return "bandwidth";
    return key == "radix" ? "ports" : key;
}

/// Topologies or collectives that read a key of their own.
std::string named_readers(const std::vector<NameEntry>& entries, const std::string& key) {
    std::vector<std::string> names;
    for (const auto& entry : entries)
        if (holds(entry.reads, key)) names.push_back(entry.name);
    return names.empty() ? "" : join(names, names.size());
}

/// The rules whose schedulers read the key; "all" if every set of rules has one.
std::string rules_that_read(const std::string& key) {
    const auto& vocabulary = domain_vocabulary();
    std::vector<std::string> names;
    for (const auto& rules : vocabulary.rules) {
        const auto reads = [&](const SchedulerEntry& entry) {
            return holds(entry.rules, rules.name) && holds(entry.axes, listed_as(key));
        };
        if (std::ranges::any_of(vocabulary.schedulers, reads)) names.push_back(rules.name);
    }
    if (names.empty()) return "";
    return names.size() == vocabulary.rules.size() ? "all rules" : "rules " + join(names);
}

std::string readers_of(const std::string& key) {
    const auto& vocabulary = domain_vocabulary();
    std::string all;
    for (const auto& part : {rules_that_read(key), named_readers(vocabulary.topologies, key),
                             named_readers(vocabulary.collectives, key)})
        if (!part.empty()) all += (all.empty() ? "" : "; ") + part;
    return all.empty() ? "every grid" : all;
}

std::string fallback_of(const KeyEntry& key) {
    if (!key.fallback.empty()) return key.fallback;
    for (const auto& spellings : {size_keys(), bandwidth_keys()})
        if (holds(spellings, key.name)) return "one of " + join(spellings);
    return key.structural || key.optional ? "none" : "a fault where it is read";
}

/// A bar would end the cell.
std::string cell(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
        text.insert(at, "\\");
    return text;
}

/// All keys of a grid: those that may vary, then the others.
std::vector<GridKey> all_keys() {
    std::vector<GridKey> all;
    for (const auto& key : domain_vocabulary().keys)
        all.push_back({key.name, values_of(key), fallback_of(key), key.example, key.description,
                       readers_of(key.name), true});
    all.insert(all.end(), other_grid_keys().begin(), other_grid_keys().end());
    return all;
}

void print_key(const GridKey& key, std::ostream& out) {
    out << "  " << key.name << " = " << key.example << '\n';
    for (const auto& text : {key.description, key.values + "; not given: " + key.fallback +
                                                  "; read by " + key.readers})
        for (const auto& line : analysis::wrapped(text, analysis::page_width - 6))
            out << "      " << line << '\n';
}

}  // namespace

void print_keys(std::ostream& out) {
    out << "keys of a grid (sweeps/README.md explains lists, ranges and zip)\n";
    for (const auto& key : all_keys()) print_key(key, out);
}

bool print_key_called(const std::string& name, std::ostream& out) {
    const auto keys = all_keys();
    const auto key = std::ranges::find(keys, name, &GridKey::name);
    if (key != keys.end()) print_key(*key, out << "key of a grid\n");
    return key != keys.end();
}

void print_keys_as_markdown(std::ostream& out) {
    out << "| key | value | not given | example | meaning | read by |\n|---|---|---|---|---|---|\n";
    for (const auto& key : all_keys())
        out << "| `" << key.name << "` | " << cell(key.values) << " | " << cell(key.fallback)
            << " | `" << key.example << "` | " << cell(key.description) << " | "
            << cell(key.readers) << " |\n";
}

}  // namespace lightsweep::sweeps
