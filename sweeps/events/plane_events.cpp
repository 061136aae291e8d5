#include "sweeps/events/plane_events.hpp"

#include <limits>

namespace lightsweep::sweeps {

std::vector<engine::Column> plane_event_columns() {
    using engine::Column;
    using engine::ElementType;
    const auto place = [](const char* name, const char* meaning) {
        return Column{name, "1", meaning, ElementType::i32, -1, {}, 1, {}};
    };
    const auto number = [](const char* name, const char* unit, const char* meaning) {
        constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
        return Column{name, unit, meaning, ElementType::f64, no_value, {}, 1, {}};
    };
    return {
        place("plane", "switch plane, from 0"),
        place("step", "step of the collective that it sends in, or reconfigures for"),
        Column{"activity",
               "1",
               "what the plane does",
               ElementType::i8,
               -1,
               {{0, "send"}, {1, "reconfigure"}},
               1,
               {}},
        number("bytes", "B", "that every sender sends through this plane; 0: a reconfiguration"),
        number("start", "s", "when it begins"),
        number("end", "s", "when it ends")};
}

void append_plane_events(const PlanesRun& run, const solvers::SwitchPlanes& planes,
                         engine::RaggedRow& row) {
    for (const auto& event : run.timeline.events) {
        row.append(0, std::int32_t{planes.numbers[static_cast<std::size_t>(event.plane)]});
        row.append(1, static_cast<std::int32_t>(event.step));
        row.append(2, static_cast<std::int8_t>(event.reconfigure));
        row.append(3, event.bytes);
        row.append(4, event.start);
        row.append(5, event.end);
    }
}

}  // namespace lightsweep::sweeps
