// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/words/registry.h"
#include "core/kinds/kinds.h"
#include "core/math/random/stream.h"
#include "core/modules/linear.h"
#include "core/modules/module.h"
#include "core/modules/pooling.h"
#include "core/network/init/parameter_use.h"
#include "core/train/loss.h"

namespace stepzero {

namespace {

/// Forwards all calls, and keeps the cross-entropy and accuracy that a network with its own softmax reports.
class LossRecorder : public Recorder {
public:
    explicit LossRecorder(Recorder& to) : to_(to) { }

    void value(const Site& site, const Signal& signal, const Context& context) override
    {
        to_.value(site, signal, context);
    }
    bool wants_signals() const override { return to_.wants_signals(); }
    bool wants_counts() const override { return to_.wants_counts(); }
    void lost(const NotFinite& where) override { to_.lost(where); }
    void number(const Site& site, Quantity what, double number) override
    {
        if (what == Quantity::cross_entropy)
            loss = number;
        if (what == Quantity::accuracy)
            accuracy = number;
        to_.number(site, what, number);
    }

    std::optional<double> loss, accuracy;

private:
    Recorder& to_;
};

/// The initial parameters of the network, and a sampled readout.
class FirstParameters : public ParameterSource {
public:
    FirstParameters(const NetworkPlan& plan, std::uint64_t seed, int replica, NoiseCache& cache)
        : network_(plan, seed, replica, cache), drawn_(seed, replica, cache)
    {
    }

    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override
    {
        return of(plan).matrix(plan, context);
    }
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override
    {
        return of(plan).vector(plan, context);
    }

private:
    const ParameterSource& of(const ParameterPlan& plan) const
    {
        return use_of(plan) == ParameterUse::readout ? static_cast<const ParameterSource&>(drawn_) : network_;
    }

    NetworkParameters network_;
    DrawnParameters drawn_;
};

/// Returns the RMS of entry(0) … entry(n − 1) in float64. Eigen does not vectorize a sum of converted numbers.
template <class Entry>
double rms(Eigen::Index n, const Entry& entry)
{
    constexpr Eigen::Index lanes = 32;
    double sums[lanes] = {};
    const auto add = [&](Eigen::Index lane, double x) { sums[lane] += x * x; };
    Eigen::Index i = 0;
    for (; i + lanes <= n; i += lanes)
        for (Eigen::Index lane = 0; lane < lanes; ++lane)
            add(lane, double(entry(i + lane)));
    for (Eigen::Index lane = 0; i < n; ++i, ++lane)
        add(lane, double(entry(i)));
    return n == 0 ? 0 : std::sqrt(std::accumulate(std::begin(sums), std::end(sums), 0.0) / double(n));
}

double rms(const WeightMatrix& m)
{
    return rms(m.size(), [numbers = m.data()](Eigen::Index i) { return numbers[i]; });
}

ParameterPlan readout_plan(const Network& network, const std::string& word, Role role, int outputs, int features)
{
    constexpr std::uint32_t behind_all = (1U << 28) - 1;
    ParameterPlan plan {.name = role == Role::weight ? "readout.weight" : "readout.bias",
        .role = "readout",
        .shape = {outputs, features},
        .kind = role,
        .stream = behind_all};
    if (const ReadoutInfo* readout = find_member(readouts(), word))
        plan.initializer = role == Role::weight ? readout->weight(network) : readout->bias;
    plan.initializer = completed(plan.initializer);
    evaluate(plan, law_variables_of(network));
    return plan;
}

int features_out(const NetworkPlan& plan) { return plan.blocks.back().features_out; }

}   // namespace

const std::vector<ReadoutInfo>& readouts()
{
    static const std::vector<ReadoutInfo> all {{"lecun", tr("σ = 1/√width"),
                                                   [](const Network&) {
                                                       return Initializer {"lecun_normal", {}};
                                                   }},
        {"zeros", tr("zeros"),
            [](const Network&) {
                return Initializer {"zeros", {}};
            }},
        {"scheme", tr("same as the network"), [](const Network& network) { return network.weight; }},
        {"prior", tr("σ = 0.01, probabilities of 0.01"),
            [](const Network&) {
                return Initializer {"normal", {{"mean", 0.0}, {"std", 0.01}}};
            },
            {"constant", {{"value", -std::log((1 - readout_prior) / readout_prior)}}}}};
    return all;
}

double learning_rate(const Training& train, int step)
{
    return train.learning_rate * (train.warmup > 0 ? std::min(1.0, double(step) / train.warmup) : 1);
}

/// Sums the gradients that a pass reports, in plain units.
class Trainer::Gradients : public GradientSink {
public:
    Gradients(const TrainedParameters& parameters, double factor)
        : sums_(parameters.list().size()), parameters_(parameters), factor_(factor)
    {
    }

    /// Returns one gradient per entry of the list; zeros for parameters that took no part.
    std::vector<WeightMatrix> taken()
    {
        for (std::size_t i = 0; i < sums_.size(); ++i)
            if (const WeightMatrix& weights = parameters_.weights(i); sums_[i].size() == 0)
                sums_[i] = WeightMatrix::Zero(weights.rows(), weights.cols());
        return std::move(sums_);
    }

    void add(const ParameterPlan& plan, WeightMatrix numbers, std::int64_t exponent, const Context& context) override
    {
        const auto take = [this](std::size_t i, WeightMatrix gradient) {
            if (sums_[i].size() == 0)
                sums_[i] = std::move(gradient);
            else
                sums_[i] += gradient;
        };
        parameters_.pass_gradient(plan, std::move(numbers), factor_ * power_of_two(exponent), context, take);
    }

private:
    std::vector<WeightMatrix> sums_;
    const TrainedParameters& parameters_;
    double factor_;
};

Trainer::Trainer(const Experiment& experiment, NetworkPlan plan, NoiseCache& cache, const Context& context, int replica,
    const ScaledNetwork* scaled)
    : experiment_(experiment), plan_(std::move(plan)), replica_(replica)
{
    if (scaled)
        experiment_.network = scaled->network;
    const Training& train = *experiment_.train;
    const TaskInfo& task = *find_task(train.task.name);
    task_
        = task.make({experiment_, completed(task.parameters, train.task.parameters), plan_.outputs, replica}, context);
    const OptimizerInfo& optimizer = *find_optimizer(train.optimizer.name);

    std::vector<TrainedParameter> list;
    std::vector<double> initial;
    if (scaled) {
        list = scaled->parameters;
        initial = scaled->initial;
    } else {
        for (const ParameterPlan* parameter : plan_.parameters())
            list.push_back({*parameter});
        initial.assign(list.size(), 1);
    }
    if (!plan_.outputs) {
        const int features = features_out(plan_);
        readout_weight_ = readout_plan(experiment_.network, train.readout, Role::weight, task_.outputs, features);
        readout_bias_ = readout_plan(experiment_.network, train.readout, Role::bias, task_.outputs, features);
        TrainedParameter weight {*readout_weight_};
        double first_size = 1;
        if (scaled) {
            const GrowthRule& readout = scaled->readout;
            const double wider = double(features) / scaled->base_features;
            const auto factor = [&](const Powers& powers) { return std::pow(wider, powers.width); };
            // LeCun's rule already scales σ as 1/√width.
            if (readout.initial)
                first_size = factor(*readout.initial) * std::sqrt(wider);
            weight.multiplier = factor(readout.multiplier);
            weight.rate = factor(optimizer.adaptive ? readout.adam_rate : readout.sgd_rate);
        }
        list.push_back(std::move(weight));
        initial.push_back(first_size);
        list.push_back({*readout_bias_});
        initial.push_back(1);
    }
    const FirstParameters first(plan_, experiment_.seed, replica, cache);
    parameters_ = std::make_unique<TrainedParameters>(std::move(list), initial, first, context);
    if (has_adapters(train))
        parameters_->adapt(train, experiment_.seed, replica, context);
    optimizer_
        = optimizer.make(completed(optimizer.parameters, train.optimizer.parameters), parameters_->list().size());
}

Trainer::~Trainer() = default;

Trainer::Judge Trainer::loss_of_task(const TaskData& data) const
{
    return [&loss = loss_named(experiment_.train->loss, data.classes), &data](const Signal& outputs,
               const PassContext& context) { return loss_of(loss, outputs, data.values, context); };
}

Trainer::Result Trainer::pass(const TaskData& data, const TrainedParameters& at, const Judge& judge, Recorder& recorder,
    GradientSink* gradients, const Context& context) const
{
    LossRecorder seen(recorder);
    Pass pass {.context = context,
        .parameters = at,
        .recorder = seen,
        .backward = gradients != nullptr,
        .to_input = false,
        .gradients = gradients};
    Result result;
    plan_.kind->pass_batch(
        plan_, data.batch,
        [&](Signal output, Pass& p) {
            Sequence readout;
            if (readout_weight_) {
                const int side = output.positions;
                if (side > 1)
                    readout.emplace<MeanPool>(
                        Site {0, "pooled"}, Window {.dimensions = 1, .side = side, .kernel = side, .stride = side});
                readout.emplace<Linear>(LinearSpec {{0, "readout"}, *readout_weight_, readout_bias_});
            }
            output = readout.forward(std::move(output), p);
            LossValue value = judge(output, p.context);
            result.loss = value.loss;
            if (data.classes)
                result.right = value.right;
            return p.backward ? readout.backward(std::move(value.gradient), p) : Signal {};
        },
        pass);
    if (plan_.kind->has_tokens()) {
        result.loss = seen.loss.value_or(std::numeric_limits<double>::quiet_NaN());
        result.right = seen.accuracy;
    }
    result.finite = !pass.lost && std::isfinite(result.loss);
    if (!result.finite)
        result.loss = std::numeric_limits<double>::quiet_NaN();
    return result;
}

double Trainer::loss(Recorder& recorder, const Context& context) const
{
    return pass(task_, *parameters_, loss_of_task(task_), recorder, nullptr, context).loss;
}

Eigen::MatrixXd Trainer::outputs(const TrainedParameters& at, const Context& context) const
{
    Eigen::MatrixXd all;
    const Judge take = [&](const Signal& outputs, const PassContext&) {
        all = outputs.numbers.cast<double>() * power_of_two(outputs.exponent);
        return LossValue {};
    };
    Recorder nobody;
    const Result result = pass(task_, at, take, nobody, nullptr, context);
    if (!result.finite || all.size() == 0)
        all = Eigen::MatrixXd::Constant(task_.outputs, task_.samples(), std::numeric_limits<double>::quiet_NaN());
    return all;
}

std::vector<WeightMatrix> Trainer::pull_back(const Eigen::MatrixXd& g, const Context& context) const
{
    const Judge give = [&](const Signal&, const PassContext& own) {
        LossValue value;
        value.gradient = make_signal(g.cast<float>(), 0, 1, own);
        return value;
    };
    Gradients gradients(*parameters_, 1);
    Recorder nobody;
    pass(task_, *parameters_, give, nobody, &gradients, context);
    return gradients.taken();
}

TaskData Trainer::batch_of_step(const Context& context)
{
    context.check();
    const int samples = task_.samples(), batch = experiment_.train->batch;
    if (batch <= 0 || batch >= samples)
        return task_;
    const int length = task_.batch.length;
    TaskData part {.outputs = task_.outputs, .classes = task_.classes};
    part.batch.length = length;
    const bool words = !task_.batch.tokens.empty();
    if (!words)
        part.batch.numbers.resize(task_.batch.numbers.rows(), batch);
    if (task_.values.size() > 0)
        part.values.resize(task_.values.rows(), batch);
    for (int i = 0; i < batch; ++i) {
        const std::int64_t place = std::int64_t(done_) * batch + i;
        if (const int epoch = int(place / samples); epoch != epoch_) {
            epoch_ = epoch;
            order_.resize(std::size_t(samples));
            fill_permutation({experiment_.seed, std::uint32_t(replica_), TensorRole::task, 1U << 20},
                std::uint32_t(epoch), order_.data(), order_.size());
        }
        const auto from = Eigen::Index(order_[std::size_t(place % samples)]);
        const auto take = [&](const std::vector<int>& all, std::vector<int>& to) {
            const std::ptrdiff_t each = words ? length : 1;
            if (!all.empty())
                to.insert(to.end(), all.begin() + from * each, all.begin() + (from + 1) * each);
        };
        take(task_.batch.tokens, part.batch.tokens);
        take(task_.batch.targets, part.batch.targets);
        if (!words)
            part.batch.numbers.col(i) = task_.batch.numbers.col(from);
        if (part.values.size() > 0)
            part.values.col(i) = task_.values.col(from);
    }
    return part;
}

TrainingStep Trainer::step(const Context& context, MatrixWatch* watch)
{
    const TaskData part = batch_of_step(context);
    // A network with its own softmax reports the sum over tokens or images.
    const double factor = plan_.kind->has_tokens() ? 1.0 / double(part.batch.targets.size()) : 1;
    Gradients gradients(*parameters_, factor);
    Recorder nobody;
    const Result result = pass(part, *parameters_, loss_of_task(part), nobody, &gradients, context);
    TrainingStep numbers {
        .loss = result.loss, .right = result.right, .rate = learning_rate(*experiment_.train, done_ + 1)};
    diverged_ = diverged_ || !result.finite;
    if (diverged_)
        return numbers;
    ++done_;
    update(gradients.taken(), numbers, watch, context);
    parameters_->settle(context);
    return numbers;
}

/// Updates small parameters side by side, and large ones one after another, each on all threads.
void Trainer::update(
    std::vector<WeightMatrix> gradients, TrainingStep& numbers, MatrixWatch* watch, const Context& context)
{
    constexpr Eigen::Index small = 1 << 20;
    numbers.moves.resize(gradients.size());
    std::vector<std::size_t> side_by_side;
    const auto update
        = [&](std::size_t i) { numbers.moves[i] = update_one(i, numbers.rate, gradients[i], watch, context); };
    for (std::size_t i = 0; i < gradients.size(); ++i)
        if (gradients[i].size() <= small)
            side_by_side.push_back(i);
        else
            update(i);
    context.parallel(int(side_by_side.size()), [&](int i) { update(side_by_side[std::size_t(i)]); });
}

ParameterMove Trainer::update_one(
    std::size_t i, double rate, WeightMatrix& gradient, MatrixWatch* watch, const Context& context)
{
    const TrainedParameter& parameter = parameters_->list()[i];
    const std::shared_ptr<const BaseNoise> old = parameters_->renew(i);
    const WeightMatrix& before = old->entries;
    WeightMatrix& weights = parameters_->weights(i);
    ParameterMove move {
        .gradient = float(rms(gradient)), .weight = float(rms(before) * parameter.multiplier), .update = 0};
    const bool watched = watch && watch->sees(i);
    if (watched)
        watch->look_at_units(before, gradient, move.matrix.emplace());
    optimizer_->update({parameter.plan, i, done_, rate * parameter.rate}, weights, gradient, context);
    if (watched)
        watch->look_at_change(i, before, weights, *move.matrix, context);
    const auto change
        = [was = before.data(), is = std::as_const(weights).data()](Eigen::Index k) { return is[k] - was[k]; };
    move.update = float(rms(weights.size(), change) * parameter.multiplier);
    return move;
}

}   // namespace stepzero
