#include "sweeps/spec/filters/filter_tokens.hpp"

#include <algorithm>
#include <array>

#include "sweeps/spec/values/number_text.hpp"

namespace lightsweep::sweeps {

namespace {

using Type = FilterToken::Type;

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Letters, underscore and all UTF-8 characters beyond ASCII (the micro sign).
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

class Tokenizer {
  public:
    explicit Tokenizer(std::string_view text) : rest_(text) {}

    std::vector<FilterToken> run() {
        while (skip_spaces(), !rest_.empty()) next();
        tokens_.push_back({});
        return std::move(tokens_);
    }

  private:
    void skip_spaces() {
        while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    }

    std::string take(std::size_t length) {
        std::string taken(rest_.substr(0, length));
        rest_.remove_prefix(taken.size());
        return taken;
    }

    void next() {
        const char c = rest_.front();
        if (is_digit(c) || (c == '.' && number_length(rest_) > 0)) {
            take_number();
        } else if (is_letter(c)) {
            tokens_.push_back({Type::name, take(name_length(0)), 0.0, std::nullopt});
        } else if (c == '"' || c == '\'') {
            take_text(c);
        } else {
            take_symbol();
        }
    }

    std::size_t name_length(std::size_t from) const {
        std::size_t end = from;
        while (end < rest_.size() && (is_letter(rest_[end]) || is_digit(rest_[end]))) ++end;
        return end - from;
    }

    void take_text(char quote) {
        const std::size_t end = rest_.find(quote, 1);
        if (end == std::string_view::npos)
            throw RefusedFilter{"a text is not closed", std::string("add ") + quote};
        const std::string quoted = take(end + 1);
        tokens_.push_back({Type::text, quoted.substr(1, quoted.size() - 2), 0.0, std::nullopt});
    }

    /// Length of a unit at this place, "GB/s" included. A word that is not a unit is ignored after
    /// a space ("8 and"), and is an error directly behind the number ("8Mib").
    std::size_t unit_length(std::size_t from) const {
        const std::size_t word = name_length(from);
        if (word == 0) return 0;
        const std::string_view unit = rest_.substr(from, word);
        const std::string rate = std::string(unit) + "/s";
        const bool ends = name_length(from + word + 1) == 1;
        if (rest_.substr(from, word + 2) == rate && ends && is_unit(rate)) return word + 2;
        return word;
    }

    static bool is_unit(std::string_view name) {
        return parse_free_quantity(std::string("1").append(name)).kind.has_value();
    }

    void take_number() {
        const std::size_t digits = number_length(rest_);
        std::size_t length = digits + unit_length(digits);
        if (length == digits && digits < rest_.size() && rest_[digits] == ' ') {
            const std::size_t unit = unit_length(digits + 1);
            if (unit > 0 && is_unit(rest_.substr(digits + 1, unit))) length = digits + 1 + unit;
        }
        const std::string text = take(length);
        const FreeQuantity quantity = parse_free_quantity(text);
        if (!quantity.parsed.value) throw RefusedFilter{quantity.parsed.message(text), ""};
        tokens_.push_back({Type::number, text, *quantity.parsed.value, quantity.kind});
    }

    void take_symbol() {
        constexpr std::array<std::string_view, 12> symbols = {"==", "!=", "<=", ">=", "<", ">",
                                                              "(",  ")",  "+",  "-",  "*", "/"};
        const auto* found = std::ranges::find_if(
            symbols, [&](std::string_view s) { return rest_.substr(0, s.size()) == s; });
        if (found == symbols.end()) {
            throw RefusedFilter{"unexpected '" + take(1) + "'",
                                "write == to compare, and, or, not"};
        }
        tokens_.push_back({Type::symbol, take(found->size()), 0.0, std::nullopt});
    }

    std::string_view rest_;
    std::vector<FilterToken> tokens_;
};

}  // namespace

std::vector<FilterToken> tokenize_filter(std::string_view text) {
    return Tokenizer(text).run();
}

Meaning meaning_of(Kind kind) {
    switch (kind) {
        case Kind::bytes:
            return {Meaning::Sort::number, 1, 0, false};
        case Kind::seconds:
            return {Meaning::Sort::number, 0, 1, false};
        case Kind::rate:
            return {Meaning::Sort::number, 1, -1, false};
        case Kind::text:
        case Kind::tuple:
            return {Meaning::Sort::text, 0, 0, false};
        case Kind::flag:
            return {Meaning::Sort::truth, 0, 0, false};
        default:
            return {};
    }
}

std::string unit_text(const Meaning& meaning) {
    if (meaning.bytes == 0 && meaning.seconds == 0) return "a plain number";
    if (meaning.bytes == 1 && meaning.seconds == 0) return "bytes";
    if (meaning.bytes == 0 && meaning.seconds == 1) return "seconds";
    if (meaning.bytes == 1 && meaning.seconds == -1) return "bytes/s";
    return "bytes^" + std::to_string(meaning.bytes) + " s^" + std::to_string(meaning.seconds);
}

bool same_unit(const Meaning& a, const Meaning& b) {
    return a.bare || b.bare || (a.bytes == b.bytes && a.seconds == b.seconds);
}

Meaning product_of(const Meaning& a, const Meaning& b, bool divide) {
    const int sign = divide ? -1 : 1;
    Meaning meaning = a;
    meaning.bytes += sign * b.bytes;
    meaning.seconds += sign * b.seconds;
    meaning.bare = a.bare && b.bare;
    return meaning;
}

}  // namespace lightsweep::sweeps
