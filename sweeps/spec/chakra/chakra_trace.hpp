#pragma once
// An execution trace of Chakra, one file per rank (mlcommons/chakra, schema/protobuf/et_def.proto):
// a message with its length before it, first GlobalMetadata, then nodes. Attributes have the types
// that both readers of ASTRA-sim take.

#include <optional>

#include "sweeps/spec/chakra/protobuf_wire.hpp"

namespace lightsweep::sweeps {

enum class TraceType : std::uint8_t { metadata = 1, computation = 4, send, receive, collective };

struct TraceNode {
    std::uint64_t id = 0;
    std::string name{};
    TraceType type{};                    ///< also others, by number, 0 to 7
    std::vector<std::uint64_t> waits{};  ///< ids; read from both kinds of dependencies
    std::uint64_t micros = 0;            ///< of a computation [us]; 0 stands for 1 ns
    bool on_cpu = false;
    std::optional<std::int64_t> kind{}, bytes{}, source{}, target{}, tag{};  ///< comm_*
    std::string group{};   ///< pg_name; empty: all ranks
    std::string values{};  ///< of the inputs of metadata, which may name groups; not written
};

struct TraceFile {
    std::vector<std::pair<std::string, std::string>> attributes{};
    std::vector<TraceNode> nodes{};
};

std::string written(const TraceFile& trace);
/// Throws engine::BadInput with place, value and remedy; `file` stands in messages. before: nodes
/// of other ranks, which count for the limit.
TraceFile read_trace(std::string_view text, const std::string& file, std::size_t before = 0);

/// Per node the places of those that it waits for. Ids that stand twice or are not there go to
/// `faults`, behind `place`, until there are 100,000.
std::vector<std::vector<std::size_t>> waits_in(const TraceFile& trace, const std::string& place,
                                               std::vector<std::string>& faults);

/// The traces PREFIX.0.et, PREFIX.1.et, ... up to the first that is not there, at least one.
std::vector<TraceFile> read_traces(const std::string& prefix);

}  // namespace lightsweep::sweeps
