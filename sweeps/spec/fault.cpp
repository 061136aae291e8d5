#include "sweeps/spec/fault.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lightsweep::sweeps {

std::string Place::text() const {
    const std::string at = line > 0 ? "line " + std::to_string(line) : "";
    if (source.empty()) return at;
    return at.empty() ? source : source + " " + at;
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
    faults_.push_back({place.line, std::move(key), std::move(value), std::move(problem),
                       std::move(remedy), place.source});
}

std::vector<Fault> Faults::sorted() const {
    std::vector<Fault> out = faults_;
    std::stable_sort(out.begin(), out.end(), [](const Fault& a, const Fault& b) {
        return std::tie(a.source, a.line) < std::tie(b.source, b.line);
    });
    return out;
}

std::string Faults::text() const {
    std::string out;
    for (const Fault& fault : sorted()) out += fault.text() + "\n";
    return out;
}

}  // namespace lightsweep::sweeps
