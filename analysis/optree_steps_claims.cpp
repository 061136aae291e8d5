// Claims 1 to 10: steps, their list.
#include "analysis/optree_claims.hpp"

namespace lightsweep::analysis::optree_steps {

std::vector<Claim> claims() {
    constexpr auto yes = Verdict::reproduced, no = Verdict::not_reproduced;
    constexpr auto depends = Verdict::depends_on_reading;
    constexpr const char* tables =
        "optree-formula (k_rule = ceil), wrht, wdm-ring and wdm-neighbor with n_steps: 512 to "
        "4,096 "
        "nodes on 64 wavelengths, 1,024 nodes on 4 to 256";
    constexpr const char* stages =
        "optree-formula with stages 1 to 10 and by all three k_rules: "
        "512 to 4,096 nodes on 64 wavelengths";
    constexpr const char* example_needs =
        "16 nodes on 2 wavelengths: optree-formula with stages 1 to 3, optree-tree with radices "
        "[4, 4] and [2, 3, 3]";
    return {
        {1,
         "1,024 nodes on 64 wavelengths: Ring 1,023 steps, NE 512, WRHT 259, OpTree 70 (Table 1)",
         {"1023, 512, 259, 70", "Table 1"},
         "the same integers; WRHT by the case rule that fits all tables, k* by the ceiling",
         tables,
         yes,
         table_1},
        {2,
         "The one-stage model takes 128 steps there (Table 1)",
         {"128", "Table 1"},
         "ceil(N^2 / 8w), the paper's own formula; 128 is its value for 256 nodes",
         "osm at 1,024 nodes, 64 wavelengths",
         no,
         one_stage_of_table_1},
        {3,
         "OpTree takes 87.64 % fewer steps than WRHT at 512 nodes, and so on (Table 2)",
         {"87.64, 72.97, 39.76, -31.27; 93.73, 93.15, 92.37, 91.69; 87.5, 86.32, 84.76, 83.39 %",
          "Table 2"},
         "all 12 numbers, cut after two decimals",
         tables,
         yes,
         table_2},
        {4,
         "The same over 4 to 256 wavelengths (Table 3)",
         {"62.75, -180, 72.97, 93.2; -9.48, 72.62, 93.15, 96.57; -118.75, 45.31, 86.32, 93.16 %",
          "Table 3"},
         "all 12 numbers, cut after two decimals; depends on the reading if the last column is not "
         "that of 256 wavelengths, as which it is labelled, but of 128, as figure 7 d says",
         tables,
         depends,
         table_3},
        {5,
         "Their averages and standard deviations",
         {"42.27, 92.74, 85.49 (45.87, 0.77, 1.55); 12.23, 63.22, 26.51 (111.52, 42.96, 85.84) %",
          "Tables 2, 3"},
         "within a hundredth of the printed ones, of the population, Table 3 with 128 wavelengths",
         tables,
         yes,
         averages},
        {6,
         "The best numbers of stages are 6, 6, 7 and 8 (figure 4)",
         {"6, 6, 7, 8", "Fig. 4"},
         "the k with the fewest steps; depends on the reading if several tie there",
         stages,
         depends,
         optimum_of_figure_4},
        {7,
         "Eq. 2's k* aligns seamlessly with figure 4",
         {"no number", "Sec. V-B"},
         "k* by the ceiling, as the tables take it, has the steps of the figure's k at all four N; "
         "depends on the reading if the rounded one has",
         stages,
         depends,
         formula_of_the_optimum},
        {8,
         "Section 3's example: 16 steps in one stage, 12 in two",
         {"16, 12", "Sec. III-C, Fig. 2"},
         "Theorem 1, and built",
         example_needs,
         yes,
         example},
        {9,
         "The example in three stages: 16 steps",
         {"16", "Sec. III-C, Fig. 2"},
         "Theorem 1 or a tree that is built; 16 is what the example's own ceilings give",
         example_needs,
         no,
         three_stages_of_the_example},
        {10,
         "One stage on a ring needs ceil(N^2 / 8) wavelengths (Lemma 1)",
         {"ceil(N^2 / 8)", "Lemma 1"},
         "steps on one wavelength; depends on the reading if it holds for even N, and odd N need "
         "one less",
         "osm and wdm-lifted on one wavelength, 2 to 13 nodes",
         depends,
         lemma_1},
    };
}

}  // namespace lightsweep::analysis::optree_steps
