#include "tests/support/launch.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "engine/file/finalize.hpp"

namespace lightsweep::tests {
namespace {

/// A minute, or as many as LIGHTSWEEP_PATIENCE says: under sanitizers programs take longer.
const int longest_wait_ms = [] {
    const char* times = std::getenv("LIGHTSWEEP_PATIENCE");
    return 60000 * std::max(1, times ? std::atoi(times) : 1);
}();

[[noreturn]] void become(const std::vector<std::string>& words,
                         const std::vector<std::string>& environment, const std::string& log) {
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    const int in = ::open("/dev/null", O_RDONLY);
    ::dup2(in, 0);
    ::dup2(out, 1);
    ::dup2(out, 2);
    for (const auto& entry : environment) {
        const auto equals = entry.find('=');
        ::setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
    }
    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
}

// Parent of every process, from /proc.
std::map<pid_t, pid_t> parents() {
    std::map<pid_t, pid_t> result;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        std::ifstream file(entry.path() / "stat");
        std::string line;
        std::getline(file, line);
        const auto bracket = line.rfind(')');  // the name before it may hold spaces
        if (bracket == std::string::npos) continue;
        std::istringstream rest(line.substr(bracket + 1));
        std::string state;
        pid_t parent = 0;
        rest >> state >> parent;
        result[std::stoi(name)] = parent;
    }
    return result;
}

std::vector<pid_t> family(pid_t root) {
    const auto parent = parents();
    std::vector<pid_t> members{root};
    for (std::size_t i = 0; i < members.size(); ++i)
        for (const auto& [child, its_parent] : parent)
            if (its_parent == members[i]) members.push_back(child);
    return members;
}

}  // namespace

Job::Job(const std::vector<std::string>& words, const std::vector<std::string>& environment) {
    static int count = 0;
    log_ = (std::filesystem::temp_directory_path() /
            ("lightsweep-job-" + std::to_string(::getpid()) + "-" + std::to_string(count++)))
               .string();
    pid_ = ::fork();
    if (pid_ < 0) throw std::runtime_error("cannot fork");
    if (pid_ == 0) become(words, environment, log_);
    running_ = true;
}

Job::~Job() {
    if (running_) kill_all();
    std::filesystem::remove(log_);
}

int Job::wait() {
    int status = 0;
    for (int waited = 0; ::waitpid(pid_, &status, WNOHANG) == 0; ++waited) {
        sleep_ms(1);
        if (waited == longest_wait_ms) {
            kill_all();
            return 128 + SIGKILL;
        }
    }
    running_ = false;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void Job::kill_all() {
    for (const pid_t member : family(pid_)) ::kill(member, SIGKILL);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    running_ = false;
}

void Job::signal(int number) const {
    ::kill(pid_, number);
}

void Job::signal_ranks(int number) const {
    for (const pid_t member : family(pid_)) {
        std::ifstream file("/proc/" + std::to_string(member) + "/comm");
        std::string name;
        std::getline(file, name);
        if (name == "engine_demo") ::kill(member, number);
    }
}

bool Job::says(const std::string& text) const {
    for (int tries = 0; tries < 3000; ++tries) {
        if (output().find(text) != std::string::npos) return true;
        sleep_ms(10);
    }
    return false;
}

std::string Job::output() const {
    std::ifstream file(log_);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

namespace {

std::vector<std::string> under_mpi(int n_ranks, const char* program,
                                   const std::vector<std::string>& arguments) {
    std::vector<std::string> words;
    if (n_ranks > 0) words = {LIGHTSWEEP_MPIEXEC, "-n", std::to_string(n_ranks)};
    words.push_back(program);
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

Outcome outcome_of(const std::vector<std::string>& words,
                   const std::vector<std::string>& environment) {
    Job job(words, environment);
    const int code = job.wait();
    return {code, job.output()};
}

}  // namespace

std::vector<std::string> demo_command(int n_ranks, const std::vector<std::string>& arguments) {
    return under_mpi(n_ranks, LIGHTSWEEP_DEMO, arguments);
}

std::vector<std::string> program_command(int n_ranks, const std::vector<std::string>& arguments) {
    return under_mpi(n_ranks, LIGHTSWEEP_PROGRAM, arguments);
}

Outcome run_demo(int n_ranks, const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment) {
    return outcome_of(demo_command(n_ranks, arguments), environment);
}

Outcome run_program(int n_ranks, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& environment) {
    return outcome_of(program_command(n_ranks, arguments), environment);
}

void write_text(const std::string& path, const std::string& text) {
    std::ofstream out(path);
    out << text;
    if (!out) throw std::runtime_error("cannot write " + path);
}

std::string digest_of(const std::string& file) {
    return engine::verify(file).back().digest;
}

ScratchFolder::ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lightsweep-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a scratch folder");
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void sleep_ms(int ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

}  // namespace lightsweep::tests
