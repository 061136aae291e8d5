#include "solvers/external/program.hpp"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>

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
        char* const words[] = {path_.data(), nullptr};
        const int fault = posix_spawn(&process_, path.c_str(), &actions, nullptr, words, environ);
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
    void wait_for(short event) const {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now()).count();
        pollfd one{socket_, event, 0};
        if (left <= 0 || poll(&one, 1, static_cast<int>(left)) == 0)
            fail("gave no answer in " + std::to_string(answer_seconds()) + " s");
    }

    std::string path_;
    pid_t process_ = -1;
    int socket_ = -1;
    Clock::time_point end_{};
};

}  // namespace

double answer_seconds() {
    const char* text = std::getenv("LIGHTSWEEP_EXTERNAL_TIMEOUT");
    const double given = text ? std::strtod(text, nullptr) : 0;
    return given > 0 && given < 1e6 ? given : 10;
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
