#pragma once
// The checkpoint of long computations: they call it now and then, and it ends them by throwing once
// nobody waits for them any more (a signal, a time limit). Results never depend on it.

namespace lightsweep::kernels::parallel {

/// Sets what checkpoint() calls, from any thread; null: nothing, as at the start.
void set_checkpoint(void (*leave_if_stopped)()) noexcept;

/// Called from any thread, inside loops of a microsecond or more per turn.
void checkpoint();

}  // namespace lightsweep::kernels::parallel
