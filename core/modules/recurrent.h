// SPDX-License-Identifier: GPL-3.0-or-later
// A recurrent network unrolled through time: layers of cells (recurrent_cells.h), whose weights are the same at every
// step. The input is a sequence, with its steps stacked vertically. The output is the top layer's h at the last step.
// All states start at 0, as in PyTorch.
//
// The sites of step t are in block t: those of recurrent_cells.h for the top layer, and "hidden_1", "hidden_2", … for
// the layers below it. The gradient at "activation_output" is the total derivative with respect to the h of that step.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/modules/recurrent_cells.h"

namespace stepzero {

/// Plans of a layer's parameters. Each consists of one part, or of several whose rows are stacked.
struct RecurrentLayer {
    std::vector<ParameterPlan> input_weight, hidden_weight;   ///< W_ih [parts × width, in], W_hh [parts × width, width]
    std::vector<ParameterPlan> input_bias, hidden_bias;   ///< vectors

    /// Returns all parameters in PyTorch's order.
    std::vector<const std::vector<ParameterPlan>*> groups() const
    {
        return {&input_weight, &hidden_weight, &input_bias, &hidden_bias};
    }
};

struct RecurrentSpec {
    Cell cell = Cell::lstm;
    int steps = 50, width = 256, input_width = 64;
    bool first_step_only = false;   ///< true: the input has one step and is 0 afterwards
    Activation activation {"tanh", {}};
    std::vector<RecurrentLayer> layers;   ///< from the input to the output

    int parts() const { return int(cell_info(cell).parts.size()); }
    int steps_of_input() const { return first_step_only ? 1 : steps; }
};

/// The weights that a layer computes with.
struct RecurrentWeights {
    ScaledMatrix input, hidden;
    Eigen::VectorXf input_bias, hidden_bias;
};
/// Returns the weights of a layer and reports them to `recorder` when it is not null. Throws Stopped.
RecurrentWeights drawn(
    const RecurrentLayer& layer, const ParameterSource& parameters, Recorder* recorder, const Context& context);

class Recurrent : public Module {
public:
    explicit Recurrent(RecurrentSpec spec) : spec_(std::move(spec)) { }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    /// A step of one layer, with the inputs that the gradients of its weights need.
    struct Step {
        std::unique_ptr<CellStep> cell;
        Signal x, h;   ///< inputs of the step
    };

    CellState through(std::size_t layer, int step, Signal x, const CellState& before, Pass& pass);
    void give_gradients(const RecurrentLayer& layer, const CellGradient& back, const Step& step, Pass& pass) const;
    std::string site_of(std::size_t layer) const;

    RecurrentSpec spec_;
    std::vector<RecurrentWeights> weights_;   // one per layer, for the current pass
    std::vector<std::vector<Step>> steps_;   // [step][layer]
};

}   // namespace stepzero
