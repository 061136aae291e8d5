#include "sweeps/spec/study_reader.hpp"

#include <algorithm>

#include "sweeps/spec/described_key.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

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
void drop_defaults(Value& merged, const StudyEntry& study) {
    if (!study.own_messages) return;
    for (const std::string& key : size_keys()) {
        const Value* value = merged.find(key);
        if (value != nullptr && value->path.starts_with("fabric.")) merged.erase(key);
    }
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
    if (!study->uses_schedulers) vocabulary.presets.clear();
    Value merged = merged_grid(grid, study->uses_schedulers ? fabric : nullptr, path);
    drop_defaults(merged, *study);
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
