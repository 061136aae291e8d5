#include "engine/file/run_record.hpp"

#include <hdf5.h>
#include <libdeflate.h>
#include <mpi.h>
#include <tbb/version.h>
#include <xxhash.h>
#include <ctime>
#include <limits>
#include <set>
#include <sstream>

#include "engine/file/result_file.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::engine {

namespace {

// Versions of the libraries that the engine uses.

// From the header: verbs other than `run` never call MPI.
std::string mpi_version() {
#if defined(MPICH_VERSION)
    return std::string("MPICH ") + MPICH_VERSION;
#elif defined(OPEN_MPI)
    return "Open MPI " + std::to_string(OMPI_MAJOR_VERSION) + "." +
           std::to_string(OMPI_MINOR_VERSION);
#else
    return "MPI " + std::to_string(MPI_VERSION) + "." + std::to_string(MPI_SUBVERSION);
#endif
}

std::string hdf5_version() {
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    return "HDF5 " + std::to_string(major) + "." + std::to_string(minor) + "." +
           std::to_string(release);
}

std::string xxhash_version() {
    const unsigned number = XXH_versionNumber();
    return "xxHash " + std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) +
           "." + std::to_string(number % 100);
}

/// Names and versions of the engine's libraries, joined by commas, for the run record.
std::string library_versions() {
    return mpi_version() + ", " + hdf5_version() + ", oneTBB " + TBB_runtime_version() +
           ", libdeflate " LIBDEFLATE_VERSION_STRING ", " + xxhash_version();
}

std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

std::int64_t as_integer(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

[[noreturn]] void refuse(const ResultFile& file, const std::string& name, const char* expected) {
    throw IoError(file.path() + ": root attribute " + name + " = '" + file.attribute(name) +
                  "' must be " + expected +
                  ": another program has altered the file; restore a copy, or compute the sweep "
                  "again under another name (-o)");
}

std::uint64_t number(const ResultFile& file, const std::string& name) {
    const auto& attributes = file.layout().attributes;
    const auto found = attributes.find(name);
    if (found == attributes.end())
        throw IoError(file.path() + ": root attribute " + name +
                      " is missing; give a file that this program wrote");
    const auto* value = std::get_if<std::int64_t>(&found->second);
    if (!value || *value < 0) refuse(file, name, "a whole number >= 0");
    return static_cast<std::uint64_t>(*value);
}

int small_number(const ResultFile& file, const std::string& name) {
    const std::uint64_t value = number(file, name);
    if (value > std::numeric_limits<int>::max()) refuse(file, name, "below 2^31");
    return static_cast<int>(value);
}

// "i/n", or a whole sweep if there is no such attribute.
Shard shard_from(const ResultFile& file) {
    const std::string text = file.attribute("shard");
    if (text.empty()) return {};
    Shard shard;
    std::istringstream in(text);
    char slash = 0;
    if (!(in >> shard.index >> slash >> shard.count) || slash != '/' || !shard.valid())
        refuse(file, "shard", "i/n with 1 <= i <= n");
    return shard;
}

}  // namespace

Attributes root_attributes(const Attributes& workload, const RunRecord& record) {
    Attributes attributes = workload;
    attributes.erase("shard");
    attributes["format"] = "lightsweep";
    attributes["format_version"] = std::int64_t{1};
    attributes["created"] = utc_now();
    attributes["complete"] = std::int64_t{record.complete()};
    attributes["fingerprint"] = record.fingerprint;
    attributes["identity"] = record.identity;
    attributes["tasks"] = as_integer(record.tasks);
    attributes["missing_tasks"] = as_integer(record.tasks - record.present);
    attributes["points"] = as_integer(record.points);
    attributes["failed_points"] = as_integer(record.failed_points);
    attributes["libraries"] = library_versions();
    attributes["hosts"] = record.hosts;
    attributes["ranks"] = std::int64_t{record.ranks};
    attributes["threads"] = std::int64_t{record.threads};
    if (!record.shard.whole()) attributes["shard"] = record.shard.name();
    return attributes;
}

RunRecord record_from(const ResultFile& file) {
    RunRecord record;
    record.fingerprint = file.attribute("fingerprint");
    record.identity = file.attribute("identity");
    record.shard = shard_from(file);
    record.tasks = number(file, "tasks");
    record.present = record.tasks - number(file, "missing_tasks");
    if (record.present > record.tasks) refuse(file, "missing_tasks", "at most the root's tasks");
    record.points = number(file, "points");
    record.failed_points = number(file, "failed_points");
    record.hosts = file.attribute("hosts");
    record.ranks = small_number(file, "ranks");
    record.threads = small_number(file, "threads");
    return record;
}

std::string join_names(const std::vector<std::string>& names) {
    std::set<std::string> seen;
    std::string text;
    for (const auto& name : names)
        if (seen.insert(name).second) text += (text.empty() ? "" : ",") + name;
    return text;
}

std::string partial_name(const std::string& output) {
    const bool has_suffix = output.ends_with(".h5");
    return (has_suffix ? output.substr(0, output.size() - 3) : output) + ".partial.h5";
}

}  // namespace lightsweep::engine
