#include "sweeps/farm/build_record.hpp"

#include "sweeps/revision.hpp"

namespace lightsweep::sweeps {

engine::Attributes build_record() {
    return {{"program", std::string("lightsweep " LIGHTSWEEP_VERSION)},
            {"revision", std::string(LIGHTSWEEP_REVISION)},
            {"dirty", std::int64_t{LIGHTSWEEP_DIRTY}},
            {"compiler", std::string(LIGHTSWEEP_COMPILER)},
            {"flags", std::string(LIGHTSWEEP_FLAGS)},
            {"solver_libraries", std::string(LIGHTSWEEP_LIBRARIES)},
            {"results_version", std::string(results_version())}};
}

const char* results_version() {
    return "1";
}

std::string version_line() {
    return "lightsweep " LIGHTSWEEP_VERSION " (revision " LIGHTSWEEP_REVISION +
           std::string(LIGHTSWEEP_DIRTY ? ", changed" : "") + ")";
}

}  // namespace lightsweep::sweeps
