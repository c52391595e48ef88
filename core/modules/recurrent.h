// SPDX-License-Identifier: GPL-3.0-or-later
// A recurrent network through time: layers of cells (recurrent_cells.h), each with weights that are the same at every
// step. The signal that enters is a sequence, step below step; what leaves is the top layer's h at the last step. All
// states are 0 before the first step, as in PyTorch.
//
// Sites of step t are those of recurrent_cells.h of the top layer, in block t, and "hidden_1", "hidden_2", … of the
// layers below it. The gradient at "activation_output" is the whole derivative with respect to the h of that step.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/modules/recurrent_cells.h"

namespace stepzero {

/// Plans of a layer's parameters, each in one part or in several whose rows lie below each other.
struct RecurrentLayer {
    std::vector<ParameterPlan> input_weight, hidden_weight;   ///< W_ih [parts × width, in], W_hh [parts × width, width]
    std::vector<ParameterPlan> input_bias, hidden_bias;   ///< vectors

    /// All, in PyTorch's order.
    std::vector<const std::vector<ParameterPlan>*> groups() const
    {
        return {&input_weight, &hidden_weight, &input_bias, &hidden_bias};
    }
};

struct RecurrentSpec {
    Cell cell = Cell::lstm;
    int steps = 50, width = 256, input_width = 64;
    bool first_step_only = false;   ///< the input is one step long, and 0 afterwards
    Activation activation {"tanh", {}};
    std::vector<RecurrentLayer> layers;   ///< from the input's side

    int parts() const { return int(cell_info(cell).parts.size()); }
    int steps_of_input() const { return first_step_only ? 1 : steps; }
};

/// What a layer computes with.
struct RecurrentWeights {
    ScaledMatrix input, hidden;
    Eigen::VectorXf input_bias, hidden_bias;
};
/// Tells `recorder` of them if it is given. Throws Stopped.
RecurrentWeights drawn(
    const RecurrentLayer& layer, const ParameterSource& parameters, Recorder* recorder, const Context& context);

class Recurrent : public Module {
public:
    explicit Recurrent(RecurrentSpec spec) : spec_(std::move(spec)) { }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    /// A step of one layer, with what the gradients of its weights are made of.
    struct Step {
        std::unique_ptr<CellStep> cell;
        Signal x, h;   ///< that entered
    };

    CellState through(std::size_t layer, int step, Signal x, const CellState& before, Pass& pass);
    void give_gradients(const RecurrentLayer& layer, const CellGradient& back, const Step& step, Pass& pass) const;
    std::string site_of(std::size_t layer) const;

    RecurrentSpec spec_;
    std::vector<RecurrentWeights> weights_;   // one a layer, of the pass
    std::vector<std::vector<Step>> steps_;   // [step][layer]
};

}   // namespace stepzero
