// OpTree's reference vectors: formulas, tables, wavelengths, times, loss and crosstalk.
#include <boost/test/unit_test.hpp>

#include "kernels/wdm/gather_steps.hpp"
#include "kernels/wdm/one_stage_colours.hpp"
#include "kernels/wdm/optical_budget.hpp"
#include "tests/support/gather_formulas.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(optree_vectors)

using namespace kernels;

std::vector<Json> optree_cases(const std::string& kind) {
    auto found = cases("optree.json", kind);
    BOOST_TEST_REQUIRE(!found.empty(), kind);
    return found;
}

void check_theorem(const Json& c, std::int64_t n, std::int64_t w) {
    const auto& out = c["expected"];
    for (std::int64_t k = 1; k <= 12; ++k) {
        const auto i = static_cast<std::size_t>(k - 1);
        BOOST_TEST(theorem_steps(n, w, k) == out["theorem1_k1_to_k12"][i].get<std::int64_t>(),
                   c["id"] << " k = " << k);
        BOOST_TEST(close(theorem_steps_real(n, w, k), out["theorem1_real_k1_to_k12"][i]),
                   c["id"] << " k = " << k);
    }
    if (!out["kstar_real"].is_null())
        BOOST_TEST(close(best_stages_real(n), out["kstar_real"]), c["id"]);
}

BOOST_AUTO_TEST_CASE(formulas) {
    for (const auto& c : optree_cases("formulas")) {
        const std::int64_t n = c["input"]["N"], w = c["input"]["w"];
        check_theorem(c, n, w);
        const std::map<std::string, std::int64_t> computed{
            {"kstar_ceil", best_stages(n, StageRule::ceiling)},
            {"kstar_round", best_stages(n, StageRule::rounding)},
            {"kstar_argmin", best_stages(n, StageRule::argmin)},
            {"steps_argmin", optree_steps(n, w, StageRule::argmin)},
            {"optree_ceil", optree_steps(n, w, StageRule::ceiling)},
            {"optree_round", optree_steps(n, w, StageRule::rounding)},
            {"ring", ring_steps_unidirectional(n)},
            {"ne", neighbor_exchange_steps(n)},
            {"osm", one_stage_steps(n, w)},
            {"wrht_theta", wrht_stages(n, w)},
            {"wrht_case0", wrht_steps(n, w, WrhtRule::shorter)},
            {"wrht_case1", wrht_steps(n, w, WrhtRule::longer)},
            {"wrht_paper_rule", wrht_steps(n, w, WrhtRule::few_roots)},
            {"wrht_lemma1_rule", wrht_steps(n, w, WrhtRule::lemma)},
            {"lemma1_line", line_wavelengths(n)},
            {"lemma1_ring_paper", ring_wavelengths_printed(n)},
            {"ring_wavelengths_true", ring_wavelengths(n)}};
        for (const auto& [name, value] : computed)
            BOOST_TEST(value == c["expected"][name].get<std::int64_t>(), c["id"] << " " << name);
    }
}

BOOST_AUTO_TEST_CASE(other_readings_of_the_theorem) {
    for (const auto& c : optree_cases("other_readings")) {
        const std::int64_t n = c["input"]["N"], w = c["input"]["w"], k = c["input"]["k"];
        const auto& out = c["expected"];
        BOOST_TEST(theorem_steps(n, w, k) == out["theorem1"].get<std::int64_t>());
        BOOST_TEST(proof_steps(n, w, k) == out["proof_ceilings"].get<std::int64_t>());
        BOOST_TEST(algorithm_steps(n, w, k) == out["algorithm1_literal"].get<std::int64_t>());
    }
}

BOOST_AUTO_TEST_CASE(percentages_of_given_cases) {
    for (const std::string kind : {"table2", "table3"})
        for (const auto& c : optree_cases(kind)) {
            const std::int64_t n = c["input"]["N"], w = c["input"]["w"];
            const auto& out = c["expected"];
            const auto steps = optree_steps(n, w, StageRule::ceiling);
            BOOST_TEST(steps == out["optree_steps"].get<std::int64_t>(), c["id"]);
            const std::map<std::string, std::int64_t> baselines{
                {"WRHT", wrht_steps(n, w, WrhtRule::few_roots)},
                {"Ring", ring_steps_unidirectional(n)},
                {"NE", neighbor_exchange_steps(n)}};
            for (const auto& [name, other] : baselines) {
                BOOST_TEST(other == out["baseline_steps"][name].get<std::int64_t>(), c["id"]);
                const double percent =
                    100 * (1 - static_cast<double>(steps) / static_cast<double>(other));
                BOOST_TEST(close(percent, out["apd_percent"][name]), c["id"] << name);
                BOOST_TEST(close(truncated_percent(percent), out["apd_truncated"][name]),
                           c["id"] << name);
            }
        }
}

void check_arcs(const Json& c, const Json& arcs,
                ColouredArc (*arc)(std::int64_t, std::int64_t, std::int64_t)) {
    const std::int64_t n = c["input"]["N"];
    for (const auto& row : arcs) {
        const auto found = arc(n, row[0], row[1]);
        BOOST_TEST(static_cast<int>(found.direction) == row[2].get<int>(), c["id"] << row);
        BOOST_TEST(found.length == row[3].get<std::int64_t>(), c["id"] << row);
        BOOST_TEST(found.colour == row[4].get<std::int64_t>(), c["id"] << row);
    }
}

BOOST_AUTO_TEST_CASE(one_stage_wavelengths) {
    for (const auto& c : optree_cases("one_stage_rwa")) {
        const std::int64_t n = c["input"]["N"];
        const auto& out = c["expected"];
        BOOST_TEST(ring_wavelengths(n) == out["ring_colours"].get<std::int64_t>(), c["id"]);
        BOOST_TEST(line_wavelengths(n) == out["line_colours"].get<std::int64_t>(), c["id"]);
        if (!out.contains("ring_arcs_src_dst_dir_len_colour")) continue;
        check_arcs(c, out["ring_arcs_src_dst_dir_len_colour"], ring_arc);
        check_arcs(c, out["line_arcs_src_dst_dir_len_colour"], line_arc);
    }
}

BOOST_AUTO_TEST_CASE(times) {
    for (const auto& c : optree_cases("time")) {
        const auto& in = c["input"];
        const std::int64_t n = in["N"], w = in["w"];
        const auto& out = c["expected"];
        GatherTiming timing;
        timing.item = in["d_bytes"];
        timing.bandwidth = in["B_bytes_per_s"];
        timing.reconfiguration = in["a_s"];
        const auto optree = optree_steps(n, w, StageRule::ceiling);
        const auto is = [&](const char* name, double value) {
            BOOST_TEST(close(value, out[name]), c["id"] << " " << name << " " << value);
        };
        is("optree", gather_time(timing, optree));
        is("ring", gather_time(timing, ring_steps_unidirectional(n)));
        is("ne_as_in_tables", gather_time(timing, neighbor_exchange_steps(n)));
        is("ne_charging_2d", neighbor_exchange_time(timing, n));
        is("wrht", gather_time(timing, wrht_steps(n, w, WrhtRule::few_roots)));
        timing.conversion = Conversion::per_flit;
        is("a_per_flit_1GHz", overhead(timing));
        timing.conversion = Conversion::pipelined;
        is("a_pipelined_1GHz", overhead(timing));
        timing.conversion = Conversion::none;
        timing.packet = 128;
        is("optree_packets_128", gather_time(timing, optree));
    }
}

BOOST_AUTO_TEST_CASE(loss_and_crosstalk) {
    for (const auto& c : optree_cases("physical")) {
        const auto& given = c["input"]["assumed"];
        const OpticalDevices devices{
            given["P_m"],     given["P_pass"],   given["P_p"],      0,
            given["P_laser"], given["P_Rx_dBm"], given["P_Tx_dBm"], given["P_O_dBm"]};
        const auto& out = c["expected"];
        const double path = longest_path_printed(c["input"]["N"], c["input"]["k"]);
        BOOST_TEST(close(path, out["lmax_paper"]), c["id"]);
        BOOST_TEST(close(insertion_loss(devices, path), out["loss_db"]), c["id"]);
        BOOST_TEST(within_loss_budget(devices, path) == out["feasible"].get<bool>(), c["id"]);
        BOOST_TEST(longest_path_by_loss(devices) == out["max_path"].get<std::int64_t>(), c["id"]);
        BOOST_TEST(close(crosstalk_power(devices, path), out["crosstalk_mw"]), c["id"]);
        BOOST_TEST(close(laser_power_for(devices, path, 1e-9), out["laser_dbm_for_ber_1e-9"]),
                   c["id"]);
    }
    for (const auto& c : optree_cases("physical_ber")) {
        const auto& out = c["expected"];
        const double snr = snr_for(c["input"]["target"]);
        BOOST_TEST(close(snr, out["snr_linear"]));
        BOOST_TEST(close(10 * std::log10(snr), out["snr_db"]));
        BOOST_TEST(close(bit_error_rate(100), out["ber_at_linear_100"]));
        BOOST_TEST(close(bit_error_rate(80), out["ber_at_linear_80"]));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
