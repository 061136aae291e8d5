#include "sweeps/events/plane_events.hpp"

#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

std::vector<engine::Column> plane_event_columns() {
    return {count_column("plane", "switch plane, from 0"),
            count_column("step", "step of the collective that it sends in, or reconfigures for"),
            code_column("activity", "what the plane does", {{0, "send"}, {1, "reconfigure"}}),
            number_column("bytes", "B",
                          "that every sender sends through this plane; 0: a reconfiguration"),
            number_column("start", "s", "when it begins"),
            number_column("end", "s", "when it ends")};
}

void append_plane_events(const std::vector<kernels::PlaneEvent>& events,
                         const solvers::SwitchPlanes& planes, engine::RaggedRow& row) {
    for (const auto& event : events)
        row.append(
            0, std::int32_t{planes.numbers[event.plane]}, static_cast<std::int32_t>(event.step),
            static_cast<std::int8_t>(event.reconfigure), event.bytes, event.start, event.end);
}

}  // namespace lightsweep::sweeps
