#pragma once
// A sweep's groups computed in memory, without the farm and without files.

#include <boost/test/unit_test.hpp>

#include "sweeps/farm/sweep_workload.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/rows/best_row.hpp"

namespace lightsweep::tests {

/// One tile that covers a whole group.
struct Computed {
    engine::ArrayGroup group;
    std::vector<std::vector<std::byte>> buffers;
    engine::Tile tile;
    std::size_t failed = 0;

    explicit Computed(engine::ArrayGroup of) : group(std::move(of)) {
        group.chunk = group.shape();
        tile.extent = group.shape();
        tile.origin.assign(group.axes.size(), 0);
        for (const auto& column : group.columns) {
            buffers.emplace_back(column.point_bytes() * engine::product(group.chunk));
            tile.columns.emplace_back(buffers.back());
            fill(column, tile.columns.size() - 1);
        }
        tile.group = &group;
    }
    Computed(Computed&& other) noexcept
        : group(std::move(other.group)),
          buffers(std::move(other.buffers)),
          tile(std::move(other.tile)),
          failed(other.failed) {
        tile.group = &group;
    }

    std::size_t column(const std::string& name) const {
        for (std::size_t c = 0; c < group.columns.size(); ++c)
            if (group.columns[c].name == name) return c;
        BOOST_FAIL("no column " << name << " in " << group.path);
        return 0;
    }
    double f64(const std::string& name, std::size_t i) const { return tile.f64(column(name))[i]; }
    std::uint64_t u64(const std::string& name, std::size_t i) const {
        return tile.u64(column(name))[i];
    }
    /// What the code of a flag column stands for; empty if it is none of the flags.
    std::string meaning(const std::string& name, std::size_t i) const {
        const std::size_t c = column(name);
        const auto& one = group.columns[c];
        const int code = one.type == engine::ElementType::i8 ? tile.i8(c)[i] : tile.i32(c)[i];
        for (const auto& [flag, text] : one.flags)
            if (flag == code) return text;
        return "";
    }

  private:
    void fill(const engine::Column& column, std::size_t c) const {
        if (column.type == engine::ElementType::f64)
            std::fill(tile.f64(c).begin(), tile.f64(c).end(), column.fill);
        if (column.type == engine::ElementType::i8)
            std::fill(tile.i8(c).begin(), tile.i8(c).end(), static_cast<std::int8_t>(column.fill));
        if (column.type == engine::ElementType::i32)
            std::fill(tile.i32(c).begin(), tile.i32(c).end(), static_cast<int>(column.fill));
    }
};

/// A sweep as read from its text: the checks of whole grids are left out.
class TestSweep {
  public:
    explicit TestSweep(const std::string& text) : workload_(read(text)) {}
    explicit TestSweep(sweeps::Sweep sweep) : workload_(std::move(sweep)) {}

    sweeps::SweepWorkload& workload() { return workload_; }
    Computed empty(const std::string& path) const { return Computed(*find(path)); }
    Computed compute(const std::string& path) {
        Computed result = empty(path);
        const auto group = static_cast<std::uint32_t>(find(path) - arrays().data());
        result.failed = workload_.compute_tile({group, 0}, result.tile).failed;
        return result;
    }

  private:
    static sweeps::Sweep read(const std::string& text) {
        auto result = sweeps::read_sweep(text, sweeps::domain_vocabulary());
        BOOST_REQUIRE_MESSAGE(result.sweep, result.faults.text());
        return std::move(*result.sweep);
    }
    const std::vector<engine::ArrayGroup>& arrays() const { return workload_.layout().arrays; }
    const engine::ArrayGroup* find(const std::string& path) const {
        for (const auto& group : arrays())
            if (group.path == path) return &group;
        BOOST_FAIL("no group " << path);
        return nullptr;
    }

    sweeps::SweepWorkload workload_;
};

}  // namespace lightsweep::tests
