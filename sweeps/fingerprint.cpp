#include "sweeps/fingerprint.hpp"

#include "sweeps/build_record.hpp"

namespace lightsweep::sweeps {

namespace {

std::uint64_t hash(const std::string& text, std::uint64_t value = 0xCBF29CE484222325ULL) {
    for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return value;
}

}  // namespace

std::string fingerprint(const Sweep& sweep) {
    std::uint64_t value = hash(sweep.text + '\0' + results_version());
    for (const auto& one : sweep.overrides) value = hash(one + '\0', value);
    for (const auto& grid : sweep.grids) {
        if (grid.edges)
            for (const auto& line : grid.edges->lines) value = hash(line.text + '\n', value);
        for (const auto& step : grid.steps) {
            value = hash(std::to_string(static_cast<int>(step.form)) + " " +
                             std::to_string(step.amount) + " " + std::to_string(step.bytes),
                         value);
            for (const auto peer : step.peers) value = hash(std::to_string(peer) + ",", value);
        }
    }
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

}  // namespace lightsweep::sweeps
