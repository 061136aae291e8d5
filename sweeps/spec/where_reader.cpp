#include <algorithm>

#include "sweeps/spec/grid_reader.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

/// All given keys, including faulty ones, because one wrong value must not make its name unknown.
std::vector<Filter::Name> legal_names(const Value& merged, const Vocabulary& vocabulary) {
    std::vector<Filter::Name> names = {
        {"collective", Kind::text}, {"primitive", Kind::text}, {"algorithm", Kind::text}};
    for (const Member& member : merged.members) {
        const KeyEntry* key = vocabulary.key(member.key);
        const bool present = std::any_of(names.begin(), names.end(), [&](const Filter::Name& n) {
            return n.name == member.key;
        });
        if (key != nullptr && !present) names.push_back({key->name, key->kind});
    }
    return names;
}

Filter::Compiled compiled(const Value& text, const std::vector<Filter::Name>& names) {
    if (!text.is(Type::text))
        return {std::nullopt, "is no text", "for example where = \"nodes <= 64\""};
    if (text.text.find('\0') != std::string::npos)
        return {std::nullopt, "has a zero character", "remove \\u0000"};
    return Filter::compile(text.text, names);
}

/// Compiles each condition of a list separately first, so that a fault quotes only its own text.
bool check_each(const Value& where, const std::vector<Value>& texts,
                const std::vector<Filter::Name>& names, const ReadContext& context) {
    bool sound = true;
    for (const Value& text : texts) {
        const Filter::Compiled one = compiled(text, names);
        if (one.filter) continue;
        sound = false;
        context.faults.add(text.place, where.path, text.quoted(), one.problem, one.remedy);
    }
    return sound;
}

std::string conjunction(const std::vector<Value>& texts) {
    if (texts.size() == 1) return texts.front().text;
    std::string all;
    for (const Value& text : texts) {
        if (!all.empty()) all += " and ";
        all.append("(").append(text.text).append(")");
    }
    return all;
}

}  // namespace

void read_where(GridSpec& grid, const Value& merged, const ReadContext& context) {
    const Value* where = merged.find("where");
    if (where == nullptr) return;
    const std::vector<Value> texts = where->is(Type::text) ? std::vector{*where} : where->items;
    if (texts.empty()) {
        add_fault(context, *where, "is no condition", "for example where = \"nodes <= 64\"");
        return;
    }
    const std::vector<Filter::Name> names = legal_names(merged, context.vocabulary);
    if (!check_each(*where, texts, names, context)) return;
    Filter::Compiled compiled = Filter::compile(conjunction(texts), names);
    if (!compiled.filter) add_fault(context, *where, compiled.problem, compiled.remedy);
    grid.where = std::move(compiled.filter);
    grid.bind_where();
}

}  // namespace lightsweep::sweeps
