#include "sweeps/spec/grid_reader.hpp"

#include <algorithm>

#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {

const PresetEntry* entry_of(const PresetKey& preset, const std::string& word) {
    const auto found = std::ranges::find_if(
        preset.entries, [&](const PresetEntry& entry) { return entry.name == word; });
    return found == preset.entries.end() ? nullptr : &*found;
}

namespace {

/// Words that the table does not have become faults, and empty.
void check_words(const PresetKey& preset, AxisValues& axis, const ReadContext& context) {
    for (std::size_t i = 0; i < axis.size(); ++i) {
        if (axis.labels[i].empty() || entry_of(preset, axis.labels[i])) continue;
        axis.refuse(i, "is not known", suggest(axis.labels[i], names_of(preset.entries)),
                    context.faults);
        axis.labels[i].clear();
        axis.faulty = true;
    }
}

AxisValues stands_for(const PresetKey& preset, std::size_t k, const AxisValues& axis, Kind kind) {
    AxisValues values = axis;
    values.key = preset.keys[k];
    values.kind = kind;
    values.labels.clear();
    for (const auto& word : axis.labels) {
        const auto* entry = entry_of(preset, word);
        values.numbers.push_back(entry ? entry->values[k] : std::nan(""));
    }
    return values;
}

}  // namespace

void expand_presets(const Value& merged, Axes& axes, const ReadContext& context) {
    for (const auto& preset : context.vocabulary.presets) {
        const auto found = axes.find(preset.key);
        if (found == axes.end()) continue;
        check_words(preset, found->second, context);
        const AxisValues axis = found->second;
        for (std::size_t k = 0; k < preset.keys.size(); ++k) {
            const auto& key = preset.keys[k];
            if (const Value* given = merged.find(key)) {
                given->refuse(preset.key + " is given as well, and it sets this key",
                              "give one of them", context.faults);
                continue;
            }
            axes.emplace(key, stands_for(preset, k, axis, context.vocabulary.key(key)->kind));
        }
    }
}

std::vector<std::string> with_presets(std::vector<std::string> keys, const Vocabulary& vocabulary) {
    for (const auto& preset : vocabulary.presets)
        if (std::ranges::find(keys, preset.key) != keys.end())
            keys.insert(keys.end(), preset.keys.begin(), preset.keys.end());
    return keys;
}

}  // namespace lightsweep::sweeps
