// The group `timing`: run_record.hpp.
#include <limits>
#include <span>

#include "engine/file/result_file.hpp"
#include "engine/file/run_record.hpp"

namespace lightsweep::engine {
namespace {

Column column(const char* name, const char* units, const char* meaning, ElementType type) {
    const double fill = type == ElementType::f64 ? std::numeric_limits<double>::quiet_NaN() : 0;
    return {name, units, meaning, type, fill, {}, 1, {}};
}

template <class T, class Field>
Encoded encode_field(const std::vector<Timing>& timings, Field field) {
    std::vector<T> values;
    for (const auto& timing : timings) values.push_back(field(timing));
    return encode(std::as_bytes(std::span(values)), sizeof(T));
}

Coordinate process_numbers(std::size_t n) {
    std::vector<std::int64_t> numbers(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<std::int64_t>(i);
    return {"process", "1", "process", numbers};
}

}  // namespace

ArrayGroup timing_group(const std::vector<Timing>& timings) {
    std::vector<std::string> hosts;
    std::vector<std::int64_t> ranks, starts;
    for (const auto& timing : timings) {
        hosts.push_back(timing.process.host);
        ranks.push_back(timing.process.rank);
        starts.push_back(timing.process.generation);
    }
    const Axis axis{process_numbers(timings.size()),
                    {{"host", "", "host name", hosts},
                     {"rank", "1", "MPI rank", ranks},
                     {"start", "1", "runs before this one on the same journal", starts}}};
    return {"timing",
            {axis},
            {column("computing_time", "s", "computing, summed over threads", ElementType::f64),
             column("encoding_time", "s", "encoding, summed over threads", ElementType::f64),
             column("waiting_time", "s", "waiting, summed over threads", ElementType::f64),
             column("tasks", "1", "tasks computed", ElementType::u64),
             column("threads", "1", "computing threads", ElementType::i32)},
            {timings.size()},
            {}};
}

std::vector<Encoded> encode_timing(const std::vector<Timing>& timings) {
    return {encode_field<double>(timings, [](const Timing& t) { return t.computing_s; }),
            encode_field<double>(timings, [](const Timing& t) { return t.encoding_s; }),
            encode_field<double>(timings, [](const Timing& t) { return t.waiting_s; }),
            encode_field<std::uint64_t>(timings, [](const Timing& t) { return t.tasks; }),
            encode_field<std::int32_t>(timings, [](const Timing& t) { return t.process.threads; })};
}

std::vector<Timing> read_timings(const ResultFile& file) {
    const ArrayGroup* group = file.array("timing");
    if (!group || group->axes.size() != 1) return {};
    std::vector<Timing> timings(group->axes[0].size());
    const auto computing = file.read_f64("timing", "computing_time");
    const auto encoding = file.read_f64("timing", "encoding_time");
    const auto waiting = file.read_f64("timing", "waiting_time");
    const auto tasks = file.read_u64("timing", "tasks");
    const auto threads = file.read_i64("timing", "threads");
    const auto& auxiliary = group->axes[0].auxiliary;
    for (std::size_t i = 0; i < timings.size(); ++i) {
        auto& process = timings[i].process;
        timings[i] = {{}, computing[i], encoding[i], waiting[i], tasks[i]};
        process.threads = static_cast<std::int32_t>(threads[i]);
        for (const auto& c : auxiliary) {
            const auto* texts = std::get_if<std::vector<std::string>>(&c.values);
            const auto* numbers = std::get_if<std::vector<std::int64_t>>(&c.values);
            if (c.name == "host" && texts) process.host = (*texts)[i];
            if (c.name == "rank" && numbers)
                process.rank = static_cast<std::int32_t>((*numbers)[i]);
        }
    }
    return timings;
}

}  // namespace lightsweep::engine
