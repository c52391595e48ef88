// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a recurrent cell, behind its two linear maps, with PyTorch's equations and order of gates. Of
// a = W_ih x + b_ih and b = W_hh h + b_hh, cut into one part a gate,
//   rnn:  h' = φ(a + b)
//   gru:  r = σ(a_r + b_r), z = σ(a_z + b_z), n = φ(a_n + r∘b_n), h' = (1 − z)∘n + z∘h
//   lstm: i = σ(a_i + b_i), f = σ(a_f + b_f), g = φ(a_g + b_g), o = σ(a_o + b_o), c' = f∘c + i∘g, h' = o∘φ(c')
// (Elman 1990; Cho et al. 2014; Hochreiter, Schmidhuber 1997; Gers et al. 2000).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/modules/module.h"

namespace stepzero {

enum class Cell { rnn, gru, lstm };

struct CellInfo {
    Cell cell;
    std::string name;   ///< in files: "lstm"
    Text label;   ///< for people: "LSTM"
    std::vector<std::string> parts;   ///< of a and b, in order: sites of gates, and "candidate"
    bool has_state = false;   ///< a cell state c beside h
};
/// Every cell, in the order of the menu.
const std::vector<CellInfo>& cells();
const CellInfo& cell_info(Cell cell);

/// [width, samples] each; c is of no rows where the cell has none.
struct CellState {
    Signal h, c;
};

/// The gradient at all that a step is made of.
struct CellGradient {
    Signal a, b;   ///< [parts × width, samples]
    Signal h;   ///< what comes to h otherwise than through b; of no rows: nothing
    Signal c;   ///< of no rows where the cell has none
};

/// A step of a layer, forward once and then backward, which gives up what forward kept.
class CellStep {
public:
    virtual ~CellStep() = default;
    /// From `before` to the state after the step. Throws Stopped, NotFinite.
    virtual CellState forward(Signal a, Signal b, const CellState& before, Pass& pass) = 0;
    /// For gradients at h' and c'. Throws Stopped, NotFinite.
    virtual CellGradient backward(Signal of_h, Signal of_c, Pass& pass) = 0;
};

/// Sites, where `told`, all of block `block`: "preactivation" is what enters φ of the candidate (of rnn of the cell),
/// then the gates by their names, "cell_state", and "activation_output", which is h'. Else h' alone, at `output`.
/// Throws std::invalid_argument on an unknown activation.
std::unique_ptr<CellStep> make_cell_step(
    Cell cell, const Activation& activation, int width, int block, bool told, const std::string& output);

}   // namespace stepzero
