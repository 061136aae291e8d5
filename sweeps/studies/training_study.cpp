// The study "training": time of a training iteration, with the communication times of a scheduler
// (PCCL, section 6; kernels/training/transformer_tasks.hpp is the model).

#include <algorithm>
#include <cmath>
#include <map>

#include "kernels/training/transformer_tasks.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Transformer;
using solvers::Status;

Transformer model_at(const Point& point) {
    const auto whole = [&](const char* key) { return static_cast<int>(point.number(key, 1)); };
    Transformer model;
    model.layers = whole("layers");
    model.heads = whole("heads");
    model.hidden = whole("hidden");
    model.batch = whole("batch");
    model.sequence = whole("sequence");
    model.elem_bytes = point.number("element_bytes", 0);
    model.stages = whole("pipeline_stages");
    model.tensor = whole("tensor_degree");
    model.overlap = point.number("overlap", 0) != 0;
    return model;
}

/// All-reduces of the model's buffers by the scheduler, one result per buffer size.
class AllReduces {
  public:
    /// A reduce-scatter counts twice: the all-gather is its mirror image.
    explicit AllReduces(const PlannedCollective& planned)
        : planned_(planned), times_(is_all_reduce(planned.structure().collective) ? 1 : 2) {}

    /// Also of one in groups.
    static bool is_all_reduce(const kernels::Collective& collective) {
        return collective.parts.empty() && collective.name().starts_with("allreduce/");
    }

    double seconds(double bytes) {
        const auto& row = plan(bytes);
        status_ = std::max(status_, row.status[0]);
        if (row.reason[0] != solvers::Reason::none) reason_ = row.reason[0];
        if (row.n_reconfigurations[0] < 0) return 0;
        n_reconfigurations_ += times_ * row.n_reconfigurations[0];
        return times_ * row.completion[0];
    }
    /// The least certain status of the results so far.
    Status status() const { return status_; }
    solvers::Reason reason() const { return reason_; }
    bool have_plans() const { return status_ < Status::infeasible; }
    /// Reconfigurations of all buffers so far.
    double n_reconfigurations() const { return n_reconfigurations_; }

  private:
    const solvers::ResultRow& plan(double bytes) {
        const auto known = plans_.find(bytes);
        if (known != plans_.end()) return known->second;
        return plans_.emplace(bytes, planned_.plan(bytes)).first->second;
    }

    const PlannedCollective& planned_;
    int times_;
    std::map<double, solvers::ResultRow> plans_;
    double n_reconfigurations_ = 0;
    Status status_ = Status::optimal;
    solvers::Reason reason_ = solvers::Reason::none;
};

/// Busy seconds of the resources: the busiest stage, and the network by purpose.
struct Busy {
    double computation = 0, all_reduce = 0, peer_to_peer = 0;
};

Busy busy(const std::vector<kernels::Task>& tasks, int stages) {
    std::vector<double> stage(static_cast<std::size_t>(stages), 0.0);
    Busy result;
    for (const auto& task : tasks) {
        if (task.resource < stages)
            stage[static_cast<std::size_t>(task.resource)] += task.seconds;
        else
            (task.priority == 0 ? result.peer_to_peer : result.all_reduce) += task.seconds;
    }
    result.computation = *std::ranges::max_element(stage);
    return result;
}

StudyRow row(const Point& point, const PlannedCollective* planned) {
    const Transformer model = model_at(point);
    const auto& p = planned->parameters();
    AllReduces all_reduces(*planned);
    // A neighbouring stage is one circuit away.
    const auto peer_to_peer = [&](double bytes) {
        return p.per_step_latency + p.per_hop_latency + bytes / p.bandwidth;
    };
    const auto tasks =
        kernels::transformer_tasks(model, {point.number("device_flops", 0),
                                           [&](double bytes) { return all_reduces.seconds(bytes); },
                                           peer_to_peer, point.number("tensor_rate", 0)});
    if (!all_reduces.have_plans()) return {{}, all_reduces.status(), all_reduces.reason()};
    const double iteration = kernels::simulate_tasks(tasks).makespan;
    if (!std::isfinite(iteration)) throw std::runtime_error("the iteration time overflows");
    const auto nodes = static_cast<int>(point.number("nodes", 1));
    const Busy times = busy(tasks, model.stages);
    return {{iteration, kernels::training_throughput(model, nodes, iteration), times.computation,
             times.all_reduce, times.peer_to_peer, iteration - times.computation,
             all_reduces.n_reconfigurations(),
             static_cast<double>(nodes) * model.stages * model.tensor},
            all_reduces.status(),
            all_reduces.reason()};
}

double seconds(const Point& point) {
    return 1e-5 + 1e-6 * point.number("layers", 12);
}

/// Checks the parallel degrees of every model against its sizes, and that the collectives make
/// gradients equal.
class TrainingCheck : public GridCheck {
  public:
    using GridCheck::GridCheck;

    void run() {
        for (const char* key : {"collective", "primitive"}) check_collectives(key);
        at_most("layers", 100'000);
        require(
            "device_flops", [](double value) { return value >= 1; },
            "is less than one operation per second", "for example 40e12");
        for (const char* key : {"heads", "hidden", "batch", "sequence", "tensor_degree"})
            at_most(key, 1'000'000'000);
        each_combination(
            {"heads", "hidden", "layers", "tensor_degree", "pipeline_stages", "tensor_rate"},
            [this](const Indices& at) { look_at(at); });
    }

  private:
    struct Value {
        const AxisValues* axis;
        std::size_t index;
        std::int64_t number() const { return static_cast<std::int64_t>(axis->numbers[index]); }
    };
    Value value(const char* key, const Indices& at) const {
        return {grid().find(key), grid().value_index(key, at)};
    }
    void refuse(const Value& value, const std::string& problem, const std::string& remedy) {
        // Faults of a model's own values are reported at the model.
        const bool own = value.axis->path.ends_with(value.axis->key);
        const std::string name = value.axis->name(value.index);
        faults().add(value.axis->place(value.index), own ? name : name + ": " + value.axis->key,
                     std::to_string(value.number()), problem, remedy);
    }
    void look_at(const Indices& at) {
        const auto heads = value("heads", at), hidden = value("hidden", at),
                   layers = value("layers", at), tensor = value("tensor_degree", at),
                   stages = value("pipeline_stages", at);
        for (const auto* one : {&heads, &hidden, &layers, &tensor, &stages})
            if (one->axis == nullptr || !(one->axis->numbers[one->index] >= 1)) return;
        if (hidden.number() % heads.number() != 0)
            refuse(heads, "does not divide hidden = " + std::to_string(hidden.number()),
                   "a divisor of it");
        if (heads.number() % tensor.number() != 0)
            refuse(tensor, "does not divide heads = " + std::to_string(heads.number()),
                   "a divisor of it");
        if (stages.number() > layers.number())
            refuse(stages, "is more than layers = " + std::to_string(layers.number()),
                   "at most one stage per layer");
        if (tensor.number() > 1 && grid().find("tensor_rate") == nullptr)
            refuse(tensor, "devices share operators, and tensor_rate is missing",
                   "for example tensor_rate = \"900GB/s\"");
    }
    void check_collectives(const char* key) {
        each(key, [&](const AxisValues& axis, std::size_t i) {
            const std::string& name = axis.labels[i];
            const bool fits = (name.starts_with("allreduce") || name.starts_with("reduce-")) &&
                              name.find('+') == std::string::npos;
            if (!fits)
                report(key, i, "does not make gradients equal",
                       "an all-reduce, or a reduce-scatter, which counts twice");
        });
    }
};

std::vector<KeyEntry> model_keys() {
    using enum Kind;
    using enum Domain;
    return {
        {"model", text, any,
         "transformer (PCCL, section 6), or a TOML file with the keys from here to "
         "tensor_degree, and device_flops and tensor_rate if it likes",
         "\"transformer\""},
        {"layers", count, natural, "each an attention and two dense operators", "12"},
        {"heads", count, natural, "of the attention; a divisor of hidden", "16"},
        {"hidden", count, natural, "width of the model", "2048"},
        {"batch", count, natural, "samples per replica and iteration", "16"},
        {"sequence", count, natural, "tokens per sample", "64"},
        {"element_bytes", bytes, positive, "of a weight, gradient or activation", "\"4B\""},
        {"pipeline_stages", count, natural, "groups of layers on different devices", "1"},
        {"tensor_degree", count, natural, "devices that share every operator; a divisor of heads",
         "1"},
        {"device_flops", count, positive, "speed of one device [FLOP/s], an assumption", "40e12"},
        {"tensor_rate", rate, positive, "between the devices that share operators", "\"900GB/s\""},
        {"overlap", flag, any, "whether all-reduces run beside the backward pass", "true"}};
}

DescribedKey described_model() {
    const Transformer model;
    constexpr double heads = 16;
    return {{"model",
             {"layers", "heads", "hidden", "batch", "sequence", "element_bytes", "pipeline_stages",
              "tensor_degree"},
             {{"transformer",
               {static_cast<double>(model.layers), heads, static_cast<double>(model.hidden),
                static_cast<double>(model.batch), static_cast<double>(model.sequence),
                model.elem_bytes, 1, 1}}}},
            {"device_flops", "tensor_rate"}};
}

}  // namespace

Study training_study() {
    Study study{{"training", "training iterations of a transformer", model_keys(), {}},
                {number_column("iteration_time", "s",
                               "from the first operator to the last "
                               "all-reduce"),
                 number_column("throughput", "1/s", "samples of all replicas"),
                 number_column("computation_time", "s", "of the busiest stage"),
                 number_column("all_reduce_time", "s", "of all gradients"),
                 number_column("peer_to_peer_time", "s", "of activations between stages"),
                 number_column("exposed_time", "s",
                               "iteration_time without the computation of the busiest stage"),
                 count_column("n_reconfigurations", "of all all-reduces of an iteration"),
                 count_column("devices", "nodes (replicas) x pipeline_stages x tensor_degree")},
                seconds,
                row,
                run_check<TrainingCheck>};
    study.entry.needs = {"layers",       "heads",         "hidden",          "batch",
                         "sequence",     "element_bytes", "pipeline_stages", "tensor_degree",
                         "device_flops", "overlap"};
    study.entry.uses_schedulers = true;
    study.entry.own_messages = true;
    study.entry.described = described_model();
    return study;
}

}  // namespace lightsweep::sweeps
