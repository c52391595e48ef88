// SPDX-License-Identifier: GPL-3.0-or-later
// Trains a network step by step in float32. The same experiment gives the same bits on any number of threads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/modules/recorder.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/noise_cache.h"
#include "core/network/plan.h"
#include "core/train/loss.h"
#include "core/train/matrix_watch.h"
#include "core/train/optimizer.h"
#include "core/train/parametrization.h"
#include "core/train/task.h"
#include "core/train/trained_parameters.h"

namespace stepzero {

/// The effect of one step on one parameter: root mean squares over its entries.
struct ParameterMove {
    float gradient = 0;   ///< gradient of the loss with respect to W
    float weight = 0;   ///< multiplier·W before the step
    float update = 0;   ///< change of multiplier·W
    std::optional<MatrixMove> matrix {};   ///< present for watched matrices
};

struct TrainingStep {
    double loss = 0;   ///< loss of the batch before the step
    std::optional<double> right {};   ///< fraction of correctly classified samples; absent for regression
    double rate = 0;
    std::vector<ParameterMove> moves {};   ///< one per parameter
};

/// The readout that training adds to a network without a head: the mean over positions, then W x + b. "lecun": σ =
/// 1/√features; "zeros"; "scheme": initialized like the network's weights. Biases start at 0, except for "prior", as in
/// RetinaNet (Lin et al. 2017): σ = 0.01 and biases −ln((1 − π)/π), so that each output's sigmoid starts near π.
struct ReadoutInfo {
    std::string name;   ///< as in files
    Text label;   ///< display name
    Initializer (*weight)(const Network&);   ///< returns the initializer of W
    Initializer bias {"zeros", {}};   ///< initializer of b
};
const std::vector<ReadoutInfo>& readouts();
inline constexpr double readout_prior = 0.01;   ///< π

/// Returns the learning rate of step 1, 2, …; it rises linearly during warm-up.
double learning_rate(const Training& train, int step);

class GradientSink;   // core/modules/gradients.h

class Trainer {
public:
    /// Precondition: the experiment passed validate() and has training. The plan was made from its network, or from
    /// that of `scaled` for another size. Throws BadInput, Stopped.
    Trainer(const Experiment& experiment, NetworkPlan plan, NoiseCache& cache, const Context& context, int replica = 0,
        const ScaledNetwork* scaled = nullptr);
    ~Trainer();

    const NetworkPlan& plan() const { return plan_; }
    const TaskData& task() const { return task_; }
    /// Parameters in the order of use, or their adapters', followed by the readout's.
    const TrainedParameters& parameters() const { return *parameters_; }
    int steps_done() const { return done_; }
    /// Returns whether signal or loss is no longer finite. Then step() does not change the parameters any more.
    bool diverged() const { return diverged_; }

    /// Returns the loss over all samples, by a forward pass that reports to the recorder. Not finite when the network
    /// has diverged. Throws Stopped.
    double loss(Recorder& recorder, const Context& context) const;
    /// Runs the next batch forward and backward, and updates the parameters. With a watch, it also measures the
    /// matrices. Throws Stopped.
    TrainingStep step(const Context& context, MatrixWatch* watch = nullptr);

    // For networks without their own softmax (NetworkKind::has_tokens), over all samples:

    /// Returns the outputs of network and readout, [outputs, samples], for other values of the trained parameters. Not
    /// finite when the signal is lost. Throws Stopped.
    Eigen::MatrixXd outputs(const TrainedParameters& at, const Context& context) const;
    /// Returns the gradient of ⟨g, outputs⟩ with respect to the present trained parameters, one per entry of the list;
    /// g is [outputs, samples]. Throws Stopped.
    std::vector<WeightMatrix> pull_back(const Eigen::MatrixXd& g, const Context& context) const;

private:
    class Gradients;
    struct Result {
        double loss = 0;
        std::optional<double> right;
        bool finite = true;
    };
    /// Computes the loss and its gradient from the outputs.
    using Judge = std::function<LossValue(const Signal& outputs, const PassContext& context)>;
    Judge loss_of_task(const TaskData& data) const;
    Result pass(const TaskData& data, const TrainedParameters& at, const Judge& judge, Recorder& recorder,
        GradientSink* gradients, const Context& context) const;
    TaskData batch_of_step(const Context& context);
    void update(std::vector<WeightMatrix> gradients, TrainingStep& numbers, MatrixWatch* watch, const Context& context);
    ParameterMove update_one(
        std::size_t i, double rate, WeightMatrix& gradient, MatrixWatch* watch, const Context& context);

    Experiment experiment_;
    NetworkPlan plan_;
    int replica_;
    TaskData task_;
    std::optional<ParameterPlan> readout_weight_, readout_bias_;
    std::unique_ptr<TrainedParameters> parameters_;
    std::unique_ptr<Optimizer> optimizer_;
    std::vector<std::uint32_t> order_;   // order of the samples in this epoch
    int epoch_ = -1;
    int done_ = 0;
    bool diverged_ = false;
};

}   // namespace stepzero
