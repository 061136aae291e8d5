#pragma once
// The steps of a collective that an MSCCL program carries out: rounds by the program's own order.
//
// Each thread block has a number, 0 at first. A wait raises it to the number announced by the step
// waited for; a receive to 1 + the round of what it receives. A send belongs to the round of its
// thread block's number, and what it announces is one more; a send behind it without a wait is a
// further piece of the same round. Data dependence alone
// would start blocks as soon as they are there, and mix the steps of halving-doubling.

#include "sweeps/interchange/foreign_steps.hpp"
#include "sweeps/interchange/msccl_xml.hpp"

namespace lightsweep::sweeps {

/// Bytes are chunks times `chunk`. The program must be one that ends (check_msccl). by_channel:
/// what a pair sends on several channels stands apart.
ForeignSteps rounds_of(const MscclProgram& program, std::int64_t chunk, bool by_channel = false);

/// Bytes of a chunk of a message; 1 where the message is 0, because a file does not know it. Throws
/// engine::BadInput where the message is no multiple of the chunks.
std::int64_t chunk_bytes(const MscclProgram& program, double message);

}  // namespace lightsweep::sweeps
