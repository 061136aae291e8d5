#include "solvers/external/program.hpp"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::external {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t longest_answer = std::size_t{64} << 20U;

/// One process. Not for several threads.
class Process {
  public:
    explicit Process(const std::string& path) : path_(path) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw std::runtime_error(path + ": no socket: " + std::strerror(errno));
        socket_ = ends[0];
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        // Signals that this program holds or ignores end the other one as usual.
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        char* const words[] = {path_.data(), nullptr};
        const int fault =
            posix_spawn(&process_, path.c_str(), &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        if (fault != 0) {
            close(socket_);
            throw std::runtime_error(path + ": cannot be started: " + std::strerror(fault) +
                                     "; give the path of an executable file (chmod +x)");
        }
    }
    ~Process() {
        close(socket_);
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    std::string answer(const std::string& line) {
        end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(answer_seconds()));
        std::string text = line + "\n", buffer(4096, '\0');
        if (recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT) > 0)
            fail("answered with more than one line");
        for (std::size_t sent = 0; sent < text.size();) {
            wait_for(POLLOUT);
            const auto n =
                send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (n < 0 && errno != EAGAIN) fail("does not read its problems");
            sent += n > 0 ? static_cast<std::size_t>(n) : 0;
        }
        for (std::string found;;) {
            wait_for(POLLIN);
            const auto n = recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
            if (n == 0 || (n < 0 && errno != EAGAIN)) fail("ended without an answer");
            found.append(buffer, 0, n > 0 ? static_cast<std::size_t>(n) : 0);
            if (found.size() > longest_answer) fail("its answer is longer than 64 MiB");
            if (const auto stop = found.find('\n'); stop != found.npos) {
                if (stop + 1 < found.size()) fail("answered with more than one line");
                return found.substr(0, stop);
            }
        }
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error(path_ + ": " + what +
                                 "; it must answer every line with one line, and flush it");
    }
    /// In slices, so that a run that is to stop does.
    void wait_for(short event) const {
        constexpr int slice_ms = 50;
        pollfd one{socket_, event, 0};
        while (Clock::now() < end_) {
            kernels::parallel::checkpoint();
            if (poll(&one, 1, slice_ms) != 0) return;
        }
        std::ostringstream limit;
        limit << answer_seconds();
        fail("gave no answer in " + limit.str() + " s");
    }

    std::string path_;
    pid_t process_ = -1;
    int socket_ = -1;
    Clock::time_point end_{};
};

}  // namespace

double answer_seconds() {
    const char* text = std::getenv("LIGHTSWEEP_EXTERNAL_TIMEOUT");
    if (text == nullptr) return 10;
    double given = 0;
    const char* const end = text + std::strlen(text);
    const auto read = std::from_chars(text, end, given);
    if (read.ec != std::errc() || read.ptr != end || !(given > 0 && given <= 1e6))
        throw std::runtime_error("LIGHTSWEEP_EXTERNAL_TIMEOUT = " + std::string(text) +
                                 ": must be seconds above 0, at most 1e6 (for example 10)");
    return given;
}

std::string ask(const std::string& path, const std::string& line) {
    thread_local std::map<std::string, std::unique_ptr<Process>> running;
    auto& process = running[path];
    if (!process) process = std::make_unique<Process>(path);
    try {
        return process->answer(line);
    } catch (...) {
        process.reset();
        throw;
    }
}

}  // namespace lightsweep::solvers::external
