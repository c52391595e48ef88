// SPDX-License-Identifier: GPL-3.0-or-later
// Every module in a small form, for tests that apply to all of them.
#pragma once

#include <QString>
#include <QTest>
#include <array>
#include <functional>

#include "core/modules/channel_norm.h"
#include "core/modules/convolution.h"
#include "core/modules/dense.h"
#include "core/modules/elementwise.h"
#include "core/modules/mixer.h"
#include "core/modules/modulation.h"
#include "core/modules/pooling.h"
#include "tests/core/modules.h"

namespace stepzero {

struct ModuleCase {
    QString name;
    int rows = 0, columns = 0, tokens = 1;
    std::function<std::unique_ptr<Module>()> make;
};

inline LinearSpec linear(const std::string& role, int rows, int columns, std::uint32_t stream, bool bias = true)
{
    LinearSpec l {
        .site = {1, role}, .weight = normal_plan(role, rows, columns, stream, 1 / std::sqrt(double(columns)))};
    if (bias)
        l.bias = vector_plan(role + " bias", rows, stream, 0, 0.3);
    return l;
}

inline NormSpec norm(NormKind kind, const std::string& role, int width, bool scale = true)
{
    NormSpec n {.kind = kind, .site = {1, role}};
    if (scale)
        n.scale = vector_plan(role, width, 50 + std::uint32_t(role.size()), 1.5, 0.5);
    return n;
}

struct AttentionOptions {
    int width, heads, key_value_heads, head_width;
    bool causal = true, rotary = false, qk_norm = false, over_heads = false;
    LogitScale scale = LogitScale::root;
    double multiplier = 1, softcap = 0;
    NormKind norm = NormKind::layer;
    bool alibi = false;
    bool gate = false, values = false;
    int buckets = 0;   ///< T5's, up to the distance 5; 0: none
    int value_width = 0;   ///< 0: head_width
    int rank = 0, query_rank = 0, shared = 0;   ///< widths of latent attention; 0: none
};

inline std::unique_ptr<Module> attention(const AttentionOptions& o)
{
    const int value_width = o.value_width > 0 ? o.value_width : o.head_width;
    AttentionSpec a {.heads = o.heads,
        .key_value_heads = o.key_value_heads,
        .head_width = o.head_width,
        .value_width = value_width,
        .causal = o.causal,
        .logit_scale = o.scale,
        .multiplier = o.multiplier,
        .softcap = o.softcap,
        .q = linear("q", o.heads * o.head_width, o.query_rank > 0 ? o.query_rank : o.width, 1),
        .out = linear("attention_out", o.width, o.heads * value_width, 4)};
    if (o.query_rank > 0)
        a.query_latent = QueryLatentSpec {
            linear("q_down", o.query_rank, o.width, 13), norm(o.norm, "query latent norm", o.query_rank)};
    if (o.rank > 0) {
        a.latent = LatentSpec {linear("kv_down", o.rank + o.shared, o.width, 14), norm(o.norm, "latent norm", o.rank),
            linear("kv_up", o.key_value_heads * (o.head_width - o.shared + value_width), o.rank, 15, false), o.shared};
    } else {
        a.k = linear("k", o.key_value_heads * o.head_width, o.width, 2);
        a.v = linear("v", o.key_value_heads * value_width, o.width, 3, false);
    }
    if (o.rotary)
        a.rotary = Rotary {.share = o.over_heads ? 0.5 : 1};
    a.alibi = o.alibi;
    if (o.buckets > 0)
        a.relative = RelativeBias {.buckets = {.count = o.buckets, .largest = 5, .causal = o.causal},
            .table = normal_plan("relative_bias", o.buckets, o.heads, 9, 1)};
    if (o.values)
        a.values = ValueEmbedding {normal_plan("value_embedding", 7, o.key_value_heads * value_width, 11, 1),
            linear("value_gate", o.key_value_heads, o.width / 2, 12, false),
            std::make_shared<const std::vector<int>>(std::vector {3, 1, 6, 3, 0, 1, 1, 5, 2, 2})};
    if (o.gate)
        a.gate = linear("attention_gate", o.heads * value_width, o.width, 10);
    if (o.qk_norm) {
        a.normalized_width = o.over_heads ? 0 : o.head_width;
        a.q_norm = norm(o.norm, "q_norm", o.head_width * (o.over_heads ? o.heads : 1));
        a.k_norm = norm(o.norm, "k_norms", o.head_width * (o.over_heads ? o.key_value_heads : 1));
    }
    return std::make_unique<Attention>(std::move(a));
}

inline std::unique_ptr<Module> two_layers(int width, const char* activation)
{
    auto f = std::make_unique<Sequence>();
    f->emplace<Linear>(linear("mlp_in", 2 * width, width, 5));
    f->emplace<Elementwise>(Site {1, "mlp_activation"}, Activation {activation, {}});
    f->emplace<Linear>(linear("mlp_out", width, 2 * width, 6, false));
    return f;
}

struct ExpertsOptions {
    int experts, chosen;
    bool renormalized = true;
    int shared = 0;
};

/// Returns experts: gated ones without biases, or plain ones with some. Finite differences do not change the choices of
/// the router of stream 1000.
inline std::unique_ptr<Module> experts(int width, const ExpertsOptions& o, bool gated)
{
    std::vector<std::unique_ptr<Module>> chosen, shared;
    for (int i = 1; i <= o.experts + o.shared; ++i) {
        const std::string name = "expert " + std::to_string(i) + " ";
        const auto stream = std::uint32_t(100 + 10 * i);
        auto f = std::make_unique<Sequence>();
        if (gated) {
            f->emplace<Gated>(GatedSpec {gate_activation("swiglu"), linear(name + "mlp_gate", 3, width, stream, false),
                linear(name + "mlp_in", 3, width, stream + 1, false), {1, "mlp_activation"}});
        } else {
            f->emplace<Linear>(linear(name + "mlp_in", 3, width, stream));
            f->emplace<Elementwise>(Site {1, "mlp_activation"}, Activation {"gelu", {}});
        }
        f->emplace<Linear>(linear(name + "mlp_out", width, 3, stream + 2, !gated));
        (i <= o.experts ? chosen : shared).push_back(std::move(f));
    }
    return std::make_unique<Experts>(
        ExpertsSpec {linear("router", o.experts, width, 1000, false), o.chosen, o.renormalized}, std::move(chosen),
        std::move(shared));
}

inline std::unique_ptr<Residual> residual(Placement placement, NormKind kind, int width, double skip, double branch)
{
    ResidualSpec r {.placement = placement, .skip = skip, .branch = branch};
    r.norm = norm(kind, "norm", width);
    r.norm_after = norm(kind, "norm_after", width);
    return std::make_unique<Residual>(std::move(r), two_layers(width, "gelu"));
}

/// Returns the connections of a step with n streams, whose deviations are randomly initialized.
inline ConnectionsSpec drawn_connections(int streams, StreamMixing mixing)
{
    return connections({streams, mixing, 0.4}, 1, [](const char* what, int entries, const Initializer&) {
        return vector_plan(what, entries, 70 + std::uint32_t(what[0]), 0, 0.4);
    });
}

inline std::unique_ptr<Residual> of_streams(
    int streams, StreamMixing mixing, Placement placement, int width, double skip, double branch)
{
    ResidualSpec r {.placement = placement, .skip = skip, .branch = branch};
    r.norm = norm(NormKind::rms, "norm", width);
    r.norm_after = norm(NormKind::rms, "norm_after", width);
    r.connections = drawn_connections(streams, mixing);
    return std::make_unique<Residual>(std::move(r), two_layers(width, "gelu"));
}

/// Returns two parallel branches that share the scale of their first norms.
inline std::unique_ptr<Module> parallel(Placement placement, NormKind kind, int width, double skip, double branch)
{
    const auto step = [&](const char* word, double kept, std::unique_ptr<Module> function) {
        ResidualSpec r {.word = word, .placement = placement, .skip = kept, .branch = branch};
        r.norm = norm(kind, "norm", width);
        r.norm_after = norm(kind, std::string(word) + "_norm_after", width);
        return std::make_unique<Residual>(std::move(r), std::move(function));
    };
    return std::make_unique<ParallelResidual>(
        step("attention", skip, attention({.width = width, .heads = 2, .key_value_heads = 2, .head_width = 2})),
        step("mlp", 1, two_layers(width, "gelu")));
}

inline CausalConvolutionSpec causal_convolution(int channels, int taps, bool bias = true)
{
    CausalConvolutionSpec c {.site = {1, "conv1d"}, .weight = normal_plan("conv1d", channels, taps, 20, 0.6)};
    if (bias)
        c.bias = vector_plan("conv1d bias", channels, 20, 0, 0.3);
    return c;
}

/// Returns a mixer whose parameters are all randomly initialized, with decay rates of about 1 and steps of about 0.5.
inline std::unique_ptr<Module> mixer(int width, int channels, int states, int rank, const char* activation)
{
    MixerSpec m {.in = linear("in_proj", 2 * channels, width, 21, false),
        .convolution = causal_convolution(channels, 3),
        .activation = {activation, {}},
        .x = linear("x_proj", rank + 2 * states, channels, 22, false),
        .dt = linear("dt_proj", channels, rank, 23),
        .a_log = normal_plan("A_log", channels, states, 24, 0.5),
        .d = vector_plan("D", channels, 25, 1, 0.3),
        .out = linear("out_proj", width, channels, 26, false)};
    return std::make_unique<Mixer>(std::move(m));
}

inline ConvolutionSpec convolution(int channels, int units, const Window& window, const std::string& name = "kernel")
{
    // The kernel of a transposed convolution is that of the direct one.
    const int rows = window.transposed ? channels : units, columns = window.transposed ? units : channels;
    const int seen = window.receptive(), fan_in = columns / window.groups * seen;
    ConvolutionSpec c {.site = {1, "preactivation"},
        .weight = normal_plan(name, rows, fan_in, 7, 1 / std::sqrt(double(fan_in))),
        .bias = vector_plan(name + " bias", units, 7, 0, 0.3)};
    c.weight.window = window;
    c.weight.shape = {rows * seen, fan_in, window.kernel, window.dimensions};
    c.bias->shape = {units * seen, fan_in, window.kernel, window.dimensions};
    return c;
}

/// Returns a block whose skip changes the channels if `changes`, and with φ after the sum if `after`.
inline std::unique_ptr<Module> image_block(bool changes, bool after)
{
    const Window window {.dimensions = 2, .side = 4, .kernel = 3, .stride = changes ? 2 : 1, .border = Border::zeros};
    std::unique_ptr<Module> shortcut, end;
    if (changes)
        shortcut = std::make_unique<Convolution>(
            convolution(4, 6, {.dimensions = 2, .side = 4, .kernel = 1, .stride = 2}, "projection"));
    if (after)
        end = std::make_unique<Elementwise>(Site {1, ""}, Activation {"gelu", {}});
    return std::make_unique<Residual>(
        ResidualSpec {.word = "branch", .placement = Placement::none, .skip = 0.7, .branch = 1.3, .tokens = false},
        std::make_unique<Convolution>(convolution(4, changes ? 6 : 4, window)), std::move(shortcut), std::move(end));
}

inline NetworkPlan dense_plan(const std::vector<int>& widths, const char* activation)
{
    NetworkPlan plan;
    plan.reading.preactivation = "preactivation";
    plan.reading.output = "output";
    for (std::size_t l = 1; l < widths.size(); ++l) {
        const std::string name = "layers." + std::to_string(l);
        const auto stream = std::uint32_t(l);
        ParameterPlan weight
            = normal_plan(name + ".weight", widths[l], widths[l - 1], stream, 1.5 / std::sqrt(double(widths[l - 1])));
        ParameterPlan bias = vector_plan(name + ".bias", widths[l], stream, 0, 0.3);
        weight.role = bias.role = "weight";
        weight.block = bias.block = int(l);
        plan.blocks.push_back({.block = int(l),
            .features_in = widths[l - 1],
            .features_out = widths[l],
            .activation = {activation, {}},
            .parameters = {weight, bias}});
    }
    return plan;
}

/// Owns the plan that the module refers to.
struct OwnedPlan {
    NetworkPlan plan;
};
class OwningDense : OwnedPlan, public Dense {
public:
    explicit OwningDense(NetworkPlan network) : OwnedPlan {std::move(network)}, Dense(plan) { }
};

/// Returns every module in every configuration.
inline std::vector<ModuleCase> module_cases()
{
    std::vector<ModuleCase> all;
    const auto add = [&](const QString& name, int rows, int columns, int tokens, auto make) {
        all.push_back({name, rows, columns, tokens, make});
    };
    add("nothing", 3, 2, 1, [] { return std::make_unique<Sequence>(); });
    for (const bool bias : {false, true})
        add(bias ? "linear, bias" : "linear", 7, 3, 1,
            [bias] { return std::make_unique<Linear>(linear("mlp_in", 5, 7, 1, bias)); });
    add("linear, mean 0.2", 7, 3, 1, [] {
        LinearSpec l = linear("mlp_in", 5, 7, 1);
        l.weight.initializer.parameters["mean"] = 0.2;
        return std::make_unique<Linear>(l);
    });
    add("linear, several tiles", 1100, 2, 1, [] { return std::make_unique<Linear>(linear("mlp_in", 700, 1100, 1)); });
    for (const NormKind kind : {NormKind::layer, NormKind::rms})
        for (const bool scale : {false, true})
            for (const int width : {1, 2, 9})
                add(QString("%1, scale %2, width %3")
                        .arg(kind == NormKind::layer ? "LayerNorm" : "RMSNorm")
                        .arg(scale)
                        .arg(width),
                    width, 4, 1, [=] { return std::make_unique<Norm>(norm(kind, "norm", width, scale)); });
    for (const double alpha : {0.5, 2.0})
        add(QString("DyT, α %1").arg(alpha), 9, 4, 1, [=] {
            NormSpec n = norm(NormKind::dyt, "norm", 9, alpha < 1);
            n.alpha = alpha;
            return std::make_unique<Norm>(n);
        });
    for (const NormKind kind : {NormKind::layer, NormKind::dyt})
        for (const bool scale : {false, true})
            add(QString("norm %1, scale %2, times 0.3").arg(int(kind)).arg(scale), 9, 4, 1, [=] {
                NormSpec n = norm(kind, "norm", 9, scale);
                n.factor = 0.3;
                return std::make_unique<Norm>(n);
            });
    for (const NormKind kind : {NormKind::layer, NormKind::rms, NormKind::dyt})
        add(QString("norm %1 with β").arg(int(kind)), 9, 4, 1, [=] {
            NormSpec n = norm(kind, "norm", 9);
            n.shift = vector_plan("norm shift", 9, 90, 0.2, 0.5);
            return std::make_unique<Norm>(n);
        });
    add("modulated branch", 4, 6, 3,
        [] { return std::make_unique<Modulated>(linear("modulation", 12, 4, 30), two_layers(4, "gelu")); });
    add("modulation without a branch", 5, 6, 2,
        [] { return std::make_unique<Modulated>(linear("modulation", 10, 5, 30)); });
    for (const char* name : {"gelu", "silu", "tanh", "linear"})
        add(name, 6, 4, 1, [name] {
            return std::make_unique<Elementwise>(Site {1, "mlp_activation"}, Activation {name, {}});
        });
    for (const char* name : {"glu", "geglu", "swiglu", "bilinear"})
        add(name, 6, 4, 1, [name] {
            return std::make_unique<Gated>(GatedSpec {gate_activation(name), linear("mlp_gate", 10, 6, 1),
                linear("mlp_in", 10, 6, 2, false), {1, "mlp_activation"}});
        });
    for (const char* name : {"tanh", "gelu", "sigmoid"})
        for (const std::vector<int>& widths : {std::vector {6, 5}, {6, 7, 4, 5}, {6, 300, 5}})
            add(QString("dense, %1, %2 layers of %3").arg(name).arg(widths.size() - 1).arg(widths[1]), 6, 4, 1,
                [=] { return std::make_unique<OwningDense>(dense_plan(widths, name)); });
    for (const int dimensions : {1, 2})
        for (const Border border : {Border::zeros, Border::circular, Border::none})
            for (const auto& [kernel, stride, dilation, groups] : {std::array {3, 1, 1, 1}, {3, 2, 1, 2}, {2, 1, 1, 4},
                     {3, 1, 2, 1}, {1, 2, 1, 1}, {4, 3, 1, 2}, {3, 1, 1, 4}})
                for (const bool transposed : {false, true}) {
                    if (transposed && border == Border::circular)
                        continue;
                    const Window window {.dimensions = dimensions,
                        .side = transposed ? 3 : 6,
                        .kernel = kernel,
                        .stride = stride,
                        .dilation = dilation,
                        .border = border,
                        .groups = groups,
                        .transposed = transposed};
                    add(QString("%1 in %2, border %3, kernel %4, stride %5, dilation %6, groups %7")
                            .arg(transposed ? "transposed convolution" : "convolution")
                            .arg(dimensions)
                            .arg(int(border))
                            .arg(kernel)
                            .arg(stride)
                            .arg(dilation)
                            .arg(groups),
                        4, 2 * window.positions_in(), window.positions_in(), [window, groups = groups] {
                            return std::make_unique<Convolution>(convolution(4, groups == 4 ? 4 : 8, window));
                        });
                }
    for (const double k : {1.0, 0.3})
        for (const int groups : {1, 2})
            add(QString("convolution, standardized by %1, groups %2").arg(k).arg(groups), 4, 50, 25, [=] {
                ConvolutionSpec c
                    = convolution(4, 6, {.dimensions = 2, .side = 5, .kernel = 3, .stride = 2, .groups = groups});
                c.standardized = k;
                return std::make_unique<Convolution>(std::move(c));
            });
    for (const int groups : {0, 1, 2, 4})
        for (const bool scale : {false, true})
            add(QString("norm of channels, groups %1, scale %2").arg(groups).arg(scale), 4, 12, 6, [=] {
                ChannelNormSpec n {.site = {1, "norm"}, .groups = groups};
                if (scale)
                    n.scale = vector_plan("norm", 4, 54, 1.5, 0.5);
                return std::make_unique<ChannelNorm>(std::move(n));
            });
    add("mean of positions", 3, 50, 25, [] {
        return std::make_unique<MeanPool>(
            Site {1, "pooled"}, Window {.dimensions = 1, .side = 25, .kernel = 25, .stride = 25});
    });
    add("first token", 3, 20, 5, [] { return std::make_unique<FirstToken>(Site {1, "pooled"}, 5); });
    for (const bool first : {false, true})
        add(QString("patches, class token %1").arg(first), 2, 72, 36, [=] {
            ParameterPlan kernel = normal_plan("patch", 5, 8, 60, 0.4);
            kernel.shape = {5 * 4, 8, 2, 2};
            kernel.window = {.dimensions = 2, .side = 6, .kernel = 2, .stride = 2};
            PatchesSpec p {
                .patch = {.site = {1, "patch"}, .weight = kernel, .bias = vector_plan("patch bias", 5, 61, 0, 0.3)},
                .positions = normal_plan("position", first ? 10 : 9, 5, 62, 0.5)};
            if (first)
                p.class_token = normal_plan("class_token", 1, 5, 63, 1);
            return std::make_unique<Patches>(std::move(p));
        });
    add("mean of windows, some left out", 3, 50, 25, [] {
        return std::make_unique<MeanPool>(
            Site {1, "pooled"}, Window {.dimensions = 2, .side = 5, .kernel = 2, .stride = 2});
    });
    for (const bool changes : {false, true})
        for (const bool after : {false, true})
            add(QString("residual of convolutions, changes %1, φ behind %2").arg(changes).arg(after), 4, 32, 16,
                [=] { return image_block(changes, after); });
    for (const ExpertsOptions& o : {ExpertsOptions {4, 2}, {4, 2, false}, {4, 1}, {4, 1, false}, {3, 3}, {3, 3, false},
             {1, 1}, {9, 2, true, 2}, {5, 2, false, 1}})
        for (const bool gated : {false, true})
            add(QString("%1 of %2 experts, renormalized %3, shared %4, gated %5")
                    .arg(o.chosen)
                    .arg(o.experts)
                    .arg(o.renormalized)
                    .arg(o.shared)
                    .arg(gated),
                6, 4, 2, [=] { return experts(6, o, gated); });
    for (const auto& [streams, out] : {std::pair(1, 3), {3, 1}, {3, 3}, {2, 5}})
        for (const bool doubly_stochastic : {false, true})
            if (!doubly_stochastic || streams == out)
                add(QString("%1 of %2 streams, doubly stochastic %3").arg(out).arg(streams).arg(doubly_stochastic),
                    4 * streams, 5, 1, [=, n = streams, m = out] {
                        return std::make_unique<StreamMap>(StreamMapSpec {Eigen::MatrixXd::Constant(m, n, 0.5),
                            vector_plan("change", m * n, 61, 0, 1), doubly_stochastic});
                    });
    for (const StreamMixing mixing : {StreamMixing::identity, StreamMixing::random, StreamMixing::doubly_stochastic})
        for (const Placement placement : {Placement::none, Placement::pre, Placement::sandwich})
            for (const auto& [streams, skip] : {std::pair(1, 1.0), {3, 0.7}})
                add(QString("residual of %1 streams, mixing %2, placement %3")
                        .arg(streams)
                        .arg(int(mixing))
                        .arg(int(placement)),
                    6 * streams, 4, 2,
                    [=, n = streams, s = skip] { return of_streams(n, mixing, placement, 6, s, 1.3); });
    const char* const placements[] {"none", "pre", "post", "sandwich", "reordered", "normalized"};
    for (const Placement placement : {Placement::none, Placement::pre, Placement::post, Placement::sandwich,
             Placement::reordered, Placement::normalized})
        for (const NormKind kind : {NormKind::layer, NormKind::rms, NormKind::dyt})
            for (const auto& [skip, branch] : {std::pair(1.0, 1.0), {0.7, 2.5}, {1.0, 0.0}, {0.0, 1.0}}) {
                const QString name = QString("residual %1, norm %2, skip %3, branch %4")
                                         .arg(placements[int(placement)])
                                         .arg(int(kind))
                                         .arg(skip)
                                         .arg(branch);
                add(name, 6, 4, 2, [=, s = skip, b = branch] { return residual(placement, kind, 6, s, b); });
                if (!norms_sum(placement))
                    add("parallel " + name, 6, 4, 2,
                        [=, s = skip, b = branch] { return parallel(placement, kind, 6, s, b); });
            }
    const auto heads = [&](const QString& name, int tokens, int sequences, const AttentionOptions& o) {
        add("attention " + name, o.width, tokens * sequences, tokens, [o] { return attention(o); });
    };
    heads("causal", 5, 2, {.width = 6, .heads = 3, .key_value_heads = 3, .head_width = 2});
    heads("full", 5, 2, {.width = 6, .heads = 3, .key_value_heads = 3, .head_width = 2, .causal = false});
    heads("one key head", 5, 2, {.width = 6, .heads = 4, .key_value_heads = 1, .head_width = 3});
    heads("two of four key heads", 4, 1, {.width = 8, .heads = 4, .key_value_heads = 2, .head_width = 2});
    heads("rotary", 5, 2, {.width = 8, .heads = 2, .key_value_heads = 2, .head_width = 4, .rotary = true});
    heads("QK LayerNorm", 4, 2, {.width = 8, .heads = 2, .key_value_heads = 1, .head_width = 4, .qk_norm = true});
    heads("QK RMSNorm, rotary", 4, 2,
        {.width = 8,
            .heads = 2,
            .key_value_heads = 2,
            .head_width = 4,
            .rotary = true,
            .qk_norm = true,
            .norm = NormKind::rms});
    heads("QK norm of all heads, half of each turns", 4, 2,
        {.width = 6,
            .heads = 4,
            .key_value_heads = 2,
            .head_width = 4,
            .rotary = true,
            .qk_norm = true,
            .over_heads = true,
            .norm = NormKind::rms});
    heads("1/width", 5, 1, {.width = 4, .heads = 2, .key_value_heads = 2, .head_width = 2, .scale = LogitScale::width});
    heads("no scale", 5, 1, {.width = 4, .heads = 2, .key_value_heads = 2, .head_width = 2, .scale = LogitScale::none});
    heads("multiplier 3", 5, 2, {.width = 6, .heads = 3, .key_value_heads = 3, .head_width = 2, .multiplier = 3});
    heads("soft cap", 5, 2, {.width = 6, .heads = 3, .key_value_heads = 3, .head_width = 2, .softcap = 1.5});
    heads("soft cap, tiles of queries", 70, 1,
        {.width = 2, .heads = 1, .key_value_heads = 1, .head_width = 2, .multiplier = 2, .softcap = 1});
    heads(
        "ALiBi", 6, 2, {.width = 6, .heads = 3, .key_value_heads = 3, .head_width = 2, .softcap = 1.5, .alibi = true});
    heads("ALiBi, full", 6, 2,
        {.width = 6, .heads = 3, .key_value_heads = 3, .head_width = 2, .causal = false, .alibi = true});
    heads("T5's biases", 8, 2, {.width = 6, .heads = 4, .key_value_heads = 2, .head_width = 2, .buckets = 4});
    heads("T5's biases, full, soft cap", 8, 2,
        {.width = 6,
            .heads = 2,
            .key_value_heads = 2,
            .head_width = 2,
            .causal = false,
            .multiplier = 3,
            .softcap = 1.5,
            .buckets = 8});
    heads("T5's biases, tiles of queries", 70, 1,
        {.width = 2, .heads = 1, .key_value_heads = 1, .head_width = 2, .buckets = 6});
    heads("output gate", 5, 2, {.width = 6, .heads = 4, .key_value_heads = 2, .head_width = 2, .gate = true});
    heads("value embeddings", 5, 2, {.width = 6, .heads = 4, .key_value_heads = 2, .head_width = 3, .values = true});
    heads("wide values", 5, 2,
        {.width = 6, .heads = 4, .key_value_heads = 2, .head_width = 2, .gate = true, .value_width = 5});
    heads("latent keys and values", 5, 2,
        {.width = 6, .heads = 3, .key_value_heads = 3, .head_width = 2, .norm = NormKind::rms, .rank = 4});
    heads("latents with a shared part that turns", 5, 2,
        {.width = 6,
            .heads = 4,
            .key_value_heads = 2,
            .head_width = 6,
            .rotary = true,
            .norm = NormKind::rms,
            .value_width = 3,
            .rank = 5,
            .query_rank = 3,
            .shared = 4});
    heads("latents, QK norm over all heads, gate, value embeddings", 5, 2,
        {.width = 6,
            .heads = 2,
            .key_value_heads = 2,
            .head_width = 4,
            .qk_norm = true,
            .over_heads = true,
            .gate = true,
            .values = true,
            .value_width = 2,
            .rank = 5,
            .shared = 1});
    heads("one head", 3, 2, {.width = 4, .heads = 1, .key_value_heads = 1, .head_width = 4});
    heads("one token", 1, 3, {.width = 4, .heads = 2, .key_value_heads = 2, .head_width = 2});
    heads("width 1", 4, 1, {.width = 1, .heads = 1, .key_value_heads = 1, .head_width = 1});
    for (const int taps : {1, 2, 4})
        for (const bool bias : {false, true})
            add(QString("causal convolution, taps %1, bias %2").arg(taps).arg(bias), 4, 15, 5,
                [=] { return std::make_unique<CausalConvolution>(causal_convolution(4, taps, bias)); });
    add("causal convolution, fewer tokens than taps", 3, 4, 2,
        [] { return std::make_unique<CausalConvolution>(causal_convolution(3, 4)); });
    for (const char* name : {"silu", "tanh"})
        add(QString("mixer, ") + name, 6, 14, 7, [name] { return mixer(6, 8, 3, 2, name); });
    add("mixer, one token, one state", 4, 3, 1, [] { return mixer(4, 4, 1, 1, "silu"); });
    add("mixer, several tasks of a sequence", 3, 6, 3, [] { return mixer(3, 130, 2, 1, "silu"); });
    heads("several tiles of queries", 70, 1, {.width = 2, .heads = 1, .key_value_heads = 1, .head_width = 2});
    return all;
}

/// Adds the rows of a test that applies to all modules: its column "index".
inline void case_rows(const std::vector<ModuleCase>& cases)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::newRow(qPrintable(cases[i].name)) << int(i);
}

}   // namespace stepzero
