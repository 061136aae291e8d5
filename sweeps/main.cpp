#include "sweeps/cli/command_line.hpp"

int main(int argc, char** argv) {
    return lightsweep::sweeps::command_line(argc, argv);
}
