#pragma once

#include <map>
#include <mutex>
#include <string>

#include "engine/journal/workload.hpp"

namespace lightsweep::tests {

/// What the demo does beside computing.
struct DemoOptions {
    int slow_ms = 0;      ///< every task takes this long
    int stubborn_ms = 0;  ///< and this long without asking whether to stop
    int size = 20;        ///< lists, and tens of points of the long group
    bool some_points_fail = false;
    bool some_tasks_throw = false;
    std::string fingerprint = "demo";
    /// A file that gets a line for every preparation done; empty: no preparations.
    std::string preparation_log;
    bool some_preparations_fail = false;
    bool whole_chunks = false;  ///< one chunk per group: same data, other chunk shapes
};

/// A workload without a domain: two grids (one with zipped keys, flags and a trailing dimension),
/// a single point, and lists. Every value is a formula of its place.
class DemoWorkload : public engine::Workload {
  public:
    explicit DemoWorkload(DemoOptions options);

    const engine::Layout& layout() const override { return layout_; }
    std::string fingerprint() const override { return options_.fingerprint; }
    double estimate(engine::Task task) const override;
    engine::TaskReport compute_tile(engine::Task task, engine::Tile& tile) override;
    engine::TaskReport compute_row(engine::Task task, engine::RaggedRow& row) override;
    void fail_tile(engine::Task task, const std::string& what, engine::Tile& tile) override;

    std::size_t n_preparations() const override;
    std::vector<std::size_t> needs(engine::Task task) const override;
    std::string prepare(std::size_t preparation) override;
    void adopt(std::size_t preparation, const engine::Preparation& result) override;

  private:
    /// Throws unless everything that the task needs is there and right.
    void check_preparations(engine::Task task);

    std::mutex mutex_;
    std::map<std::size_t, engine::Preparation> adopted_;
    DemoOptions options_;
    engine::Layout layout_;
};

/// status codes of the demo.
enum : std::int8_t { demo_ok = 0, demo_error = 7, demo_missing = 8 };

}  // namespace lightsweep::tests
