#include "sweeps/spec/documents/overrides.hpp"

#include <algorithm>

#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return "";
    return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

std::optional<Value> as_toml(const std::string& text) {
    Faults ignored;
    std::optional<Value> root = parse_toml("value = " + text, "", ignored);
    if (!root || root->members.size() != 1) return std::nullopt;
    return std::move(root->members.front().value);
}

Value word_or_toml(const std::string& text) {
    std::optional<Value> value = as_toml(text);
    return value ? std::move(*value) : text_value(text);
}

Value comma_list(std::string_view text) {
    if (text.starts_with('[') && text.ends_with(']')) {
        text = text.substr(1, text.size() - 2);
    }
    Value list;
    list.type = Type::list;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string item = trimmed(text.substr(0, comma));
        if (!item.empty()) list.items.push_back(word_or_toml(item));
        if (comma == std::string_view::npos) return list;
        text.remove_prefix(comma + 1);
    }
}

Value& table_at(Value& root, const std::string& key) {
    if (root.find(key) == nullptr) {
        Value table;
        table.type = Type::table;
        root.set(key, std::move(table));
    }
    return *root.find(key);
}

std::string name_of(const Value& grid) {
    const Value* name = grid.find("name");
    return name == nullptr ? "" : name->text;
}

class Overrider {
  public:
    Overrider(Value& root, const Vocabulary& vocabulary, Faults& faults)
        : root_(root), vocabulary_(vocabulary), faults_(faults) {}

    void apply(const std::string& assignment) {
        source_ = "--set " + text_value(assignment).quoted();
        const std::size_t equals = assignment.find('=');
        const std::string key = trimmed(assignment.substr(0, equals));
        if (equals == std::string::npos || key.empty()) {
            fault("is no assignment", "--set axis=value");
            return;
        }
        const auto value =
            parse_assigned_value(std::string_view(assignment).substr(equals + 1), source_, faults_);
        if (value) assign(key, *value);
    }

  private:
    void fault(std::string problem, std::string remedy) {
        faults_.add({0, source_}, "", "", std::move(problem), std::move(remedy));
    }

    void assign(const std::string& key, const Value& value) {
        const std::size_t dot = key.find('.');
        const std::string head = key.substr(0, dot);
        const auto& top = top_level_keys();
        if (dot == std::string::npos && std::ranges::find(top, key) != top.end()) {
            assign_top(key, value);
        } else if (dot == std::string::npos) {
            assign_everywhere(key, value);
        } else if (head == "grid") {
            assign_grid(key.substr(dot + 1), value);
        } else if (head == "fabric" || vocabulary_.scheduler(head) != nullptr) {
            assign_below(head, key.substr(dot + 1), value);
        } else {
            std::vector<std::string> heads = names_of(vocabulary_.schedulers);
            heads.insert(heads.end(), {"grid", "fabric"});
            fault("there is no '" + head + "'", suggest(head, heads));
        }
    }

    void assign_top(const std::string& key, const Value& value) {
        if (key == "grid" || key == "fabric") {
            fault("one key at a time", "--set fabric.key=value or grid.NAME.key=value");
        } else {
            root_.set(key, value);
        }
    }

    /// A table of the wrong type is left unchanged, because it is reported later.
    void assign_below(const std::string& table, const std::string& key, const Value& value) {
        Value& target = table_at(root_, table);
        if (target.is(Type::table)) target.set(key, value);
    }

    std::vector<Value*> grids() {
        std::vector<Value*> out;
        Value* grids = root_.find("grid");
        if (grids == nullptr) return out;
        for (Value& grid : grids->items) {
            if (grid.is(Type::table)) out.push_back(&grid);
        }
        return out;
    }

    void assign_grid(const std::string& rest, const Value& value) {
        const std::size_t dot = rest.find('.');
        if (dot == std::string::npos || dot + 1 == rest.size()) {
            fault("names no key of a grid", "--set grid.NAME.key=value");
            return;
        }
        const std::string name = rest.substr(0, dot);
        std::vector<std::string> names;
        for (Value* grid : grids()) {
            names.push_back(name_of(*grid));
            if (names.back() != name) continue;
            grid->set(rest.substr(dot + 1), value);
            return;
        }
        fault("there is no grid '" + name + "'", suggest(name, names));
    }

    void assign_everywhere(const std::string& key, const Value& value) {
        bool found = false;
        for (Value* grid : grids()) {
            if (grid->find(key) == nullptr) continue;
            grid->set(key, value);
            found = true;
        }
        Value* fabric = root_.find("fabric");
        if (!found || (fabric != nullptr && fabric->find(key) != nullptr)) {
            assign_below("fabric", key, value);
        }
    }

    Value& root_;
    const Vocabulary& vocabulary_;
    Faults& faults_;
    std::string source_;
};

}  // namespace

const std::vector<std::string>& top_level_keys() {
    static const std::vector<std::string> keys = {"title",     "schedulers", "rules",   "columns",
                                                  "schedules", "envelopes",  "results", "best",
                                                  "seed",      "fabric",     "grid"};
    return keys;
}

std::optional<Value> parse_assigned_value(std::string_view text, const std::string& source,
                                          Faults& faults) {
    const std::string plain = trimmed(text);
    const auto refused = [&](const char* problem, const char* remedy) {
        faults.add({0, source}, "", "", problem, remedy);
        return std::nullopt;
    };
    if (plain.empty()) return refused("has no value", "axis=value");
    if (plain.find('\n') != std::string::npos)
        return refused("has more than one line", "write it in one");
    std::optional<Value> value = as_toml(plain);
    if (!value && plain.front() == '{') {
        return refused("is no TOML table", "{from=\"1ns\", to=\"1us\", step=\"x10\"}");
    }
    const bool list = plain.front() == '[' || plain.find(',') != std::string::npos;
    if (!value) value = list ? comma_list(plain) : text_value(plain);
    value->move_to({0, source});
    return value;
}

void apply_overrides(Value& root, const std::vector<std::string>& overrides,
                     const Vocabulary& vocabulary, Faults& faults) {
    Overrider overrider(root, vocabulary, faults);
    for (const std::string& assignment : overrides) overrider.apply(assignment);
}

}  // namespace lightsweep::sweeps
