// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a recurrent cell after its two linear maps, with PyTorch's equations and order of gates. a = W_ih x +
// b_ih and b = W_hh h + b_hh are split into one part per gate:
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
    std::string name;   ///< as in files: "lstm"
    Text label;   ///< display name: "LSTM"
    std::vector<std::string> parts;   ///< parts of a and b in order: names of the gates' sites, and "candidate"
    bool has_state = false;   ///< has a cell state c in addition to h
};
/// Returns all cells in the order of the menu.
const std::vector<CellInfo>& cells();
const CellInfo& cell_info(Cell cell);

/// The state of a cell, [width, samples] each; c has no rows when the cell has no cell state.
struct CellState {
    Signal h, c;
};

/// The gradients at all inputs of a step.
struct CellGradient {
    Signal a, b;   ///< [parts × width, samples]
    Signal h;   ///< the part that does not come through b; no rows: zero
    Signal c;   ///< no rows when the cell has no cell state
};

/// One step of a layer. Call forward() once and then backward(), which releases what forward() kept.
class CellStep {
public:
    virtual ~CellStep() = default;
    /// Computes the state after the step from `before`. Throws Stopped, NotFinite.
    virtual CellState forward(Signal a, Signal b, const CellState& before, Pass& pass) = 0;
    /// Returns the gradients for those at h' and c'. Throws Stopped, NotFinite.
    virtual CellGradient backward(Signal of_h, Signal of_c, Pass& pass) = 0;
};

/// Makes a step. With `told`, it reports all sites of block `block`: "preactivation", the input of the candidate's φ
/// (of the cell's φ for rnn); the gates by their names; "cell_state"; and "activation_output", which is h'. Otherwise
/// it reports only h', at `output`. Throws std::invalid_argument for an unknown activation.
std::unique_ptr<CellStep> make_cell_step(
    Cell cell, const Activation& activation, int width, int block, bool told, const std::string& output);

}   // namespace stepzero
