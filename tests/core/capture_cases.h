// SPDX-License-Identifier: GPL-3.0-or-later
// Captures of healthy models and of faulty ones, with the numbers that their initializations give. Each fault is a
// change of a healthy capture, with the finding that it must have.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/base/json/write_json.h"
#include "core/capture/capture.h"
#include "core/diagnose/finding.h"

namespace stepzero::capture_cases {

using Shape = std::vector<std::uint64_t>;

inline std::uint64_t product(const Shape& shape)
{
    std::uint64_t entries = 1;
    for (const std::uint64_t size : shape)
        entries *= size;
    return entries;
}

/// Statistics of normal entries, without a mean.
inline CapturedMoments normal(const Shape& shape, double rms)
{
    CapturedMoments one;
    one.shape = shape;
    one.dtype = "float32";
    one.count = product(shape);
    one.mean = 0;
    one.std = one.rms = rms;
    one.min = 0 - 4 * rms;   // not −0
    one.max = 4 * rms;
    one.smallest = 1e-5 * rms;
    one.largest = 4 * rms;
    one.zeros = rms == 0 ? 1 : 0;
    one.histogram = CapturedHistogram {0 - 4 * rms, 4 * rms, {0, one.count, 0}};
    return one;
}

/// An output, whose units are all different unless it is 0.
inline CapturedMoments output(const Shape& shape, double rms)
{
    CapturedMoments one = normal(shape, rms);
    one.dead = rms == 0 ? 1 : 0;
    one.equal_units = 0;
    return one;
}

inline CapturedModule module(const std::string& path, const std::string& class_name, ModuleKind kind,
    const Shape& shape, double rms, double gradient)
{
    CapturedModule one;
    one.path = path;
    one.class_name = class_name;
    one.kind = kind;
    one.output = output(shape, rms);
    one.gradient = normal(shape, gradient);
    return one;
}

/// Half of the entries are 0, and `dead` of the units.
inline CapturedModule relu(const std::string& path, const Shape& shape, double rms, double gradient, double dead = 0)
{
    CapturedModule one = module(path, "ReLU", ModuleKind::activation, shape, rms, gradient);
    one.output->zeros = 0.5;
    one.output->min = 0;
    one.output->dead = dead;
    return one;
}

inline CapturedParameter parameter(const std::string& name, const std::string& module_class, const Shape& shape,
    double rms, std::optional<double> gradient)
{
    CapturedParameter one;
    one.name = name;
    one.module_class = module_class;
    one.value = normal(shape, rms);
    if (gradient)
        one.gradient = normal(shape, *gradient);
    if (shape.size() > 1)
        one.singular_values = {2 * rms, rms, 0};
    return one;
}

/// Adds a layer with its weight and bias.
inline void add_layer(Capture& capture, CapturedModule one, const Shape& weight, double std, double gradient)
{
    CapturedParameter matrix = parameter(one.path + ".weight", one.class_name, weight, std, gradient),
                      bias = parameter(one.path + ".bias", one.class_name, {weight[0]}, 0, gradient);
    matrix.block = bias.block = one.block;
    if (one.block > 0) {
        matrix.role = one.role + ".weight";
        bias.role = one.role + ".bias";
    }
    capture.modules.push_back(std::move(one));
    capture.parameters.push_back(std::move(matrix));
    capture.parameters.push_back(std::move(bias));
}

/// An MLP of ten layers as He initializes it. Outputs change by `signal` per layer, and norms of gradients by
/// `gradient` backward.
inline Capture mlp(double signal = 1, double gradient = 1, std::uint64_t batch = 64)
{
    constexpr int depth = 10;
    constexpr std::uint64_t width = 256;
    Capture capture;
    capture.model = "MLP";
    capture.framework = "PyTorch 2.1.0";
    capture.device = "cpu";
    capture.batch = batch;
    for (int l = 0; l < depth; ++l) {
        const double rms = std::pow(signal, l), sent = 1e-3 * std::pow(gradient, depth - l);
        const std::string at = "net." + std::to_string(2 * l);
        add_layer(capture, module(at, "Linear", ModuleKind::linear, {batch, width}, rms, sent), {width, width},
            std::sqrt(2.0 / width), 1e-3);
        // one sample: the units that are 0 are 0 for the whole batch
        capture.modules.push_back(
            relu("net." + std::to_string(2 * l + 1), {batch, width}, rms / std::sqrt(2.0), sent, batch == 1 ? 0.5 : 0));
    }
    add_layer(capture, module("head", "Linear", ModuleKind::linear, {batch, 10}, 0.5, 1e-2), {10, width}, 0.02, 1e-2);
    capture.loss = CapturedLoss {2.4, CapturedLossKind::cross_entropy, 10};
    return capture;
}

inline CapturedModule in_block(CapturedModule one, int block, const std::string& role)
{
    one.path = "h." + std::to_string(block - 1) + "." + role;
    one.block = block;
    one.role = role;
    return one;
}

/// A GPT of six blocks. `zero_branches`: the last projections of its branches start at 0, so that everything before
/// them receives no gradient.
inline Capture gpt(bool zero_branches = false)
{
    const Shape tokens {4, 32, 64};
    Capture capture;
    capture.model = "GPT";
    capture.batch = 4;
    const auto attention_of = [](double ratio) {
        CapturedAttention attention;
        attention.entropy_uniform = 2.5;   // causal, 32 keys
        attention.entropy = 2.5 * ratio;
        attention.logit_std = 0.1;
        attention.logit_max = 0.5;
        attention.top = 0.2;
        attention.keys = 32;
        return attention;
    };
    capture.modules.push_back(module("wte", "Embedding", ModuleKind::embedding, tokens, 0.02, 1e-3));
    capture.parameters.push_back(parameter("wte.weight", "Embedding", {100, 64}, 0.02, 1e-3));
    capture.parameters.back().tied = {"lm_head.weight"};
    capture.parameters.back().equal_rows = 0.5;   // rows of added tokens
    for (int b = 1; b <= 6; ++b) {
        const double sent = 1e-3 / std::sqrt(b), branch = zero_branches ? 0 : 0.1, inside = zero_branches ? 0 : sent;
        const auto add = [&](const std::string& role, const std::string& class_name, ModuleKind kind, double rms,
                             double gradient, double std) {
            add_layer(capture, in_block(module("", class_name, kind, tokens, rms, gradient), b, role), {64, 64}, std,
                gradient);
        };
        add("ln_1", "LayerNorm", ModuleKind::norm, 1, inside, 1);
        add("attn.c_attn", "Linear", ModuleKind::linear, 0.16, inside, 0.02);
        CapturedModule attention
            = in_block(module("", "softmax", ModuleKind::attention, tokens, 0.05, inside), b, "attn/softmax");
        attention.attention = attention_of(0.99);
        capture.modules.push_back(attention);
        add("attn.c_proj", "Linear", ModuleKind::linear, branch, sent, zero_branches ? 0 : 0.02);
        add("mlp.c_fc", "Linear", ModuleKind::linear, 0.16, inside, 0.02);
        capture.modules.push_back(
            in_block(module("", "GELU", ModuleKind::activation, tokens, 0.1, inside), b, "mlp.act"));
        add("mlp.c_proj", "Linear", ModuleKind::linear, branch, sent, zero_branches ? 0 : 0.02);
        CapturedModule whole = module("", "Block", ModuleKind::other, tokens, 0.05 * std::sqrt(b), sent);
        whole.path = "h." + std::to_string(b - 1);
        whole.block = b;
        capture.modules.push_back(whole);
    }
    capture.modules.push_back(module("lm_head", "Linear", ModuleKind::linear, {4, 32, 100}, 0.5, 1e-4));
    capture.loss = CapturedLoss {4.7, CapturedLossKind::cross_entropy, 100};
    return capture;
}

/// A policy and a value, whose heads are a hundred times smaller or as large as the other layers.
inline Capture actor_critic()
{
    Capture capture;
    capture.model = "ActorCritic";
    for (const std::string part : {"actor", "critic"}) {
        const double head = part == "actor" ? 0.01 : 1, sent = part == "actor" ? 1e-4 : 1e-2;
        const auto tanh = [&](const std::string& at) {
            CapturedModule one = module(part + at, "Tanh", ModuleKind::activation, {64, 64}, 0.6, sent);
            one.output->saturated = 0.05;
            capture.modules.push_back(one);
        };
        add_layer(capture, module(part + ".0", "Linear", ModuleKind::linear, {64, 64}, 1.4, sent), {64, 8}, 0.5, sent);
        tanh(".1");
        add_layer(capture, module(part + ".2", "Linear", ModuleKind::linear, {64, 64}, 1, sent), {64, 64}, 0.18, sent);
        tanh(".3");
        add_layer(
            capture, module(part + ".4", "Linear", ModuleKind::linear, {64, 4}, head, 1e-2), {4, 64}, head / 8, 1e-2);
    }
    capture.loss = CapturedLoss {0.1, CapturedLossKind::custom, {}};
    return capture;
}

inline CapturedModule& module_of(Capture& capture, const std::string& path)
{
    return *std::ranges::find(capture.modules, path, &CapturedModule::path);
}
inline CapturedParameter& parameter_of(Capture& capture, const std::string& name)
{
    return *std::ranges::find(capture.parameters, name, &CapturedParameter::name);
}

struct CaptureCase {
    std::string name;
    Capture capture;
};

inline std::vector<CaptureCase> healthy_captures()
{
    std::vector<CaptureCase> all {{"mlp", mlp()}, {"batch of one", mlp(1, 1, 1)}, {"slightly shrinking", mlp(0.9, 0.9)},
        {"gpt", gpt()}, {"zero branches", gpt(true)}, {"actor and critic", actor_critic()}};

    Capture forward = mlp();   // no backward pass
    forward.loss.reset();
    for (CapturedModule& one : forward.modules)
        one.gradient.reset();
    for (CapturedParameter& one : forward.parameters)
        one.gradient.reset();
    all.push_back({"forward only", forward});

    Capture zero_head = mlp();   // only the head receives a gradient
    for (CapturedParameter& one : zero_head.parameters)
        if (one.name != "head.weight" && one.name != "head.bias")
            one.gradient = normal(one.value.shape, 0);
    for (CapturedModule& one : zero_head.modules)
        if (one.path == "head")
            one.output = output(one.output->shape, 0);
        else
            one.gradient = normal(one.output->shape, 0);
    zero_head.loss->value = std::log(10.0);
    all.push_back({"zero head", zero_head});

    Capture zero_ends = gpt(true);   // the head leaves 0 first, and then the last layers of branches
    for (CapturedParameter& one : zero_ends.parameters)
        if (one.value.all_zero())
            one.gradient = normal(one.value.shape, 0);
    zero_ends.parameters.push_back(parameter("lm_head.weight", "Linear", {100, 64}, 0, 1e-3));
    all.push_back({"zero branches and head", zero_ends});

    for (CapturedModule& one : zero_ends.modules)   // the residual stream varies
        if (one.is_linear())
            one.constant_input = one.path != "lm_head";
    all.push_back({"zero branches and head with inputs", zero_ends});

    Capture first_zero = mlp();   // a layer of zeros alone, which learns at the first step
    parameter_of(first_zero, "net.4.weight").value = normal({256, 256}, 0);
    for (const char* name : {"net.0.weight", "net.2.weight"})
        parameter_of(first_zero, name).gradient = normal({256, 256}, 0);
    module_of(first_zero, "net.6").constant_input = true;
    all.push_back({"one layer of zeros", first_zero});

    Capture identity = mlp();   // of more channels than it has inputs: the other rows are 0, and biases are random
    parameter_of(identity, "net.4.weight").equal_rows = 0.5;
    parameter_of(identity, "net.4.weight").value.zeros = 0.998;
    all.push_back({"rows of zeros", identity});
    parameter_of(identity, "net.4.weight").equal_rows = 1;
    all.push_back({"every row has a copy with zeros", identity});

    Capture scripted = mlp();   // parameters of a scripted module that is frozen by hand
    scripted.unseen = {"script"};
    scripted.parameters.push_back(parameter("script.0.weight", "Linear", {256, 256}, 0.06, {}));
    all.push_back({"scripted", scripted});

    Capture adapted = gpt();   // LoRA: frozen weights, B = 0, so that A receives no gradient yet
    for (CapturedParameter& one : adapted.parameters) {
        one.trainable = false;
        one.gradient.reset();
    }
    adapted.parameters.push_back(parameter("h.0.attn.lora_A.weight", "Linear", {4, 64}, 0.1, 0));
    adapted.parameters.push_back(parameter("h.0.attn.lora_B.weight", "Linear", {64, 4}, 0, 1e-3));
    adapted.parameters.back().equal_rows = 1;
    all.push_back({"lora", adapted});

    Capture scan = gpt();   // A of a state-space model has equal rows, and so have depthwise filters of one shape
    scan.parameters.push_back(parameter("h.0.mixer.A_log", "Mamba", {128, 16}, 2, 1e-3));
    scan.parameters.back().equal_rows = 1;
    scan.parameters.push_back(parameter("blur.weight", "Conv2d", {64, 1, 3, 3}, 0.1, 1e-3));
    scan.parameters.back().equal_rows = 1;
    all.push_back({"equal rows by design", scan});

    Capture controlled = mlp();   // a zero convolution, and the activation of its zeros
    add_layer(controlled, module("zero", "Conv2d", ModuleKind::convolution, {64, 32, 8, 8}, 0, 1e-3), {32, 32, 1, 1}, 0,
        1e-3);
    controlled.modules.push_back(relu("after", {64, 32, 8, 8}, 0, 1e-3, 1));
    all.push_back({"zero convolution", controlled});

    Capture gated = mlp();   // hard gates are half saturated, and ReLU6 is 0 for half of its inputs
    for (const auto& [name, share] : {std::pair("Hardtanh", 0.35), {"relu6", 0.5}, {"Sigmoid", 0.2}}) {
        gated.modules.push_back(module(name, name, ModuleKind::activation, {64, 256}, 0.5, 1e-3));
        gated.modules.back().output->saturated = share;
    }
    all.push_back({"gates", gated});

    Capture attention = mlp();   // parameters of a projection that a function uses, whose module is not called
    attention.unused = {"attn.out_proj", "dropout"};
    attention.parameters.push_back(
        parameter("attn.out_proj.weight", "NonDynamicallyQuantizableLinear", {64, 64}, 0.1, 1e-3));
    all.push_back({"used by a function", attention});

    all.push_back({"empty", Capture()});
    return all;
}

struct CaptureFault {
    std::string name, id;
    Severity severity;
    Capture capture;
};

/// At least one fault for each finding.
inline std::vector<CaptureFault> faulty_captures()
{
    using enum Severity;
    std::vector<CaptureFault> all;
    const auto add = [&all](const std::string& name, const std::string& id, Severity severity, Capture capture,
                         const std::function<void(Capture&)>& change = nullptr) {
        if (change)
            change(capture);
        all.push_back({name, id, severity, std::move(capture)});
    };
    add("weights are NaN", "not_finite", error, mlp(),
        [](Capture& one) { parameter_of(one, "net.4.weight").value.not_finite = 3; });
    add("an output overflows", "not_finite", error, mlp(),
        [](Capture& one) { module_of(one, "net.6").output->not_finite = 7; });
    add("a gradient overflows", "not_finite", error, mlp(),
        [](Capture& one) { module_of(one, "net.6").gradient->not_finite = 7; });
    add("the loss is NaN", "not_finite", error, mlp(), [](Capture& one) { one.loss->value.reset(); });
    add("the graph is cut", "no_gradient", error, mlp(), [](Capture& one) {
        for (CapturedParameter& parameter : one.parameters)
            parameter.gradient.reset();
    });
    add("all gradients are 0", "no_gradient", error, mlp(), [](Capture& one) {
        for (CapturedParameter& parameter : one.parameters)
            parameter.gradient = normal(parameter.value.shape, 0);
    });
    add("weights of a tenth", "vanishing_signal", error, mlp(0.1));
    add("weights a little too small", "vanishing_signal", warning, mlp(0.63));   // 0.63^9 = e^−4.2
    add("weights too large", "exploding_signal", error, mlp(3));
    add("no norm", "exploding_signal", warning, gpt(), [](Capture& one) {   // ×2 per block: e^3.5 after six
        for (CapturedModule& module : one.modules)
            if (module.block > 0)
                module.output = output(module.output->shape, std::pow(2.0, module.block));
    });
    add("the gradient vanishes", "vanishing_gradient", error, mlp(1, 0.2));
    add("the gradient of sigmoids", "vanishing_gradient", warning, mlp(1, 0.55));   // 0.55^9 = e^−5.4
    add("the gradient explodes", "exploding_gradient", error, mlp(1, 5));
    add("every unit is dead", "dead_units", error, mlp(), [](Capture& one) {
        module_of(one, "net.5").output->dead = 1;
        module_of(one, "net.5").output->zeros = 1;
    });
    add("units die", "dead_units", warning, mlp(), [](Capture& one) { module_of(one, "net.5").output->dead = 0.9; });
    add("a narrow layer is dead", "dead_units", error, mlp(), [](Capture& one) {
        one.modules.push_back(relu("narrow", {64, 8}, 0.1, 1e-3, 1));
    });
    add("tanh saturates", "saturated_units", warning, actor_critic(),
        [](Capture& one) { module_of(one, "actor.1").output->saturated = 0.6; });
    add("two layers in a row are 0", "stuck_weights", error, mlp(), [](Capture& one) {
        for (const char* name : {"net.4.weight", "net.6.weight"}) {
            CapturedParameter& weight = parameter_of(one, name);
            weight.value = normal(weight.value.shape, 0);
            weight.gradient = normal(weight.value.shape, 0);
        }
    });
    add("a stack of zeros with random biases", "zero_stack", warning, mlp(), [](Capture& one) {
        for (CapturedModule& module : one.modules)
            if (module.is_linear())
                module.constant_input = module.path != "net.0";
        for (CapturedParameter& parameter : one.parameters)
            if (parameter.value.shape.size() == 2) {
                parameter.value = normal(parameter.value.shape, 0);
                if (parameter.name != "head.weight")   // the only one that receives a gradient
                    parameter.gradient = normal(parameter.value.shape, 0);
            }
    });
    add("constant weights", "symmetric_units", error, mlp(), [](Capture& one) {
        parameter_of(one, "net.4.weight").equal_rows = 1;
        module_of(one, "net.4").output->equal_units = 1;
    });
    add("constants with random biases", "symmetric_units", warning, mlp(),
        [](Capture& one) { parameter_of(one, "net.4.weight").equal_rows = 1; });
    add("half of the rows are copies", "symmetric_units", warning, mlp(), [](Capture& one) {
        parameter_of(one, "net.4.weight").equal_rows = 0.5;
        module_of(one, "net.4").output->equal_units = 0.5;
    });
    const auto with_entropy = [](double ratio) {
        return [ratio](Capture& one) {
            for (CapturedModule& module : one.modules)
                if (module.attention)
                    module.attention->entropy = ratio * *module.attention->entropy_uniform;
        };
    };
    add("queries a hundred times too large", "frozen_attention", error, gpt(), with_entropy(0.01));
    add("queries ten times too large", "frozen_attention", warning, gpt(), with_entropy(0.2));
    add("no division by the root of the head's size", "sharp_attention", note, gpt(), with_entropy(0.4));
    add("embeddings of variance 1 as a head", "sharp_logits", warning, mlp(), [](Capture& one) {
        module_of(one, "head").output = output({64, 10}, 20);
    });
    add("targets of other samples", "loss_above_uniform", warning, mlp(), [](Capture& one) { one.loss->value = 5; });
    add("a binary loss", "loss_above_uniform", warning, mlp(), [](Capture& one) {
        one.loss = CapturedLoss {3, CapturedLossKind::binary_cross_entropy, {}};
    });
    add("targets in the inputs", "loss_below_uniform", note, mlp(), [](Capture& one) { one.loss->value = 0.1; });
    add("detached", "cut_off", warning, mlp(), [](Capture& one) {
        parameter_of(one, "net.0.weight").gradient.reset();
        parameter_of(one, "net.0.bias").gradient.reset();
    });
    add("half of the model is detached", "cut_off", warning, mlp(), [](Capture& one) {
        for (const char* name : {"net.8.weight", "net.10.weight", "net.12.weight"})
            parameter_of(one, name).gradient.reset();
    });
    add("a dead end", "unused_output", note, mlp(), [](Capture& one) {
        one.modules.push_back(module("aside", "Linear", ModuleKind::linear, {64, 4}, 0.1, 0));
        one.parameters.push_back(parameter("aside.weight", "Linear", {4, 256}, 0.1, {}));
    });
    add("logits of variance 25 over ten classes", "sharp_logits", warning, mlp(), [](Capture& one) {
        module_of(one, "head").output = output({64, 10}, 5);
        one.loss->value = 9;
    });
    add("never called", "unused", note, mlp(), [](Capture& one) {
        one.unused = {"pooler"};
        one.parameters.push_back(parameter("pooler.weight", "Linear", {256, 256}, 0.06, {}));
    });
    add("beyond fp16", "overflow", note, mlp(), [](Capture& one) { module_of(one, "net.4").output->largest = 1e5; });
    add("beyond bf16", "overflow", note, mlp(), [](Capture& one) { module_of(one, "net.4").output->largest = 1e39; });
    add("gradients far apart", "underflow", note, mlp(), [](Capture& one) {
        module_of(one, "net.4").gradient = normal({64, 256}, 1e-15);
        module_of(one, "head").gradient->largest = 1;
    });
    return all;
}

// The file of a capture, as the schema says.

inline Json json_of_moments(const CapturedMoments& one)
{
    Json json = json_object({{"shape", json_of(one.shape)}, {"dtype", json_of(one.dtype)},
        {"count", json_of(one.count)}, {"not_finite", json_of(one.not_finite)}, {"mean", json_of(one.mean)},
        {"std", json_of(one.std)}, {"rms", json_of(one.rms)}, {"min", json_of(one.min)}, {"max", json_of(one.max)},
        {"smallest", json_of(one.smallest)}, {"largest", json_of(one.largest)}, {"zeros", json_of(one.zeros)}});
    if (one.histogram)
        json.add("histogram",
            json_object({{"from", json_of(one.histogram->from)}, {"to", json_of(one.histogram->to)},
                {"counts", json_of(one.histogram->counts)}}));
    json.add("dead", json_of(one.dead));
    json.add("saturated", json_of(one.saturated));
    json.add("equal_units", json_of(one.equal_units));
    return json;
}

inline Json json_of_capture(const Capture& capture)
{
    Json json = json_object({{"format", json_of("stepzero-capture")}, {"version", json_of(1)},
        {"model", json_of(capture.model)}, {"framework", json_of(capture.framework)},
        {"device", json_of(capture.device)}, {"training", json_of(capture.training)}, {"step", json_of(capture.step)},
        {"batch", json_of(capture.batch)}});
    if (capture.loss)
        json.add("loss",
            json_object({{"value", json_of(capture.loss->value)},
                {"kind", json_of(name_of(captured_loss_names, capture.loss->kind))},
                {"classes", json_of(capture.loss->classes)}}));
    Json& modules = json.add("modules", json_list());
    for (const CapturedModule& one : capture.modules) {
        Json& item = modules.add(json_object({{"path", json_of(one.path)}, {"class", json_of(one.class_name)},
            {"call", json_of(one.call)}, {"kind", json_of(word(one.kind))}}));
        if (one.block > 0) {
            item.add("block", json_of(one.block));
            item.add("role", json_of(one.role));
        }
        if (one.output)
            item.add("output", json_of_moments(*one.output));
        if (one.gradient)
            item.add("gradient", json_of_moments(*one.gradient));
        if (one.constant_input)
            item.add("constant_input", json_of(*one.constant_input));
        if (one.attention)
            item.add("attention",
                json_object({{"entropy", json_of(one.attention->entropy)},
                    {"entropy_uniform", json_of(one.attention->entropy_uniform)},
                    {"logit_std", json_of(one.attention->logit_std)}, {"logit_max", json_of(one.attention->logit_max)},
                    {"top", json_of(one.attention->top)}, {"keys", json_of(one.attention->keys)}}));
    }
    json.add("unused", json_of(capture.unused));
    json.add("unseen", json_of(capture.unseen));
    json.add("weights", json_of(capture.weights));
    Json& parameters = json.add("parameters", json_list());
    for (const CapturedParameter& one : capture.parameters) {
        Json& item = parameters.add(json_object({{"name", json_of(one.name)}, {"tied", json_of(one.tied)},
            {"module_class", json_of(one.module_class)}, {"trainable", json_of(one.trainable)},
            {"value", json_of_moments(one.value)}, {"singular_values", json_of(one.singular_values)},
            {"equal_rows", json_of(one.equal_rows)}, {"update", json_of(one.update)}}));
        if (one.block > 0) {
            item.add("block", json_of(one.block));
            item.add("role", json_of(one.role));
        }
        if (one.gradient)
            item.add("gradient", json_of_moments(*one.gradient));
    }
    Json& steps = json.add("steps", json_list());
    for (const CapturedStep& one : capture.steps) {
        const auto numbers = [](const std::map<std::string, double>& all) {
            Json object = json_object();
            for (const auto& [name, number] : all)
                object.add(name, json_of(number));
            return object;
        };
        steps.add(json_object({{"step", json_of(one.step)}, {"loss", json_of(one.loss)},
            {"output", numbers(one.output)}, {"gradient", numbers(one.gradient)}, {"update", numbers(one.update)}}));
    }
    return json;
}

inline std::string text_of_capture(const Capture& capture) { return json_line(json_of_capture(capture)); }

/// Captures of an MLP whose outputs grow with width^exponent from step 1 on.
inline CapturedWidths widths(double exponent)
{
    CapturedWidths all;
    all.model = "MLP";
    for (const int width : {64, 128, 256})
        for (const int step : {0, 1}) {
            Capture capture = mlp();
            for (CapturedModule& one : capture.modules)
                one.output->rms = *one.output->rms * (step == 0 ? 1 : std::pow(width / 64.0, exponent));
            capture.step = step;
            all.captures.push_back({width, step, std::move(capture)});
        }
    return all;
}

inline std::string text_of_widths(const CapturedWidths& widths)
{
    Json captures = json_list();
    for (const CapturedWidths::One& one : widths.captures) {
        Json json = json_of_capture(one.capture);
        json.add("width", json_of(one.width));
        captures.add(std::move(json));
    }
    return json_line(json_object({{"format", json_of("stepzero-capture-widths")}, {"version", json_of(1)},
        {"model", json_of(widths.model)}, {"captures", std::move(captures)}}));
}

}   // namespace stepzero::capture_cases
