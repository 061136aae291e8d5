#include "sweeps/spec/documents/document.hpp"

#include <algorithm>

#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {
namespace {

constexpr std::size_t longest_quote = 60;

std::string quoted_list(const std::vector<Value>& items) {
    std::string out = "[";
    for (std::size_t i = 0; i < items.size() && out.size() < longest_quote; ++i) {
        out += (i == 0 ? "" : ", ") + items[i].quoted();
    }
    return out + "]";
}

std::string quoted_table(const std::vector<Member>& members) {
    std::string out = "{";
    for (std::size_t i = 0; i < members.size() && out.size() < longest_quote; ++i) {
        out += (i == 0 ? "" : ", ") + members[i].key + " = " + members[i].value.quoted();
    }
    return out + "}";
}

}  // namespace

const Value* Value::find(std::string_view key) const {
    const auto found =
        std::ranges::find_if(members, [&](const Member& member) { return member.key == key; });
    return found == members.end() ? nullptr : &found->value;
}

Value* Value::find(std::string_view key) {
    return const_cast<Value*>(static_cast<const Value*>(this)->find(key));
}

void Value::set(const std::string& key, Value value) {
    if (Value* present = find(key)) {
        *present = std::move(value);
    } else {
        members.push_back({key, std::move(value)});
    }
}

void Value::erase(std::string_view key) {
    std::erase_if(members, [&](const Member& member) { return member.key == key; });
}

std::string Value::quoted() const {
    switch (type) {
        case Type::boolean:
            return boolean ? "true" : "false";
        case Type::integer:
            return std::to_string(integer);
        case Type::real:
            return format_exact(real);
        case Type::text:
            return shortened(text.empty() ? "\"\"" : text, longest_quote);
        case Type::list:
            return shortened(quoted_list(items), longest_quote);
        case Type::table:
            return shortened(quoted_table(members), longest_quote);
        case Type::other:
            return shortened(text, longest_quote);
    }
    return "";
}

std::string_view Value::type_name() const {
    constexpr std::string_view names[] = {
        "true or false",          "an integer", "a number", "a text", "a list", "a table",
        "a value of another type"};
    return names[static_cast<std::size_t>(type)];
}

void Value::move_to(const Place& origin) {
    place = origin;
    for (Value& item : items) item.move_to(origin);
    for (Member& member : members) member.value.move_to(origin);
}

void Value::rename(const std::string& name) {
    path = name;
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i].rename(path + "[" + std::to_string(i) + "]");
    for (Member& member : members)
        member.value.rename(path.empty() ? member.key : path + "." + member.key);
}

void Value::refuse(std::string problem, std::string remedy, Faults& faults) const {
    faults.add(place, path, quoted(), std::move(problem), std::move(remedy));
}

Value text_value(std::string text, Place place) {
    Value value;
    value.type = Value::Type::text;
    value.text = std::move(text);
    value.place = std::move(place);
    return value;
}

}  // namespace lightsweep::sweeps
