// Makes lines of kernels/cost/toll_table.txt: tolls of all-reduces for these numbers of nodes, on
// the ring one way and both ways, and on the torus whose sides are nearest to each other; by steps
// alone, or by hops too.
//
//     build/release/tests/bench/toll_table hops 16 48 64 > lines.txt
//     build/release/tests/bench/toll_table steps 100 128 >> lines.txt
#include <cstdlib>
#include <iostream>
#include <string>

#include "kernels/cost/toll_table.hpp"

using namespace lightsweep::kernels;

int main(int argc, char** argv) {
    std::cout << "# network|steps:blocks|steps/hops:blocks\n";
    const bool hops = argc > 1 && argv[1] == std::string("hops");
    for (int i = 2; i < argc; ++i) {
        const Node n = std::atoi(argv[i]);
        Node rows = 1;
        for (Node r = 2; r * r <= n; ++r)
            if (n % r == 0) rows = r;
        const auto print = [hops](const std::vector<Node>& dims, bool directed) {
            const auto bounds =
                find_tolls(dims, directed, hops ? TollEffort::hops : TollEffort::steps);
            std::cout << toll_line(dims, directed, bounds) << std::endl;
        };
        print({n}, true);
        print({n}, false);
        if (rows > 1) print({rows, n / rows}, false);
    }
}
