// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/recurrent_cells.h"

#include <algorithm>

#include "core/modules/elementwise.h"
#include "core/modules/pieces.h"

namespace stepzero {

using Eigen::Index;

namespace {

const Activation& sigmoid()
{
    static const Activation activation {"sigmoid", {}};
    return activation;
}

/// Returns 1 − s.
Signal complement(const Signal& s, const PassContext& context)
{
    const auto unit = float(power_of_two(s.exponent));
    Tensor numbers(s.rows(), s.columns());
    const Moments moments = fill_columns(numbers, 1, context, [&](Index first, Index count) {
        numbers.middleCols(first, count) = 1 - unit * s.numbers.middleCols(first, count).array();
    });
    return make_signal(std::move(numbers), 0, s.positions, moments, context);
}

/// The sites at which a step reports.
struct Places {
    int block = 0;
    bool told = false;
    std::string output;

    Site site(const char* role) const { return {block, told ? role : ""}; }
    Site output_site() const { return {block, output}; }
    void value(const char* role, const Signal& s, const Pass& pass) const
    {
        if (told)
            pass.value(site(role), s);
    }
    void gradient(const char* role, const Signal& s, const Pass& pass) const
    {
        if (told)
            pass.gradient(site(role), s);
    }
};

class RnnStep : public CellStep {
public:
    RnnStep(const Activation& activation, Places at) : at_(std::move(at)), phi_(at_.output_site(), activation, at_.told)
    {
    }

    CellState forward(Signal a, Signal b, const CellState&, Pass& pass) override
    {
        Signal z = sum(std::move(a), b, pass.context);
        at_.value("preactivation", z, pass);
        return {phi_.forward(std::move(z), pass), {}};
    }

    CellGradient backward(Signal of_h, Signal, Pass& pass) override
    {
        Signal of_z = phi_.backward(std::move(of_h), pass);
        at_.gradient("preactivation", of_z, pass);
        return {of_z, of_z, {}, {}};
    }

private:
    Places at_;
    Elementwise phi_;
};

class GruStep : public CellStep {
public:
    GruStep(const Activation& activation, int width, const Places& at)
        : at_(at), width_(width), reset_(at_.site("reset_gate"), sigmoid(), at_.told),
          update_(at_.site("update_gate"), sigmoid(), at_.told), phi_(at_.site("candidate"), activation)
    {
    }

    CellState forward(Signal a, Signal b, const CellState& before, Pass& pass) override
    {
        const PassContext& context = pass.context;
        const auto gate = [&](Elementwise& phi, int i) {
            return phi.forward(sum(part(a, i, context), part(b, i, context), context), pass);
        };
        r_ = gate(reset_, 0);
        z_ = gate(update_, 1);
        b_n_ = part(b, 2, context);
        Signal u = sum(times(r_, b_n_, context), part(a, 2, context), context);
        at_.value("preactivation", u, pass);
        n_ = phi_.forward(std::move(u), pass);
        Signal h = sum(times(complement(z_, context), n_, context), times(z_, before.h, context), context);
        pass.value(at_.output_site(), h);
        if (pass.backward)
            before_ = before.h;
        else
            r_ = z_ = b_n_ = n_ = {};
        return {std::move(h), {}};
    }

    CellGradient backward(Signal of_h, Signal, Pass& pass) override
    {
        const PassContext& context = pass.context;
        pass.gradient(at_.output_site(), of_h);
        const Signal of_u = phi_.backward(times(of_h, complement(z_, context), context), pass);
        at_.gradient("preactivation", of_u, pass);
        const Signal of_z
            = update_.backward(times(sum(scaled(n_, -1, context), before_, context), of_h, context), pass);
        const Signal of_r = reset_.backward(times(of_u, b_n_, context), pass);
        CellGradient back {stacked({of_r, of_z, of_u}, context),
            stacked({of_r, of_z, times(of_u, r_, context)}, context), times(std::move(of_h), z_, context), {}};
        r_ = z_ = b_n_ = n_ = before_ = {};
        return back;
    }

private:
    Signal part(const Signal& all, int i, const PassContext& context) const
    {
        return rows(all, Index(i) * width_, width_, context);
    }

    Places at_;
    Index width_;
    Elementwise reset_, update_, phi_;
    Signal r_, z_, b_n_, n_, before_;
};

class LstmStep : public CellStep {
public:
    LstmStep(const Activation& activation, int width, const Places& at)
        : at_(at), width_(width), input_(at_.site("input_gate"), sigmoid(), at_.told),
          forget_(at_.site("forget_gate"), sigmoid(), at_.told), output_(at_.site("output_gate"), sigmoid(), at_.told),
          phi_(at_.site("candidate"), activation), squash_({at_.block, ""}, activation)
    {
    }

    CellState forward(Signal a, Signal b, const CellState& before, Pass& pass) override
    {
        const PassContext& context = pass.context;
        const Signal all = sum(std::move(a), b, context);
        const auto part = [&](int i) { return rows(all, Index(i) * width_, width_, context); };
        i_ = input_.forward(part(0), pass);
        f_ = forget_.forward(part(1), pass);
        Signal u = part(2);
        at_.value("preactivation", u, pass);
        g_ = phi_.forward(std::move(u), pass);
        o_ = output_.forward(part(3), pass);
        Signal c = sum(times(f_, before.c, context), times(i_, g_, context), context);
        at_.value("cell_state", c, pass);
        squashed_ = squash_.forward(c, pass);
        Signal h = times(o_, squashed_, context);
        pass.value(at_.output_site(), h);
        if (pass.backward)
            before_ = before.c;
        else
            i_ = f_ = g_ = o_ = squashed_ = {};
        return {std::move(h), std::move(c)};
    }

    CellGradient backward(Signal of_h, Signal of_c, Pass& pass) override
    {
        const PassContext& context = pass.context;
        pass.gradient(at_.output_site(), of_h);
        const Signal of_o = output_.backward(times(of_h, squashed_, context), pass);
        of_c = sum(std::move(of_c), squash_.backward(times(std::move(of_h), o_, context), pass), context);
        at_.gradient("cell_state", of_c, pass);
        const Signal of_u = phi_.backward(times(of_c, i_, context), pass);
        at_.gradient("preactivation", of_u, pass);
        const Signal of_f = forget_.backward(times(of_c, before_, context), pass);
        const Signal of_i = input_.backward(times(of_c, g_, context), pass);
        Signal of_all = stacked({of_i, of_f, of_u, of_o}, context);
        CellGradient back {of_all, of_all, {}, times(std::move(of_c), f_, context)};
        i_ = f_ = g_ = o_ = squashed_ = before_ = {};
        return back;
    }

private:
    Places at_;
    Index width_;
    Elementwise input_, forget_, output_, phi_, squash_;
    Signal i_, f_, g_, o_, squashed_, before_;
};

}   // namespace

const std::vector<CellInfo>& cells()
{
    static const std::vector<CellInfo> all {{Cell::rnn, "rnn", Text::name("RNN"), {"candidate"}},
        {Cell::gru, "gru", Text::name("GRU"), {"reset_gate", "update_gate", "candidate"}},
        {Cell::lstm, "lstm", Text::name("LSTM"), {"input_gate", "forget_gate", "candidate", "output_gate"}, true}};
    return all;
}

const CellInfo& cell_info(Cell cell) { return *std::ranges::find(cells(), cell, &CellInfo::cell); }

std::unique_ptr<CellStep> make_cell_step(
    Cell cell, const Activation& activation, int width, int block, bool told, const std::string& output)
{
    const Places at {block, told, output};
    if (cell == Cell::rnn)
        return std::make_unique<RnnStep>(activation, at);
    if (cell == Cell::gru)
        return std::make_unique<GruStep>(activation, width, at);
    return std::make_unique<LstmStep>(activation, width, at);
}

}   // namespace stepzero
