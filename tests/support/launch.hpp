#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace lightsweep::tests {

/// A program that runs beside the test, its output collected in a file.
class Job {
  public:
    /// Starts words[0] (searched in PATH) with the environment plus "NAME=value" entries.
    explicit Job(const std::vector<std::string>& words,
                 const std::vector<std::string>& environment = {});
    /// Kills what is still running.
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    pid_t pid() const { return pid_; }
    /// Waits for the end; the exit code, or 128 + signal. Kills it after 60 s.
    int wait();
    /// SIGKILL to the program and to all its descendants, as when a node dies.
    void kill_all();
    /// Sends a signal to the launched program.
    void signal(int number) const;
    /// Sends it to the ranks themselves, past the launcher (as `scancel --signal` does).
    void signal_ranks(int number) const;
    /// Waits until the output holds the text; false if it does not within 30 s.
    bool says(const std::string& text) const;
    /// Standard output and error so far.
    std::string output() const;

  private:
    pid_t pid_ = -1;
    bool running_ = false;
    std::string log_;
};

/// The demo under the MPI launcher with n ranks; n = 0: without the launcher.
std::vector<std::string> demo_command(int n_ranks, const std::vector<std::string>& arguments);

/// The lightsweep program, likewise.
std::vector<std::string> program_command(int n_ranks, const std::vector<std::string>& arguments);

struct Outcome {
    int code = -1;
    std::string output;
};
Outcome run_demo(int n_ranks, const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment = {});

Outcome run_program(int n_ranks, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& environment = {});

/// Writes a text file.
void write_text(const std::string& path, const std::string& text);

/// The digest of a whole result file.
std::string digest_of(const std::string& file);

/// A folder that is removed in the end.
class ScratchFolder {
  public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

void sleep_ms(int ms);

}  // namespace lightsweep::tests
