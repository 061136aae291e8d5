#pragma once
// One data-parallel training iteration of a transformer as tasks on computing and network
// resources: a minimal model of its own for the shape of end-to-end figures (PCCL, section 6), not
// a reproduction of measured or searched strategies.
//
// Per layer three operators: attention with 4 h^2 weights, two dense ones with h^2 each.
//
//     forward FLOP  = 2 weights tokens (+ 4 batch seq^2 h for attention),   tokens = batch seq
//     backward FLOP = twice that
//
// Layer l belongs to pipeline stage floor(l stages / layers). Tasks, in this order: the operators
// forwards, each after the one before, where the stage changes after a transfer of tokens h elem
// bytes (network, priority 0); the same backwards; then per operator, in backward order, the
// all-reduce of its weights, weights elem bytes (network, priority 1), after its own backward task
// if computation and communication overlap, and after the last backward task if not.
//
// Tensor parallelism: t devices share every operator, 1/t of its weights and FLOP each. They add up
// their activations after the attention and after the second dense operator of a layer, forwards
// and backwards: a ring all-reduce of tokens h elem bytes, 2 (t - 1) / t of them over a device's
// link to the others. The device waits for it, so it lengthens the computation.

#include <functional>
#include <vector>

#include "kernels/task_graph.hpp"

namespace lightsweep::kernels {

/// The defaults have all-reduces of 64, 16 and 16 MiB and 1.87 TFLOP per iteration.
struct Transformer {
    int layers = 12;
    int hidden = 2048;      ///< h
    int batch = 16;         ///< samples per GPU and iteration
    int sequence = 64;      ///< tokens per sample
    int stages = 1;         ///< of the pipeline, 1 .. layers
    double elem_bytes = 4;  ///< of a weight, gradient or activation [B], > 0
    bool overlap = true;    ///< all-reduces run beside the backward pass
    int heads = 1;          ///< of the attention; divides hidden
    int tensor = 1;         ///< devices that share an operator; divides heads
};

/// What the cluster gives the model.
struct TrainingSpeed {
    double flops = 0;                                       ///< of one GPU [FLOP/s], > 0
    std::function<double(double)> all_reduce_seconds = {};  ///< of a buffer [B]
    std::function<double(double)> peer_to_peer_seconds =
        {};                  ///< of a message [B]; unused with 1 stage
    double tensor_rate = 0;  ///< between the devices that share an operator [B/s]; unused if alone
};

/// Resources 0 .. stages-1 compute, resource `stages` is the network. 9 layers + 2 (stages - 1)
/// tasks. Throws std::invalid_argument if a size is < 1, stages > layers, heads do not divide
/// hidden or tensor heads, elem_bytes, flops or a tensor_rate that is needed is not positive and
/// finite, or a function that is needed is missing.
std::vector<Task> transformer_tasks(const Transformer& model, const TrainingSpeed& speed);

/// Samples per second of `gpus` data-parallel GPUs: batch * gpus / makespan.
double training_throughput(const Transformer& model, int gpus, double makespan);

}  // namespace lightsweep::kernels
