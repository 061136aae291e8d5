#pragma once
// One data-parallel training iteration of a transformer, as tasks on computing and network
// resources. It is a minimal model for the shape of end-to-end figures (PCCL, section 6); it does
// not reproduce measured or searched strategies.
//
// A layer has three operators: attention with 4 h^2 weights, and two dense ones with h^2 each.
//
//     forward FLOP  = 2 weights tokens (+ 4 batch seq^2 h for attention),   tokens = batch seq
//     backward FLOP = twice that
//
// Layer l belongs to pipeline stage floor(l stages / layers). The tasks come in this order. First
// the operators forwards, each after the one before; where the stage changes, a transfer of tokens
// h elem bytes (network, priority 0) comes between. Then the same backwards. Then per operator, in
// backward order, the all-reduce of its weights, weights elem bytes (network, priority 1). It
// starts after the operator's own backward task if computation and communication overlap, otherwise
// after the last backward task.
//
// Tensor parallelism: t devices share every operator, each with 1/t of its weights and FLOP. They
// add up their activations after the attention and after the second dense operator of a layer,
// forwards and backwards. This is a ring all-reduce of tokens h elem bytes, with 2 (t - 1) / t of
// them over a device's link to the others. The device waits for it, so it lengthens the
// computation.

#include <functional>
#include <vector>

#include "kernels/training/task_graph.hpp"

namespace lightsweep::kernels {

/// Sizes of the model. The defaults give all-reduces of 64, 16 and 16 MiB and 1.87 TFLOP per
/// iteration.
struct Transformer {
    int layers = 12;
    int hidden = 2048;      ///< h
    int batch = 16;         ///< samples per GPU and iteration
    int sequence = 64;      ///< tokens per sample
    int stages = 1;         ///< pipeline stages, 1 .. layers
    double elem_bytes = 4;  ///< size of a weight, gradient or activation [B], > 0
    bool overlap = true;    ///< true: all-reduces run beside the backward pass
    int heads = 1;          ///< attention heads; must divide hidden
    int tensor = 1;         ///< devices that share an operator; must divide heads
};

/// Speed of the cluster.
struct TrainingSpeed {
    double flops = 0;  ///< speed of one GPU [FLOP/s], > 0
    /// Duration of an all-reduce of a buffer [B].
    std::function<double(double)> all_reduce_seconds = {};
    std::function<double(double)> peer_to_peer_seconds =
        {};  ///< duration of a message [B]; unused with 1 stage
    /// Rate between devices that share an operator [B/s]; unused if tensor = 1.
    double tensor_rate = 0;
};

/// Builds 9 layers + 2 (stages - 1) tasks. Resources 0 .. stages-1 compute, resource `stages` is
/// the network. Throws std::invalid_argument if a size is < 1, if stages > layers, if heads do not
/// divide hidden or tensor does not divide heads, if elem_bytes, flops or a needed tensor_rate is
/// not positive and finite, or if a needed function is missing.
std::vector<Task> transformer_tasks(const Transformer& model, const TrainingSpeed& speed);

/// Samples per second of `gpus` data-parallel GPUs: batch * gpus / makespan.
double training_throughput(const Transformer& model, int gpus, double makespan);

}  // namespace lightsweep::kernels
