#include "kernels/training/transformer_tasks.hpp"

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace lightsweep::kernels {

namespace {

void require_at_least_one(int value, const char* name) {
    if (value < 1)
        throw std::invalid_argument(std::string(name) + " = " + std::to_string(value) +
                                    ": must be >= 1");
}

void require_positive(double value, const char* name) {
    if (!(value > 0) || std::isinf(value))
        throw std::invalid_argument(std::string(name) + " = " + std::to_string(value) +
                                    ": must be positive and finite");
}

void require_divides(int part, const char* part_name, int whole, const char* whole_name) {
    if (whole % part != 0)
        throw std::invalid_argument(std::string(part_name) + " = " + std::to_string(part) +
                                    ": must divide " + whole_name + " = " + std::to_string(whole));
}

void require_model(const Transformer& model, const TrainingSpeed& speed) {
    require_at_least_one(model.layers, "layers");
    require_at_least_one(model.hidden, "hidden");
    require_at_least_one(model.batch, "batch");
    require_at_least_one(model.sequence, "sequence");
    require_at_least_one(model.stages, "stages");
    require_at_least_one(model.heads, "heads");
    require_at_least_one(model.tensor, "tensor");
    require_divides(model.heads, "heads", model.hidden, "hidden");
    require_divides(model.tensor, "tensor", model.heads, "heads");
    if (model.tensor > 1) require_positive(speed.tensor_rate, "tensor_rate");
    require_positive(model.elem_bytes, "elem_bytes");
    require_positive(speed.flops, "flops");
    if (model.stages > model.layers)
        throw std::invalid_argument("stages = " + std::to_string(model.stages) +
                                    ": use at most one per layer, " + std::to_string(model.layers));
    if (!speed.all_reduce_seconds)
        throw std::invalid_argument("all_reduce_seconds: missing; give the time of a buffer");
    if (model.stages > 1 && !speed.peer_to_peer_seconds)
        throw std::invalid_argument(
            "peer_to_peer_seconds: missing; stages exchange messages, give their time");
}

/// An operator, as one device runs it.
struct Operator {
    int stage;
    double weights, forward_flop;
    bool adds_up = false;  ///< true: its devices add up their results
};

std::vector<Operator> operators_of(const Transformer& model) {
    const double h = model.hidden, batch = model.batch, sequence = model.sequence;
    const double tokens = batch * sequence, scores = 4 * batch * sequence * sequence * h;
    const double t = model.tensor;
    std::vector<Operator> all;
    for (std::int64_t layer = 0; layer < model.layers; ++layer) {
        const auto stage = static_cast<int>(layer * model.stages / model.layers);
        all.push_back({stage, 4 * h * h / t, (2 * (4 * h * h) * tokens + scores) / t, true});
        for (const bool second : {false, true})
            all.push_back({stage, h * h / t, 2 * h * h * tokens / t, second});
    }
    return all;
}

class Iteration {
  public:
    Iteration(const Transformer& model, const TrainingSpeed& speed)
        : model_(model), speed_(speed), network_(model.stages) {}

    /// Adds a computation after the one before it; returns its index.
    std::size_t compute(const Operator& one, double flop) {
        if (!tasks_.empty() && one.stage != stage_)
            add({network_, speed_.peer_to_peer_seconds(activations()), last(), 0});
        stage_ = one.stage;
        return add({one.stage, flop / speed_.flops + adding_up(one), last(), 0});
    }
    void all_reduce(const Operator& one, std::size_t after) {
        add({network_, speed_.all_reduce_seconds(one.weights * model_.elem_bytes), {after}, 1});
    }
    std::vector<Task> tasks() { return std::move(tasks_); }

  private:
    double activations() const {
        return 1.0 * model_.batch * model_.sequence * model_.hidden * model_.elem_bytes;
    }
    double adding_up(const Operator& one) const {
        if (model_.tensor == 1 || !one.adds_up) return 0;
        return 2.0 * (model_.tensor - 1) / model_.tensor * activations() / speed_.tensor_rate;
    }
    std::vector<std::size_t> last() const {
        if (tasks_.empty()) return {};
        return {tasks_.size() - 1};
    }
    std::size_t add(Task task) {
        tasks_.push_back(std::move(task));
        return tasks_.size() - 1;
    }

    const Transformer& model_;
    const TrainingSpeed& speed_;
    int network_;
    int stage_ = 0;
    std::vector<Task> tasks_;
};

}  // namespace

std::vector<Task> transformer_tasks(const Transformer& model, const TrainingSpeed& speed) {
    require_model(model, speed);
    const auto operators = operators_of(model);
    Iteration iteration(model, speed);
    for (const auto& one : operators) iteration.compute(one, one.forward_flop);
    std::vector<std::size_t> backward(operators.size());
    for (std::size_t k = operators.size(); k-- > 0;)
        backward[k] = iteration.compute(operators[k], 2 * operators[k].forward_flop);
    for (std::size_t k = operators.size(); k-- > 0;)
        iteration.all_reduce(operators[k], backward[model.overlap ? k : 0]);
    return iteration.tasks();
}

double training_throughput(const Transformer& model, int gpus, double makespan) {
    require_at_least_one(gpus, "gpus");
    require_positive(makespan, "makespan");
    return 1.0 * model.batch * gpus / makespan;
}

}  // namespace lightsweep::kernels
