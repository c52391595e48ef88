// SPDX-License-Identifier: GPL-3.0-or-later
// Trains a network, step by step, in float32. The same experiment gives the same bits, on any number of threads.
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

/// What one step did to one parameter: root mean squares over its entries.
struct ParameterMove {
    float gradient = 0;   ///< of the loss, with respect to W
    float weight = 0;   ///< of multiplier·W, before the step
    float update = 0;   ///< of the change of multiplier·W
    std::optional<MatrixMove> matrix {};   ///< of one that was watched
};

struct TrainingStep {
    double loss = 0;   ///< before the step, of its batch
    std::optional<double> right {};   ///< share of samples whose class was right; none where numbers are asked for
    double rate = 0;
    std::vector<ParameterMove> moves {};   ///< one a parameter
};

/// What stands behind a network that has no head: the mean over positions, then W x + b. "lecun": σ = 1/√features;
/// "zeros"; "scheme": as the network's own weights are drawn. Biases begin at 0.
struct ReadoutInfo {
    std::string name;   ///< in files
    Text label;   ///< for people
};
const std::vector<ReadoutInfo>& readouts();

/// Of step 1, 2, …: it rises in proportion over the warm-up.
double learning_rate(const Training& train, int step);

class GradientSink;   // core/modules/gradients.h

class Trainer {
public:
    /// Precondition: the experiment passed validate() and is to be trained, and the plan is its, or that of `scaled`,
    /// where it is another size's. Throws BadInput, Stopped.
    Trainer(const Experiment& experiment, NetworkPlan plan, NoiseCache& cache, const Context& context, int replica = 0,
        const ScaledNetwork* scaled = nullptr);
    ~Trainer();

    const NetworkPlan& plan() const { return plan_; }
    const TaskData& task() const { return task_; }
    /// Of the plan in the order of use, or their adapters', then the readout's.
    const TrainedParameters& parameters() const { return *parameters_; }
    int steps_done() const { return done_; }
    /// Whether signal or loss is no longer finite: no step is made any more.
    bool diverged() const { return diverged_; }

    /// The loss over all samples, forward only; tells the recorder. Not finite where the network has diverged. Throws
    /// Stopped.
    double loss(Recorder& recorder, const Context& context) const;
    /// The batch of the next step, forward and back, then the step; told in numbers of matrices where there is a watch.
    /// Throws Stopped.
    TrainingStep step(const Context& context, MatrixWatch* watch = nullptr);

    // Of networks without a softmax of their own (NetworkKind::has_tokens), over all samples:

    /// What leaves network and readout, [outputs, samples], of other values of what is trained. Not finite where the
    /// signal is lost. Throws Stopped.
    Eigen::MatrixXd outputs(const TrainedParameters& at, const Context& context) const;
    /// The gradient of ⟨g, outputs⟩ with respect to what is trained, as it is, one an entry of the list; g is
    /// [outputs, samples]. Throws Stopped.
    std::vector<WeightMatrix> pull_back(const Eigen::MatrixXd& g, const Context& context) const;

private:
    class Gradients;
    struct Result {
        double loss = 0;
        std::optional<double> right;
        bool finite = true;
    };
    /// What is told of the outputs.
    using Judge = std::function<LossValue(const Signal& outputs, const PassContext& context)>;
    Judge loss_of_task(const TaskData& data) const;
    Result pass(const TaskData& data, const TrainedParameters& at, const Judge& judge, Recorder& recorder,
        GradientSink* gradients, const Context& context) const;
    TaskData batch_of_step(const Context& context);
    Experiment experiment_;
    NetworkPlan plan_;
    int replica_;
    TaskData task_;
    std::optional<ParameterPlan> readout_weight_, readout_bias_;
    std::unique_ptr<TrainedParameters> parameters_;
    std::unique_ptr<Optimizer> optimizer_;
    std::vector<std::uint32_t> order_;   // of the samples in this epoch
    int epoch_ = -1;
    int done_ = 0;
    bool diverged_ = false;
};

}   // namespace stepzero
