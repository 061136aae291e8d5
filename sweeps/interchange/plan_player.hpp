#pragma once
// Plays an execution plan on the ranks of MPI with real bytes, and compares what every rank then
// holds with MPI's own collective, byte for byte. Reductions add bytes modulo 256.
//
// Every rank carries out its own transfers. One begins when this rank has ended its transfers in
// steps up to after_step, and its plane has made its setup after_reconfiguration; what is sent then
// is what the ranges hold at that moment. A setup begins when all ranks have met: each comes when
// it has ended its transfers on the plane in steps up to after_step. It takes its planned length,
// or with delays = false no time. A wait that is missing is no fault, wrong bytes are.

#include "engine/farm/mpi.hpp"
#include "sweeps/interchange/playable_plan.hpp"

namespace lightsweep::sweeps {

struct Played {
    double seconds = 0;               ///< until this rank's last transfer has ended
    std::vector<std::string> faults;  ///< of this rank: the first wrong byte of every part
};

/// All ranks call it with equal plans; mpi must have plan.n ranks.
Played play(engine::Mpi& mpi, const PlayablePlan& playable, bool delays);

}  // namespace lightsweep::sweeps
