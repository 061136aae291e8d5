#include "sweeps/spec/documents/json_place.hpp"

#include <sys/resource.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30U;
constexpr std::size_t longest_value = 40, deepest = 16;

/// What a text of JSON becomes in memory, as measured, growth of its lists included.
struct JsonSize {
    double bytes = 0;
    double members = 0;          ///< of all objects, equal keys counted each
    std::size_t deepest_at = 0;  ///< byte where a level is opened beyond the 16th; 0: nowhere
};
JsonSize size_of_json(const std::string& text) {
    double lists = 0, entries = 0, quotes = 0;
    JsonSize size;
    bool is_quoted = false;
    for (std::size_t i = 0, depth = 0; i < text.size() && size.deepest_at == 0; ++i) {
        const char c = text[i];
        if (c == '"') {
            is_quoted = !is_quoted;
            ++quotes;
        } else if (is_quoted) {
            i += c == '\\';
        } else if (c == '[' || c == '{') {
            ++lists;
            if (++depth > deepest) size.deepest_at = i;
        } else if (c == ']' || c == '}') {
            depth -= depth > 0;
        }
        entries += !is_quoted && c == ',';
        size.members += !is_quoted && c == ':';
    }
    size.bytes = 64 * lists + 96 * size.members + 48 * entries + 48 * (quotes / 2 - size.members);
    return size;
}

/// The members of all objects of a value.
double members_of(const nlohmann::json& value) {
    if (!value.is_structured()) return 0;
    double count = value.is_object() ? static_cast<double>(value.size()) : 0;
    for (const auto& part : value) count += members_of(part);
    return count;
}

/// Appends the way from a value to a part of it, as "steps[3].bytes"; false if it is no part.
bool append_way(const nlohmann::json& from, const nlohmann::json* part, std::string& way) {
    if (&from == part) return true;
    if (!from.is_structured()) return false;
    const auto length = way.size();
    for (auto each = from.begin(); each != from.end(); ++each) {
        if (from.is_array())
            way += "[" + std::to_string(each - from.begin()) + "]";
        else
            way += (way.empty() ? "" : ".") + each.key();
        if (append_way(*each, part, way)) return true;
        way.resize(length);
    }
    return false;
}

/// Characters of a text, which remember how many have been read.
struct CountingIterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;
    const char* at;
    const char** last;
    const char& operator*() const { return *at; }
    CountingIterator& operator++() {
        *last = ++at;
        return *this;
    }
    bool operator==(const CountingIterator& other) const { return at == other.at; }
};

/// Finds what is wrong with a text of JSON, and where. The library keeps the last of equal keys.
class JsonFaults : public nlohmann::json_sax<nlohmann::json> {
  public:
    JsonFaults(const std::string& text, const std::string& file)
        : text_(text), file_(file), last_(text.data()) {}
    void require_none() {
        const char* const end = text_.data() + text_.size();
        const CountingIterator first{text_.data(), &last_}, behind{end, &last_};
        nlohmann::json::sax_parse(first, behind, this);
    }

    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_integer(std::int64_t /*value*/) override { return true; }
    bool number_unsigned(std::uint64_t /*value*/) override { return true; }
    bool number_float(double /*value*/, const std::string& /*text*/) override { return true; }
    bool string(std::string& /*value*/) override { return true; }
    bool binary(nlohmann::json::binary_t& /*value*/) override { return true; }
    bool start_array(std::size_t /*size*/) override { return true; }
    bool end_array() override { return true; }
    bool start_object(std::size_t /*size*/) override {
        keys_.emplace_back();
        return true;
    }
    bool end_object() override {
        keys_.pop_back();
        return true;
    }
    bool key(std::string& name) override {
        if (!keys_.back().insert(name).second)
            refuse(last_ - text_.data(), "key " + shown(name) + " is given twice; remove one");
        return true;
    }
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::json::exception& fault) override {
        const auto byte = static_cast<std::ptrdiff_t>(std::min(position, text_.size()));
        if (dynamic_cast<const nlohmann::json::out_of_range*>(&fault))
            refuse(byte, shown(token) + " is a number that is too large; write a smaller one");
        if (position == 0 || position > text_.size())
            refuse(byte, "is no JSON: the text ends too early; close its brackets");
        refuse(byte, "is no JSON: " + shown(text_.substr(static_cast<std::size_t>(byte) - 1, 1)) +
                         " belongs nowhere here; correct it (NaN and Infinity are no numbers)");
    }

  private:
    [[noreturn]] void refuse(std::ptrdiff_t byte, const std::string& fault) const {
        throw engine::BadInput(file_ + ": byte " + std::to_string(byte) + ": " + fault);
    }
    static std::string shown(const std::string& word) {
        return nlohmann::json(word)
            .dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)
            .substr(0, longest_value);
    }

    const std::string& text_;
    const std::string& file_;
    const char* last_;
    std::vector<std::set<std::string>> keys_{};
};

/// Throws engine::BadInput where a text is too deep, or too large for this process.
void require_readable(const JsonSize& size, const std::string& file) {
    if (size.deepest_at > 0)
        throw engine::BadInput(file + ": byte " + std::to_string(size.deepest_at) +
                               ": lies deeper than 16 levels; remove levels");
    rlimit limit{};
    const bool is_known = ::getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    if (is_known && size.bytes > 2.0 / 3 * static_cast<double>(limit.rlim_cur))
        throw engine::BadInput(file + ": needs about " + std::to_string(size.bytes * 1e-9) +
                               " GB of memory, of " +
                               std::to_string(static_cast<double>(limit.rlim_cur) * 1e-9) +
                               " GB that this process may take; give a smaller file");
}

}  // namespace

std::string file_text(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        throw engine::BadInput(path + ": there is no such file; check the name");
    const auto size = std::filesystem::file_size(path, error);
    if (size > largest_file)
        throw engine::BadInput(path + ": is larger than 1 GiB; give a smaller file");
    std::ifstream stream(path, std::ios::binary);
    std::string text(size, '\0');
    if (!stream.read(text.data(), static_cast<std::streamsize>(size)))
        throw engine::IoError("read", path, EACCES);
    if (text.starts_with("\x89HDF"))
        throw engine::BadInput(path +
                               ": is a result file (HDF5); give the file that this verb reads");
    return text;
}

nlohmann::json parsed_json(const std::string& text, const std::string& file) {
    const auto size = size_of_json(text);
    require_readable(size, file);
    auto parsed = nlohmann::json::parse(text, nullptr, false);
    if (parsed.is_discarded() || members_of(parsed) < size.members)
        JsonFaults(text, file).require_none();
    return parsed;
}

JsonPlace JsonPlace::root(const std::string& text, const std::string& file) {
    auto whole = std::make_shared<File>(file, parsed_json(text, file));
    const auto* value = &whole->parsed;
    return {std::move(whole), value};
}

JsonPlace JsonPlace::of(const nlohmann::json& value, const std::string& file) {
    return {std::make_shared<File>(file, nullptr, &value), &value};
}

std::string JsonPlace::name(const char* member) const {
    std::string way;
    append_way(file_->root ? *file_->root : file_->parsed, value_, way);
    if (member) way += (way.empty() ? "" : ".") + std::string(member);
    return file_->name + ": " + way;
}

JsonPlace JsonPlace::at(const char* key) const {
    if (!value_->is_object()) refuse("is no object", std::string("{\"") + key + "\": ...}");
    const auto found = value_->find(key);
    if (found == value_->end()) throw engine::BadInput(name(key) + ": is missing; add it");
    return {file_, &*found};
}

std::vector<JsonPlace> JsonPlace::items() const {
    if (!value_->is_array()) refuse("is no list", "[...]");
    std::vector<JsonPlace> all;
    all.reserve(value_->size());
    for (const auto& item : *value_) all.push_back({file_, &item});
    return all;
}

std::int64_t JsonPlace::whole(std::int64_t least, std::int64_t most) const {
    const bool fits = value_->is_number_integer() &&
                      (!value_->is_number_unsigned() || value_->get<std::uint64_t>() <= INT64_MAX);
    if (!fits || value_->get<std::int64_t>() < least || value_->get<std::int64_t>() > most)
        refuse("is no whole number from " + std::to_string(least) + " to " + std::to_string(most),
               "for example " + std::to_string(least));
    return value_->get<std::int64_t>();
}

double JsonPlace::number(double least) const {
    if (!value_->is_number() || !(value_->get<double>() >= least) ||
        !std::isfinite(value_->get<double>()))
        refuse("is no number that is at least " + nlohmann::json(least).dump(), "for example 1");
    return value_->get<double>();
}

std::string JsonPlace::text() const {
    if (!value_->is_string()) refuse("is no text", "\"...\"");
    return value_->get<std::string>();
}

bool JsonPlace::flag() const {
    if (!value_->is_boolean()) refuse("is neither true nor false", "true");
    return value_->get<bool>();
}

std::vector<std::int64_t> JsonPlace::wholes(std::int64_t least, std::int64_t most) const {
    std::vector<std::int64_t> all;
    for (const auto& item : items()) all.push_back(item.whole(least, most));
    return all;
}

void JsonPlace::refuse(const std::string& problem, const std::string& remedy) const {
    auto value = value_->is_structured()
                     ? ""
                     : " = " + value_->dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)
                                   .substr(0, longest_value);
    const auto place = name();
    throw engine::BadInput(place + value + (place.ends_with(": ") ? "" : ": ") + problem + "; " +
                           remedy);
}

}  // namespace lightsweep::sweeps
