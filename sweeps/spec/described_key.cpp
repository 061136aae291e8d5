#include "sweeps/spec/described_key.hpp"

#include <algorithm>
#include <cmath>

#include "sweeps/spec/documents/scalar_reader.hpp"
#include "sweeps/spec/presets.hpp"
#include "sweeps/spec/text_file.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Names = std::vector<std::string>;

/// Reads one file; its values in the order of the keys, NaN where an optional one is left open.
class DescriptionReader {
  public:
    DescriptionReader(const DescribedKey& described, const ReadContext& context)
        : described_(described), context_(context), keys_(described.preset.keys) {
        keys_.insert(keys_.end(), described.optional.begin(), described.optional.end());
    }

    std::optional<PresetEntry> read(const Value& word) const {
        std::string problem;
        const auto text = read_text_file(resolved_path(word.text, context_.directory), problem);
        if (!text) {
            add_fault(context_, word, "is neither known nor a file: " + problem,
                      suggest(word.text, names_of(described_.preset.entries)) +
                          ", or a path that starts at the sweep file's folder");
            return std::nullopt;
        }
        const auto root = parse_toml(*text, word.text, context_.faults);
        if (!root) return std::nullopt;
        check_names(*root);
        PresetEntry entry{word.text, {}};
        for (const std::string& key : keys_) entry.values.push_back(value_of(*root, key, word));
        return entry;
    }

  private:
    void check_names(const Value& root) const {
        for (const Member& member : root.members)
            if (!contains(keys_, member.key))
                context_.faults.add(member.value.place, member.key, member.value.quoted(),
                                    "unknown key", suggest(member.key, keys_));
    }

    double value_of(const Value& root, const std::string& key, const Value& word) const {
        const KeyEntry& entry = *context_.vocabulary.key(key);
        const Value* value = root.find(key);
        if (value == nullptr && !contains(described_.optional, key))
            context_.faults.add({0, word.text}, key, "", "is missing",
                                "for example " + key + " = " + entry.example);
        if (value == nullptr) return std::nan("");
        const auto read = read_scalar(*value, {entry.kind, entry.domain, entry.words, ""});
        if (read.scalar) return read.scalar->number;
        context_.faults.add(value->place, key, value->quoted(), read.problem, read.remedy);
        return std::nan("");
    }

    const DescribedKey& described_;
    const ReadContext& context_;
    Names keys_;
};

std::vector<const Value*> words_of(const Value* value) {
    std::vector<const Value*> words;
    if (value == nullptr) return words;
    if (value->is(Value::Type::text)) words.push_back(value);
    for (const Value& item : value->items)
        if (item.is(Value::Type::text)) words.push_back(&item);
    return words;
}

/// The optional keys that all words in use say; those that only some say are faults.
Names keys_said(const DescribedKey& described, const PresetKey& preset, const Value* value,
                const ReadContext& context) {
    Names said;
    const auto words = words_of(value);
    for (std::size_t k = 0; k < described.optional.size(); ++k) {
        std::size_t count = 0;
        for (const Value* word : words) {
            const PresetEntry* entry = entry_of(preset, word->text);
            count += entry && !std::isnan(entry->values[described.preset.keys.size() + k]);
        }
        if (count > 0 && count == words.size()) said.push_back(described.optional[k]);
        if (count > 0 && count < words.size())
            add_fault(context, *value, "some of them say " + described.optional[k] + ", not all",
                      "leave it out of the files and give it in the grid");
    }
    return said;
}

/// Keeps only those optional keys that are given.
PresetKey reduced(PresetKey preset, const DescribedKey& described, const Names& said) {
    const std::size_t certain = described.preset.keys.size();
    for (PresetEntry& entry : preset.entries) {
        std::vector<double> values(entry.values.begin(),
                                   entry.values.begin() + static_cast<std::ptrdiff_t>(certain));
        for (std::size_t k = 0; k < described.optional.size(); ++k)
            if (contains(said, described.optional[k])) values.push_back(entry.values[certain + k]);
        entry.values = std::move(values);
    }
    preset.keys.insert(preset.keys.end(), said.begin(), said.end());
    return preset;
}

}  // namespace

PresetKey read_described(const DescribedKey& described, const Value* value,
                         const ReadContext& context) {
    PresetKey preset = described.preset;
    for (PresetEntry& entry : preset.entries)
        entry.values.resize(preset.keys.size() + described.optional.size(), std::nan(""));
    const DescriptionReader reader(described, context);
    for (const Value* word : words_of(value)) {
        if (entry_of(preset, word->text)) continue;
        // A word with a fault stays known, so that it is reported once.
        auto entry = reader.read(*word);
        if (!entry)
            entry = {word->text,
                     std::vector(preset.keys.size() + described.optional.size(), std::nan(""))};
        preset.entries.push_back(std::move(*entry));
    }
    return reduced(std::move(preset), described, keys_said(described, preset, value, context));
}

}  // namespace lightsweep::sweeps
