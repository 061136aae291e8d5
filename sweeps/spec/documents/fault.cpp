#include "sweeps/spec/documents/fault.hpp"

#include <algorithm>
#include <cstdio>
#include <tuple>
#include <utility>

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t longest_problem = 4000;

std::string without_controls(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if ((code >= 0x20 || c == '\n') && code != 0x7f) {
            out += c;
            continue;
        }
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\u%04x", code);
        out += escaped;
    }
    return out;
}

std::string cut(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t end = most;
    // A cut inside a UTF-8 sequence would make the message invalid JSON later.
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return text.substr(0, end) + "...";
}

}  // namespace

std::string readable(const std::string& text) {
    return cut(without_controls(text), longest_problem);
}

std::string shortened(std::string text, std::size_t most) {
    std::ranges::replace(text, '\n', ' ');
    return cut(without_controls(text), most);
}

std::string Place::text() const {
    const std::string at = line > 0 ? std::to_string(line) : "";
    if (source.empty()) return at.empty() ? "" : "line " + at;
    return at.empty() ? source : source + ":" + at;
}

std::string Fault::text() const {
    std::string out = Place{line, source}.text();
    if (!out.empty()) out += ": ";
    out += key;
    if (!value.empty()) out += (key.empty() ? "" : " = ") + value;
    if (!key.empty() || !value.empty()) out += ": ";
    out += problem;
    return remedy.empty() ? out : out + " (" + remedy + ")";
}

void Faults::add(const Place& place, std::string key, std::string value, std::string problem,
                 std::string remedy) {
    constexpr std::size_t longest_name = 300;
    Fault fault{place.line,
                shortened(std::move(key), longest_name),
                shortened(std::move(value), longest_name),
                shortened(std::move(problem), longest_problem),
                shortened(std::move(remedy), longest_problem),
                place.source};
    if (seen_.insert(fault.text()).second) faults_.push_back(std::move(fault));
}

void Faults::drop_consequences() {
    const auto any = [this](const auto& says) { return std::ranges::any_of(faults_, says); };
    const auto means = [&](const std::string& name) {
        return any([&](const Fault& one) { return one.remedy == "did you mean " + name; });
    };
    const auto has = [&](const char* key) {
        return any([&](const Fault& one) { return one.key.starts_with(key); });
    };
    const bool schedulers = has("schedulers"), rules = has("rules"), fabric = means("fabric");
    const auto follows = [&](const Fault& one) {
        const bool missing = one.problem.starts_with("is missing");
        return (missing && (means(one.key.substr(one.key.rfind('.') + 1)) ||
                            (fabric && one.key.starts_with("grid.")))) ||
               (schedulers && one.problem.starts_with("no scheduler of this sweep")) ||
               (rules && one.problem.starts_with("is read together with"));
    };
    std::vector<Fault> kept;
    for (const auto& one : faults_)
        if (!follows(one)) kept.push_back(one);
    faults_ = std::move(kept);
}

std::vector<Fault> Faults::sorted() const {
    std::vector<Fault> out = faults_;
    std::ranges::stable_sort(out, [](const Fault& a, const Fault& b) {
        return std::tie(a.source, a.line) < std::tie(b.source, b.line);
    });
    return out;
}

std::string Faults::line() const {
    std::string out;
    for (const Fault& fault : sorted()) out += (out.empty() ? "" : "; ") + fault.text();
    return out;
}

std::string Faults::text(const std::string& file) const {
    constexpr std::size_t most_lines = 200;
    std::vector<Fault> all = sorted();
    for (Fault& fault : all)
        if (fault.source.empty()) fault.source = file;
    std::string out;
    for (std::size_t i = 0; i < std::min(all.size(), most_lines); ++i) out += all[i].text() + "\n";
    if (all.size() > most_lines) {
        out += "and " + std::to_string(all.size() - most_lines) + " more faults\n";
    }
    return out;
}

}  // namespace lightsweep::sweeps
