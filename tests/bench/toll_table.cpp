// Makes lines of kernels/cost/toll_table.txt: tolls of all-reduces for these numbers of nodes, on
// the ring one way and both ways, and on the torus whose sides are nearest to each other.
//
//     build/release/tests/bench/toll_table 16 48 64 > lines.txt
#include <cstdlib>
#include <iostream>

#include "kernels/cost/toll_table.hpp"

using namespace lightsweep::kernels;

int main(int argc, char** argv) {
    std::cout << "# network|steps:blocks|steps/hops:blocks\n";
    for (int i = 1; i < argc; ++i) {
        const Node n = std::atoi(argv[i]);
        Node rows = 1;
        for (Node r = 2; r * r <= n; ++r)
            if (n % r == 0) rows = r;
        const auto print = [](const std::vector<Node>& dims, bool directed) {
            std::cout << toll_line(dims, directed, find_tolls(dims, directed, true)) << std::endl;
        };
        print({n}, true);
        print({n}, false);
        if (rows > 1) print({rows, n / rows}, false);
    }
}
