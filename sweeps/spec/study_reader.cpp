#include "sweeps/spec/grid_reader.hpp"

#include <cmath>

#include "sweeps/spec/documents/scalar_reader.hpp"
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
            word.refuse("is neither known nor a file: " + problem,
                        suggest(word.text, names_of(described_.preset.entries)) + "; " +
                            context_.where_paths_start(),
                        context_.faults);
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
                member.value.refuse("unknown key", suggest(member.key, keys_), context_.faults);
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
        value->refuse(read.problem, read.remedy, context_.faults);
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
            value->refuse("some of them say " + described.optional[k] + ", not all",
                          "leave it out of the files and give it in the grid", context.faults);
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

/// The preset for the words of a grid under a described key. Known words are taken as they are; all
/// others are read as TOML files with one line per key. Faults: a file that cannot be read; a key
/// that is missing, unknown or out of range; words that leave open different optional keys.
///
///   value    the grid's value under the key; null: the known words only
///   context  its vocabulary has the keys that the preset stands for
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

const StudyEntry* study_of(const Value& grid, const Vocabulary& vocabulary) {
    const Value* name = grid.find("study");
    return name->is(Value::Type::text) ? vocabulary.study(name->text) : nullptr;
}

/// The keys that a grid with this study may have. The delay stays last.
std::vector<KeyEntry> keys_of(const StudyEntry& study, const Vocabulary& vocabulary) {
    std::vector<KeyEntry> keys = study.keys;
    if (!study.uses_schedulers) return keys;
    for (const KeyEntry& key : vocabulary.keys) {
        const bool is_own = study.own_messages && contains(size_keys(), key.name);
        if (!is_own && !contains(names_of(study.keys), key.name)) keys.push_back(key);
    }
    return keys;
}

/// Removes defaults of [fabric] that the study does not read.
void drop_defaults(Value& merged, const StudyEntry& study, const Vocabulary& own) {
    const auto is_read = [&](const std::string& key) {
        if (study.uses_schedulers) return !study.own_messages || !contains(size_keys(), key);
        return own.key(key) || (study.described && study.described->preset.key == key) ||
               std::ranges::any_of(own.presets, [&](const auto& one) { return one.key == key; });
    };
    std::erase_if(merged.members, [&](const Member& member) {
        return member.value.path.starts_with("fabric.") && !is_read(member.key);
    });
}

}  // namespace

bool asks_for_plans(const Value& grid, const Vocabulary& vocabulary) {
    if (grid.find("study") == nullptr) return true;
    const StudyEntry* study = study_of(grid, vocabulary);
    return study != nullptr && study->uses_schedulers;
}

std::optional<GridSpec> read_study(const Value& grid, const Value* fabric, const std::string& path,
                                   const ReadContext& context) {
    const StudyEntry* study = study_of(grid, context.vocabulary);
    if (study == nullptr) {
        const Value& name = *grid.find("study");
        context.faults.add(name.place, path + ".study", name.quoted(), "is not known",
                           suggest(name.text, names_of(context.vocabulary.studies)));
        return std::nullopt;
    }
    const std::size_t before = context.faults.size();
    Vocabulary vocabulary = context.vocabulary;
    vocabulary.keys = keys_of(*study, context.vocabulary);
    if (!study->uses_schedulers)
        std::erase_if(vocabulary.presets, [&](const PresetKey& preset) {
            return !contains(names_of(vocabulary.keys), preset.key);
        });
    Value merged = merged_grid(grid, fabric, path);
    drop_defaults(merged, *study, vocabulary);
    const ReadContext own{
        vocabulary,    context.faults, context.schedulers, context.directory, context.scalars_only,
        context.rules, study};
    if (const auto& described = study->described)
        vocabulary.presets.push_back(
            read_described(*described, merged.find(described->preset.key), own));
    auto read = read_grid(merged, own);
    if (context.faults.size() != before) return std::nullopt;
    return read;
}

}  // namespace lightsweep::sweeps
