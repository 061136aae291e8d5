#include "engine/farm/progress.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <ostream>

namespace lightsweep::engine {
namespace {

constexpr std::chrono::duration<double> shortest_log_interval(1), longest_log_interval(10),
    terminal_interval(0.5);

std::string time_stamp() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
    return text;
}

/// "[######......] ", by the share of the cost.
std::string bar(double share) {
    constexpr int cells = 24;
    const int done = std::clamp(static_cast<int>(share * cells), 0, cells);
    return "[" + std::string(done, '#') + std::string(cells - done, '.') + "] ";
}

/// A process as /proc/PID/stat has it; id 0 where there is none.
struct Process {
    long id = 0, parent = 0;
    std::string name;

    explicit Process(long number) {
        std::ifstream stat("/proc/" + std::to_string(number) + "/stat");
        char state = 0;
        if (!(stat >> id >> name >> state >> parent)) id = parent = 0;
    }
    bool is_launcher() const { return name.starts_with("(mpiexec") || name.starts_with("(mpirun"); }
    bool has_terminal() const {
        const int error = ::open(("/proc/" + std::to_string(id) + "/fd/2").c_str(),
                                 O_WRONLY | O_NOCTTY | O_CLOEXEC);
        const bool found = error >= 0 && ::isatty(error) != 0;
        if (error >= 0) ::close(error);
        return found;
    }
};

}  // namespace

bool reaches_terminal() {
    if (::isatty(STDERR_FILENO) != 0) return true;
    for (Process one(::getppid()); one.id > 1; one = Process(one.parent))
        if (one.is_launcher()) return one.has_terminal();
    return false;
}

std::string duration_text(double seconds) {
    const auto whole = static_cast<long long>(std::llround(seconds));
    char text[48];
    if (whole >= 3600)
        std::snprintf(text, sizeof text, "%lld h %02lld min", whole / 3600, whole / 60 % 60);
    else if (whole >= 60)
        std::snprintf(text, sizeof text, "%lld min %02lld s", whole / 60, whole % 60);
    else if (seconds >= 10)
        std::snprintf(text, sizeof text, "%lld s", whole);
    else
        std::snprintf(text, sizeof text, "%.2g s", seconds);
    return text;
}

Progress::Progress(std::ostream* log, bool terminal) : log_(log), terminal_(terminal) {}

void Progress::begin(std::uint64_t total_points, std::uint64_t done_points, double cost_s) {
    total_points_ = total_points;
    done_points_ = done_points;
    total_cost_ = cost_s;
    start_ = Clock::now();
    show();
}

void Progress::advance(std::uint64_t points, double cost_s, std::uint64_t preparations) {
    new_points_ += points;
    prepared_ += preparations;
    done_cost_ += cost_s;
    // Estimates are wrong by another factor for each kind of task: a fifth of the time is the past.
    const double now = elapsed(), since = now - last_advance_;
    const double kept = now > 0 ? std::exp(-5 * since / now) : 1;
    recent_s_ = kept * recent_s_ + since;
    recent_cost_ = kept * recent_cost_ + cost_s;
    last_advance_ = now;
}

bool Progress::is_due() const {
    const std::chrono::duration<double> since = Clock::now() - last_, all = last_ - start_;
    return since >= (terminal_ ? terminal_interval
                               : std::clamp(all, shortest_log_interval, longest_log_interval));
}

void Progress::tick() {
    if (is_due()) show();
}

void Progress::update(const std::string& text) {
    if (is_due()) write(text);
}

void Progress::show() {
    write(line());
}

void Progress::write(const std::string& text) {
    last_ = Clock::now();
    if (!log_) return;
    if (terminal_) {
        *log_ << "\r\033[K" << text << std::flush;
        line_open_ = true;
    } else {
        *log_ << time_stamp() << ' ' << text << std::endl;
    }
}

void Progress::end_line() {
    if (line_open_) *log_ << std::endl;
    line_open_ = false;
}

void Progress::note(const std::string& text) {
    if (!log_) return;
    end_line();
    if (!terminal_) *log_ << time_stamp() << ' ';
    *log_ << text << std::endl;
}

double Progress::elapsed() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

std::string Progress::line() const {
    const std::uint64_t points = done_points_ + new_points_;
    const double share =
        total_points_ > 0 ? 100.0 * static_cast<double>(points) / static_cast<double>(total_points_)
                          : 100.0;
    const double rate = elapsed() > 0 ? static_cast<double>(new_points_) / elapsed() : 0.0;
    char numbers[160];
    std::snprintf(numbers, sizeof numbers, "%llu of %llu points (%.1f %%), %.3g rows/s",
                  static_cast<unsigned long long>(points),
                  static_cast<unsigned long long>(total_points_), share, rate);
    std::string text = numbers;
    if (terminal_) text = bar(total_cost_ > 0 ? done_cost_ / total_cost_ : share / 100) + text;
    if (prepared_ < preparations_)
        text += ", " + std::to_string(prepared_) + " of " + std::to_string(preparations_) +
                " preparations done";
    if (done_cost_ <= 0 || done_cost_ >= total_cost_) return text;
    // What tasks share is made first and may be most of the work: none done, nothing known.
    if (preparations_ > 0 && prepared_ == 0) return text;
    // By cost: the expensive ones come first, so that those left are many and cheap.
    // The estimates count for a tenth of the time: one long task does not slow all others down.
    const double waited = elapsed() - last_advance_, trusted = elapsed() / 10;
    const double speed = (recent_cost_ + threads_ * trusted) / (recent_s_ + waited + trusted);
    return text + ", " + duration_text((total_cost_ - done_cost_) / speed) + " left";
}

}  // namespace lightsweep::engine
