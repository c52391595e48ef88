// SPDX-License-Identifier: GPL-3.0-or-later
// The equations of a step of a recurrent cell.
#include "core/kinds/recurrent.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/equations.h"

namespace stepzero {

namespace {

using Ink = FormulaInk;
using Piece = FormulaPiece;

void cell(Equations& to, Cell cell)
{
    if (cell == Cell::rnn) {
        to.line(0, QObject::tr("step"), "h_t", {{QStringLiteral("= φ(W_\"ih\" x_t + W_\"hh\" h_(t−1) + b)")}});
        return;
    }
    if (cell == Cell::gru) {
        to.line(0, QObject::tr("step"), "h_t", {{QStringLiteral("= (1 − z_t) n_t + z_t h_(t−1)")}});
        to.line(4, {}, "n_t", {{QStringLiteral("= φ(W_\"in\" x_t + r_t W_\"hn\" h_(t−1))")}});
        return;
    }
    to.line(0, QObject::tr("step"), "h_t", {{QStringLiteral("= o_t φ(c_t)")}});
    to.line(1, {}, "c_t", {{QStringLiteral("= f_t c_(t−1) + i_t g_t")}});
}

}   // namespace

Equations recurrentEquations(const Study& study)
{
    Equations to;
    const int step = study.layer;
    const NetworkPlan& plan = *study.plan;
    const Cell form = spec_of<RecurrentSpec>(plan).cell;
    cell(to, form);
    const auto size = [&](const std::string& role, Quantity quantity) {
        return compared(study, Site {step, role}, quantity);
    };
    to.compare(2, QObject::tr("state"), "E[h_t^2]", {}, "E[h_t^2]", size(plan.reading.output, Quantity::rms),
        Ink::forward, asSquare);
    to.compare(6, QObject::tr("preactivation"), "E[z_t^2]", {}, "E[z_t^2]",
        size(plan.reading.preactivation, Quantity::rms), Ink::forward, asSquare);
    if (form == Cell::lstm)
        to.compare(4, QObject::tr("cell state"), "E[c_t^2]", {}, "E[c_t^2]", size("cell_state", Quantity::rms),
            Ink::forward, asSquare);
    const auto gate = [&](const char* role, const char* symbol) {
        to.compare(5, {}, symbol, {}, symbol, compared(study, Site {step, role}, Quantity::mean), Ink::text, asNumber);
    };
    gate("input_gate", "E[i_t]");
    gate("forget_gate", "E[f_t]");
    gate("output_gate", "E[o_t]");
    gate("reset_gate", "E[r_t]");
    gate("update_gate", "E[z_t]");
    to.compare(3, QObject::tr("gradient"), "E[δ_t^2]", {}, "E[δ_t^2]",
        size(plan.reading.gradient, Quantity::gradient_rms), Ink::gradient, asSquare);
    if (const Predicted* chi = study.prediction->preactivation(step, Quantity::chi))
        to.line(7, QObject::tr("slope"), "χ_t", {{QStringLiteral("= σ_h^2 E[φ'(z_t)^2]")}, equals(pretty(chi->value))});
    return to;
}

}   // namespace stepzero
