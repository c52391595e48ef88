// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrent networks: RNN, GRU and LSTM with PyTorch's equations, order of gates and parameter names. The blocks of the
// network are the steps of its sequence. Parameters are outside the blocks, since all steps share them.
#include "core/kinds/recurrent.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/registry.h"
#include "core/modules/transformer.h"
#include "core/network/input/input.h"
#include "core/theory/log_sum.h"
#include "core/theory/recurrent_theory.h"

namespace stepzero {

namespace {

constexpr int most_layers = 4;
constexpr std::uint32_t slots_of_a_layer = 16;
enum Slot : std::uint32_t { input_slot = 0, hidden_slot = 8 };

Cell cell_of(const Network& network)
{
    return std::ranges::find(cells(), option_word(network, "cell"), &CellInfo::name)->cell;
}

constexpr NamedValue<bool> first_step_names[] {{false, "every_step"}, {true, "first_step"}};
bool reads_first_step_only(const Network& network)
{
    return value_named(first_step_names, option_word(network, "inputs"));
}

bool forgets(const Network& network) { return cell_of(network) == Cell::lstm; }

/// Makes the plans of one layer, counted from 0.
class LayerPlans {
public:
    LayerPlans(const Network& network, const RecurrentSpec& spec, int layer)
        : n_(network), s_(spec), layer_(layer), variables_(law_variables_of(network))
    {
        variables_["l"] = layer + 1;   // blocks are steps
    }

    RecurrentLayer all() const
    {
        const int in = layer_ == 0 ? s_.input_width : s_.width;
        RecurrentLayer l {weights("input", "weight_ih", in, input_slot),
            weights("hidden", "weight_hh", s_.width, hidden_slot), {},
            {bias("hidden_bias", "bias_hh", -1, hidden_slot)}};
        // torch.nn.RNN, GRU and LSTM use the hidden width as fan by default, whatever the input width is.
        for (ParameterPlan& plan : l.input_weight)
            if (!plan.typed && completed(plan.initializer) == completed(recurrent_kind().network.weight))
                plan.factor = std::sqrt(double(in) / s_.width);
        if (!forgets(n_)) {
            l.input_bias = {bias("input_bias", "bias_ih", -1, input_slot)};
            return l;
        }
        const std::vector<std::string>& parts = cell_info(s_.cell).parts;
        for (int i = 0; i < int(parts.size()); ++i)
            l.input_bias.push_back(
                bias(parts[std::size_t(i)] == "forget_gate" ? "forget_bias" : "input_bias", "bias_ih", i, input_slot));
        return l;
    }

private:
    /// Makes the plan of one part, or of all parts when `part` is −1.
    ParameterPlan plan(
        const std::string& role, const char* word, int part, int columns, Role kind, std::uint32_t slot) const
    {
        const int rows = (part < 0 ? s_.parts() : 1) * s_.width;
        ParameterPlan p {.name = std::string(word) + "_l" + std::to_string(layer_),
            .role = role + (layer_ == 0 ? "" : "_" + std::to_string(layer_ + 1)),
            .shape = {rows, columns},
            .initializer = initializer_of(n_, role, kind),
            .kind = kind,
            .stream = std::uint32_t(layer_) * slots_of_a_layer + slot + std::uint32_t(part + 1)};
        if (part >= 0)
            p.name += "." + cell_info(s_.cell).parts[std::size_t(part)];
        evaluate(p, variables_);
        return p;
    }

    std::vector<ParameterPlan> weights(const char* role, const char* word, int columns, std::uint32_t slot) const
    {
        if (!option_flag(n_, "per_gate") || s_.parts() == 1)
            return {plan(role, word, -1, columns, Role::weight, slot)};
        std::vector<ParameterPlan> all;
        for (int i = 0; i < s_.parts(); ++i)
            all.push_back(plan(role, word, i, columns, Role::weight, slot));
        return all;
    }

    ParameterPlan bias(const char* role, const char* word, int part, std::uint32_t slot) const
    {
        return plan(role, word, part, s_.width, Role::bias, slot);
    }

    const Network& n_;
    const RecurrentSpec& s_;
    int layer_;
    NumberVariables variables_;   // those of expressions
};

NetworkPlan plan(const Network& network)
{
    NetworkPlan plan {.network = network,
        .kind = &recurrent_kind(),
        .blocks = {},
        .layers = {},
        .before = {},
        .after = {},
        .roles = roles_of(network),
        .steps = {},
        .reading = {"preactivation", "activation_output", "activation_output", "hidden", "input"}};
    for (int step = 1; step <= network.depth; ++step)
        plan.blocks.push_back({.block = step,
            .features_in = network.width,
            .features_out = network.width,
            .activation = network.activation,
            .parameters = {}});
    auto spec = std::make_shared<const RecurrentSpec>(recurrent_spec(network));
    Recurrent(*spec).list_parameters(plan.before);
    plan.spec = std::move(spec);
    return plan;
}

void pass_batch(const NetworkPlan& plan, const Batch& batch, const OutputGradient& cotangent, Pass& pass)
{
    Recurrent network(spec_of<RecurrentSpec>(plan));
    propagate(network, make_signal(batch.numbers, 0, 1, pass.context), cotangent, pass);
}

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const Context& context = pass.context;
    pass_batch(
        plan, {.numbers = draw_input(experiment, replica, extent.samples, context)},
        [&](const Signal&, Pass&) -> Signal {
            if (!pass.backward)
                return {};
            return make_signal(draw_cotangent(experiment, replica, extent.samples, context), 0, 1, context);
        },
        pass);
}

/// Returns the distribution of part i; a single plan covers all parts.
Law law_of_part(const std::vector<ParameterPlan>& plans, std::size_t i)
{
    const ParameterPlan& plan = plans[plans.size() == 1 ? 0 : i];
    return law_of(draw_of(plan), plan.shape, plan.kind);
}

/// Returns the distributions of a layer; absent when weights have a nonzero mean.
std::optional<RecurrentTheoryLayer> laws_of(const RecurrentLayer& layer, int parts, int width, int in)
{
    RecurrentTheoryLayer laws;
    for (std::size_t i = 0; i < std::size_t(parts); ++i) {
        const Law input = law_of_part(layer.input_weight, i), hidden = law_of_part(layer.hidden_weight, i),
                  a = law_of_part(layer.input_bias, i), b = law_of_part(layer.hidden_bias, i);
        if (input.mean != 0 || hidden.mean != 0)
            return std::nullopt;
        laws.parts.push_back({.input = in * input.variance,
            .hidden = width * hidden.variance,
            .mean_a = a.mean,
            .mean_b = b.mean,
            .variance_a = a.variance,
            .variance_b = b.variance});
    }
    return laws;
}

void add_step(BlockPrediction& block, const RecurrentStep& step, const std::vector<std::string>& parts)
{
    SitePrediction& output = block.at("activation_output");
    output.set(Quantity::mean, {step.h.mean});
    output.set(Quantity::std, predicted_size(ln(step.h.square - step.h.mean * step.h.mean) / 2));
    output.set(Quantity::rms, predicted_size(step.ln_rms));
    if (step.ln_gradient_rms)
        output.set(Quantity::gradient_rms, predicted_size(*step.ln_gradient_rms));
    if (step.ln_preactivation_rms)
        block.at("preactivation").set(Quantity::rms, predicted_size(*step.ln_preactivation_rms));
    if (step.chi)
        block.at("preactivation").set(Quantity::chi, {*step.chi});
    if (step.c)
        block.at("cell_state").set(Quantity::rms, predicted_size(std::log(step.c->square) / 2));
    for (std::size_t i = 0; i < step.gates.size(); ++i)
        if (const auto& gate = step.gates[i]) {
            block.at(parts[i]).set(Quantity::mean, {gate->mean});
            block.at(parts[i]).set(Quantity::rms, predicted_size(std::log(gate->square) / 2));
        }
}

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent,
    const std::optional<InputMoments>& known, const Context& context)
{
    const auto& s = spec_of<RecurrentSpec>(plan);
    const auto moments = known ? known : input_moments(experiment);
    if (!moments)
        return silent_prediction(plan, tr("no theory for an input from a file"));
    constexpr double most_spread = 0.1;   // variance of the square of one step's input, relative to its squared mean
    if (moments->kurtosis - 1 > most_spread * s.input_width)
        return silent_prediction(plan, tr("no theory for so few inputs per step: their squares do not average out"));
    const double mean = experiment.input.file.empty() ? experiment.input.mean : 0;
    RecurrentTheory theory {.form = s.cell == Cell::rnn ? RecurrentForm::rnn
            : s.cell == Cell::gru                       ? RecurrentForm::gru
                                                        : RecurrentForm::lstm,
        .steps = s.steps,
        .width = s.width,
        .input_square = moments->mean_square,
        .input_correlation = moments->mean_square > 0 ? mean * mean / moments->mean_square : 0,
        .first_step_only = s.first_step_only,
        .gradient = experiment.measure.gradient,
        .layers = {}};
    for (std::size_t l = 0; l < s.layers.size(); ++l) {
        const auto laws = laws_of(s.layers[l], s.parts(), s.width, l == 0 ? s.input_width : s.width);
        if (!laws)
            return silent_prediction(plan, tr("no theory for weights whose mean is not 0"));
        theory.layers.push_back(*laws);
    }
    const RecurrentResult result = predict_recurrent(theory, ActivationFunction(s.activation), context);
    Prediction all = silent_prediction(plan, result.remark);
    for (std::size_t t = 0; t < result.steps.size(); ++t)
        add_step(all.blocks[t + 1], result.steps[t], cell_info(s.cell).parts);
    return all;
}

double weights_of(const RecurrentSpec& s)
{
    double weights = 0;
    for (std::size_t l = 0; l < s.layers.size(); ++l)
        weights += double(s.parts()) * s.width * (s.width + (l == 0 ? s.input_width : s.width));
    return weights;
}

/// Returns the bytes that the backward pass needs: the inputs and outputs of φ and the gates at each step and layer.
/// Adds the weights; weights of several parts are stored twice, and in training with their gradients.
double memory(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    const auto& s = spec_of<RecurrentSpec>(plan);
    const double width = s.width, layers = double(s.layers.size());
    const double of_a_step = s.parts() == 1 ? 1 : 3.0 * s.parts();   // in units of the width
    const double steps = experiment.measure.gradient ? s.steps : 1;
    const double entries = double(s.input_width) * s.steps_of_input();
    constexpr double distribution = 2300;   // histogram of 256 bins, moments, names
    return sizeof(float)
        * (extent.samples * (steps * layers * of_a_step * width + 8.0 * s.parts() * width + 2 * entries)
            + 3 * weights_of(s))
        + distribution * s.steps * (2 * double(s.parts()) + layers + 2);
}

double cost(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    const auto& s = spec_of<RecurrentSpec>(plan);
    constexpr double of_a_number = 60;   // per gate entry, including statistics
    return (experiment.measure.gradient ? 4 : 2) * (weights_of(s) + of_a_number * s.parts() * s.width) * s.steps
        * extent.samples;
}

}   // namespace

RecurrentSpec recurrent_spec(const Network& network)
{
    RecurrentSpec spec {.cell = cell_of(network),
        .steps = network.depth,
        .width = network.width,
        .input_width = width_of_layer(network, 0),
        .first_step_only = reads_first_step_only(network),
        .activation = network.activation,
        .layers = {}};
    for (int layer = 0; layer < int(option(network, "layers")); ++layer)
        spec.layers.push_back(LayerPlans(network, spec, layer).all());
    return spec;
}

namespace {

/// A recurrent network has no stream that single changes could improve. Offers the same cells and sizes with
/// initializations that preserve states and gradients.
std::vector<Offer> offers_anew(const Experiment& experiment, const NetworkPlan& plan)
{
    Experiment anew = with_standard_input(experiment);
    Network& n = anew.network;
    n.activation = {"tanh", {}};
    n.weight = completed(Initializer {"pytorch_linear", {}});
    n.bias = completed(Initializer {"zeros", {}});
    n.roles = {{"hidden", completed(Initializer {"orthogonal", {}})}};
    if (forgets(n))
        n.roles["forget_bias"] = completed(Initializer {"constant", {{"value", std::log(double(n.depth))}}});
    n.options["per_gate"] = flag_value(true);
    OfferList all(experiment, plan);
    all.add(tr("Reset everything: tanh, orthogonal hidden-to-hidden weights, zero biases"), std::move(anew));
    return std::move(all).all();
}

}   // namespace

const NetworkKind& recurrent_kind()
{
    static const NetworkKind recurrent = [] {
        NetworkKind a {.name = "recurrent", .label = tr("Recurrent"), .network = {}, .input = {}};
        std::vector<std::string> words;
        std::vector<Text> labels;
        for (const CellInfo& cell : cells()) {
            words.push_back(cell.name);
            labels.push_back(cell.label);
        }
        a.options_label = tr("Recurrent cell");
        a.options = {{.name = "cell",
                         .label = tr("recurrent cell"),
                         .default_value = std::string("lstm"),
                         .choices = words,
                         .choice_labels = labels,
                         .main = true},
            main_option(whole_number("layers", tr("layers"), 1, 1, most_layers)),
            one_of("inputs", tr("input steps"), first_step_names, {tr("at every step"), tr("at the first step")}),
            flag("per_gate", tr("gate by gate"), false)};
        a.options.back().quiet = true;
        a.network.kind = "recurrent";
        a.network.depth = 50;
        a.network.activation = {"tanh", {}};
        a.network.weight = {"pytorch_linear", {}};
        a.network.bias = {"pytorch_linear", {}};
        a.network.options = completed(a.options, {});
        a.distributions = {"normal", "uniform", "rademacher", "sphere"};
        a.has_input_width = true;
        a.length = "steps";
        a.unit_word = tr("step");
        a.steps_of_input = [](const Network& n) { return reads_first_step_only(n) ? 1 : n.depth; };
        a.sites = {{"cell_state", tr("cell state")}};
        a.gates = {{"input_gate", tr("input gate")}, {"forget_gate", tr("forget gate")},
            {"output_gate", tr("output gate")}, {"reset_gate", tr("reset gate")}, {"update_gate", tr("update gate")}};
        a.roles = {{"input", tr("input weights"), Role::weight, false},
            {"hidden", tr("hidden-to-hidden weights"), Role::weight, false},
            {"input_bias", tr("input bias"), Role::bias, false}, {"hidden_bias", tr("hidden bias"), Role::bias, false},
            {"forget_bias", tr("forget bias"), Role::bias, false, forgets}};
        a.biases_follow = true;
        a.plan = plan;
        a.jacobian = recurrent_jacobian;
        a.law_variables = [](const Network& n) {
            return NumberVariables {{"L", option(n, "layers")}};   // the network's depth is its steps
        };
        a.tensor_name = [](const ParameterPlan& p) { return p.name.substr(0, p.name.find('.')); };
        a.grows_both = [](const ParameterPlan& p) { return p.role != "input"; };
        a.pass = pass_through;
        a.pass_batch = pass_batch;
        a.predict = predict;
        a.memory = memory;
        a.code = {{Framework::pytorch, pytorch_recurrent_code}};
        a.cost = cost;
        a.offers = [](const Experiment& e, const NetworkPlan& p, const Complaint&) { return offers_anew(e, p); };
        a.offers_anew = offers_anew;
        return a;
    }();
    return recurrent;
}

}   // namespace stepzero
