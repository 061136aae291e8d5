#include <signal.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <string>

#include "engine/io/errors.hpp"
#include "engine/io/io.hpp"
#include "engine/io/io_call.hpp"

namespace lightsweep::engine::io {
namespace {

struct Armed {
    std::atomic<Fault> fault{Fault::none};
    std::atomic<std::uint64_t> nth{0};
    std::atomic<std::uint64_t> calls{0};

    Armed() { arm_from_environment(); }
    void arm_from_environment() {
        const char* text = std::getenv("LIGHTSWEEP_FAULT");
        if (!text) return;
        const std::string wish = text;
        const auto at = wish.find('@');
        const std::map<std::string, Fault> kinds{{"enospc", Fault::no_space},
                                                 {"eio", Fault::io_error},
                                                 {"short", Fault::short_write},
                                                 {"interrupted", Fault::interrupted},
                                                 {"kill", Fault::kill}};
        const auto kind = kinds.find(wish.substr(0, at));
        nth = at == std::string::npos ? 0 : std::strtoull(wish.c_str() + at + 1, nullptr, 10);
        if (kind == kinds.end() || nth == 0)
            throw BadInput("LIGHTSWEEP_FAULT = " + wish +
                           ": write enospc@N, eio@N, short@N, interrupted@N or kill@N, or unset "
                           "it");
        fault = kind->second;
    }
};

Armed& armed() {
    static Armed instance;
    return instance;
}

}  // namespace

void set_fault(Fault fault, std::uint64_t nth_call) {
    armed().calls = 0;
    armed().nth = nth_call;
    armed().fault = fault;
}

std::uint64_t calls() {
    return armed().calls;
}

Verdict next_call(bool is_write) {
    Armed& state = armed();
    const std::uint64_t call = ++state.calls;
    const Fault fault = state.fault;
    if (fault == Fault::none || call < state.nth) return {};
    if (fault == Fault::no_space) return {ENOSPC, false};
    if (fault == Fault::io_error) return {EIO, false};
    if (fault == Fault::kill) ::raise(SIGKILL);
    if (!is_write) return {};
    const bool cut =
        state.fault.exchange(fault == Fault::short_write ? Fault::no_space : Fault::none) == fault;
    return cut ? Verdict{0, true} : Verdict{};
}

}  // namespace lightsweep::engine::io
