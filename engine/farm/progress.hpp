#pragma once
// Progress report of a run: points, rate and time left, in a log or on a terminal.

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

namespace lightsweep::engine {

/// Whether a person sees standard error on a terminal: its own, or that of the MPI launcher on this
/// host, to which a rank has a pipe.
bool reaches_terminal();

/// Tells a person how far the sweep is: time-stamped lines in a batch log (soon after the start,
/// then every 10 s), or one updating line on a terminal (twice a second).
class Progress {
  public:
    /// log may be null: silent.
    Progress(std::ostream* log, bool terminal);

    /// What there is to do. done_points: from earlier runs; cost: of what is left [s of one core].
    void begin(std::uint64_t total_points, std::uint64_t done_points, double cost_s);
    /// Of what tasks share (Workload::prepare), how much this run has to make first.
    void expect_preparations(std::uint64_t preparations) { preparations_ = preparations; }
    /// So many threads compute. What is left is expected to take its estimate over them, as far as
    /// the speed of the last fifth of the run does not say otherwise.
    void expect_threads(int threads) { threads_ = threads; }
    /// A part was done.
    void advance(std::uint64_t points, double cost_s, std::uint64_t preparations);
    /// Writes the line if it is time for one.
    void tick();
    /// Writes this text in its place if it is time for one.
    void update(const std::string& text);
    /// Writes it in any case.
    void show();
    /// Leaves the updating line of a terminal.
    void end_line();
    /// A message on a line of its own.
    void note(const std::string& text);
    /// Points done by this run.
    std::uint64_t points() const { return new_points_; }

  private:
    bool is_due() const;
    void write(const std::string& text);
    std::string line() const;
    double elapsed() const;

    using Clock = std::chrono::steady_clock;
    std::ostream* log_;
    bool terminal_;
    bool line_open_ = false;  // the terminal's cursor stands behind the updating line
    std::uint64_t total_points_ = 0, done_points_ = 0, new_points_ = 0;
    std::uint64_t preparations_ = 0, prepared_ = 0;
    int threads_ = 1;
    double total_cost_ = 0, done_cost_ = 0;
    double recent_s_ = 0, recent_cost_ = 0, last_advance_ = 0;  // of the last fifth of the run
    Clock::time_point start_ = Clock::now(), last_ = start_;
};

/// "3 h 04 min", "2 min 05 s", "12 s".
std::string duration_text(double seconds);

}  // namespace lightsweep::engine
