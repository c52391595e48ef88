// SPDX-License-Identifier: GPL-3.0-or-later
// The theory of networks with tokens at step 0, transformers and state-space blocks: closed forms, and networks of
// finite width against it.
#include <QTest>
#include <functional>
#include <map>
#include <numbers>
#include <stdexcept>

#include "core/network/init/parameter.h"
#include "core/theory/residual_theory.h"
#include "core/theory/softmax_table.h"
#include "core/theory/state_space_theory.h"
#include "core/theory/token_gram.h"
#include "core/theory/transformer_theory.h"
#include "tests/cases.h"
#include "tests/core/average.h"
#include "tests/core/modules.h"
#include "tests/main/registered_test.h"

namespace tst_theory_transformer {

using namespace stepzero;

namespace {

RoleInitializer normal(double std, double factor = 1) { return {{"normal", {{"mean", 0.0}, {"std", std}}}, factor}; }

/// GPT-2's scheme: normal 0.02 everywhere, tied, Pre-LN.
TransformerSpec plain()
{
    return {.layers = 2,
        .width = 256,
        .heads = 4,
        .key_value_heads = 4,
        .mlp_width = 1024,
        .vocabulary = 2000,
        .positions = 64};
}

/// The same with the projections into the stream divided by √(2·layers).
TransformerSpec gpt2(TransformerSpec s = plain())
{
    s.matrices["attention_out"] = s.matrices["mlp_out"] = normal(0.02, 1 / std::sqrt(2.0 * s.layers));
    return s;
}

TransformerSpec bert()
{
    TransformerSpec s = plain();
    s.causal = false;
    s.placement = Placement::post;
    s.embedding_norm = true;
    s.final_norm = false;
    s.epsilon = 1e-12;
    s.matrix = {{"trunc_normal", {{"mean", 0.0}, {"std", 0.02}, {"low", -0.04}, {"high", 0.04}}}, 1};
    return s;
}

TransformerSpec llama()
{
    TransformerSpec s = plain();
    s.key_value_heads = 2;
    s.positions = 0;
    s.rotary = Rotary {};
    s.norm = NormKind::rms;
    s.epsilon = 1e-6;
    s.activation = {"silu", {}};
    s.gated = true;
    s.mlp_width = 704;
    s.bias = s.tied = false;
    return s;
}

/// As in DeepSeek-V3: latent vectors, narrow values, and a part of the keys that all heads share.
TransformerSpec latents()
{
    TransformerSpec s = llama();
    s.key_value_heads = 4;
    s.head_width = 96;
    s.value_width = 64;
    s.latent = LatentWidths {.query_rank = 128, .rank = 96, .shared = 32};
    return s;
}

/// Logits are of order 1, and positions turn a part of them. Gradients flow through the queries and keys.
TransformerSpec sharp_latents()
{
    TransformerSpec s = latents();
    s.matrices = {{"q_up", normal(0.12)}, {"kv_up", normal(0.1)}, {"kv_down", normal(0.06)}};
    s.output_gate = s.sub_norm = true;
    return s;
}

/// As in Gemma and Qwen 3: heads twice as wide as width/heads, queries and keys normalized together. Half of each head
/// is rotated, with reduced speeds.
TransformerSpec wide_heads()
{
    TransformerSpec s = llama();
    s.head_width = 128;
    s.qk_norm = s.qk_norm_over_heads = true;
    s.rotary = Rotary {.share = 0.5, .scaling = Rotary::Scaling::linear, .factor = 4};
    s.head_bias = true;
    s.biases = normal(0.3);
    return s;
}

TransformerSpec sandwich()
{
    TransformerSpec s = plain();
    s.placement = Placement::sandwich;
    return s;
}

/// As in BitNet.
TransformerSpec sub_norms()
{
    TransformerSpec s = llama();
    s.sub_norm = true;
    s.matrix = {{"ternary", {{"std", 0.03}}}, 1};
    s.norm_scales = {{"attention_sub_norm", {{"constant", {{"value", 1.3}}}, 1}}};
    return s;
}

/// As in OLMo 2, except for the norms of queries and keys, for which theory makes no prediction.
TransformerSpec reordered()
{
    TransformerSpec s = llama();
    s.placement = Placement::reordered;
    return s;
}

TransformerSpec normalized()
{
    TransformerSpec s = reordered();
    s.placement = Placement::normalized;
    s.skip = 0.8;
    s.branch = 0.2;
    return s;
}

/// As in nGPT: rows of length 1, columns where a matrix writes into the stream.
TransformerSpec unit_rows()
{
    TransformerSpec s = normalized();
    const RoleInitializer columns {{"unit_rows", {{"vectors", std::string("columns")}}}, 1};
    s.matrix = {{"unit_rows", {}}, 1};
    s.matrices = {{"attention_out", columns}, {"mlp_out", columns}};
    return s;
}

/// Every map preserves the mean square, and logits are divided by d_h.
TransformerSpec mup()
{
    TransformerSpec s = plain();
    s.logit_scale = LogitScale::width;
    s.matrix = normal(1 / std::sqrt(256.0));
    s.matrices = {
        {"mlp_out", normal(1 / 32.0)}, {"embedding", normal(1)}, {"position", normal(1)}, {"head", normal(1 / 256.0)}};
    s.tied = false;
    return s;
}

TransformerSpec xavier()
{
    TransformerSpec s = plain();
    s.matrix = {{"xavier_uniform", {{"gain", 1.0}}}, 1};
    s.biases = {{"uniform", {{"low", -0.2}, {"high", 0.2}}}, 1};
    s.activation = {"relu", {}};
    return s;
}

/// Attention well within its sharp range, by a QK norm with γ = 1.4.
TransformerSpec sharp()
{
    TransformerSpec s = plain();
    s.qk_norm = true;
    s.tied = false;
    s.norm_scale = {{"constant", {{"value", 1.4}}}, 1};
    return s;
}

/// The first transformer, and one with Pre-LN whose words are as small as its positions.
TransformerSpec vaswani()
{
    TransformerSpec s = bert();
    s.causal = true;
    s.embedding_norm = false;
    s.positions = 0;
    s.sinusoids = true;
    s.matrix = {{"xavier_uniform", {{"gain", 1.0}}}, 1};
    s.matrices = {{"embedding", normal(1 / 16.0)}};
    s.embedding_multiplier = 16;
    s.activation = {"relu", {}};
    s.layers = 3;   // fewer leave the softmax of the tied head on the input token
    return s;
}
TransformerSpec sinusoids_before_norms()
{
    TransformerSpec s = vaswani();
    s.placement = Placement::pre;
    s.final_norm = true;
    s.embedding_multiplier = 12;
    s.skip = 0.9;
    return s;
}

/// T5's scheme with an untied head, and one with larger biases, for keys on both sides.
TransformerSpec t5()
{
    TransformerSpec s = llama();
    s.rotary.reset();
    s.relative = DistanceBuckets {};
    s.gated = false;
    s.activation = {"relu", {}};
    s.logit_scale = LogitScale::none;
    s.key_value_heads = 4;
    s.matrix = normal(1 / 16.0);
    s.matrices = {{"q", normal(1 / 128.0)}, {"embedding", normal(1)}, {"mlp_out", normal(1 / std::sqrt(704.0))}};
    return s;
}
TransformerSpec both_sides()
{
    TransformerSpec s = t5();
    s.causal = s.relative->causal = false;
    s.matrices["relative_bias"] = normal(0.3);
    return s;
}

TransformerSpec gated_attention()
{
    TransformerSpec s = xavier();
    s.output_gate = true;
    return s;
}
/// Value embeddings of open and of random gates, in blocks 1 and 3.
TransformerSpec nanochat()
{
    TransformerSpec s = llama();
    s.matrix = normal(1 / 16.0);
    s.value_embeddings = true;
    s.matrices["value_gate"] = {{"zeros", {}}, 1};
    return s;
}
TransformerSpec random_value_gates()
{
    TransformerSpec s = nanochat();
    s.matrices["value_gate"] = normal(0.3);
    return s;
}

/// Another γ at each place.
TransformerSpec norms_of_their_own()
{
    TransformerSpec s = sharp();
    for (const auto& [norm, scale] :
        {std::pair("attention_norm", 1.3), {"mlp_norm", 0.8}, {"q_norm", 1.5}, {"k_norm", 1.2}, {"final_norm", 0.7}})
        s.norm_scales[norm] = {{"constant", {{"value", scale}}}, 1};
    return s;
}

TransformerSpec without_norms()
{
    TransformerSpec s = xavier();
    s.placement = Placement::none;
    s.final_norm = false;
    s.branch = 0.5;
    s.tied = false;
    s.matrices = {{"embedding", normal(0.7)}, {"position", normal(0.7)}, {"head", normal(0.02)}};
    return s;
}

/// adaLN whose gates and shifts are of order 1.
TransformerSpec modulated()
{
    TransformerSpec s = llama();
    s.modulated = true;
    s.matrices = {
        {"attention_modulation", normal(0.05)}, {"mlp_modulation", normal(0.05)}, {"final_modulation", normal(0.15)}};
    return s;
}

/// Latent vectors of keys and values only, in an encoder without norms of the stream.
TransformerSpec latents_of_keys()
{
    TransformerSpec s = without_norms();
    s.causal = false;
    s.latent = LatentWidths {.rank = 64};
    return s;
}

TransformerSpec strong_gates()
{
    TransformerSpec s = without_norms();
    s.output_gate = true;
    s.matrices["attention_gate"] = normal(0.2);
    return s;
}

/// s = (2L)^¼ and the gain of v, out and MLP (8L)^−¼.
TransformerSpec deepnet()
{
    TransformerSpec s = bert();
    s.skip = std::pow(2.0 * s.layers, 0.25);
    s.matrix = {{"xavier_normal", {{"gain", 1.0}}}, 1};
    for (const char* role : {"v", "attention_out", "mlp_in", "mlp_out"})
        s.matrices[role] = {{"xavier_normal", {{"gain", std::pow(8.0 * s.layers, -0.25)}}}, 1};
    return s;
}

/// A vocabulary so small that words repeat, and no positions but the mask to distinguish them.
TransformerSpec few_words()
{
    TransformerSpec s = plain();
    s.vocabulary = 16;
    s.positions = 0;
    return s;
}

TransformerSpec value_embeddings_of_few_words()
{
    TransformerSpec s = few_words();
    s.value_embeddings = true;
    return s;
}

/// A head that reads little more than the embedding to which it is tied.
TransformerSpec tied_and_shallow()
{
    TransformerSpec s = plain();
    s.layers = 1;
    s.branch = 0.2;
    s.matrices["embedding"] = normal(0.04);
    return s;
}

/// Multipliers, and caps with some effect: logits of std about 0.9 with a cap of 5, those of the head 1.4 with 10.
TransformerSpec gemma2()
{
    TransformerSpec s = llama();
    s.placement = Placement::sandwich;
    s.matrix = normal(1 / std::sqrt(256.0));
    s.matrices = {{"embedding", normal(0.05)}, {"head", normal(0.11)}};
    s.embedding_multiplier = std::sqrt(256.0);
    s.attention_multiplier = 0.9;
    s.logits_multiplier = 0.8;
    s.attention_softcap = 5;
    s.logits_softcap = 10;
    return s;
}

/// Tied, with a small multiplier at the head.
TransformerSpec granite()
{
    TransformerSpec s = llama();
    s.tied = true;
    s.embedding_multiplier = 12;
    s.logits_multiplier = 1 / 8.0;
    s.logit_scale = LogitScale::none;
    s.attention_multiplier = 1 / 64.0;
    s.branch = 0.22;
    return s;
}

TransformerSpec parallel(Parallel parallel, Placement placement = Placement::pre)
{
    TransformerSpec s = xavier();
    s.parallel = parallel;
    s.placement = placement;
    s.tied = false;
    s.skip = 0.9;
    s.branch = 0.8;
    return s;
}

TransformerSpec scaled_norms()
{
    TransformerSpec s = xavier();
    s.norm_scaling = true;
    s.tied = false;
    return s;
}

TransformerSpec squashed()
{
    TransformerSpec s = xavier();
    s.norm = NormKind::dyt;
    s.alpha = 0.8;
    s.matrices = {{"embedding", normal(0.7)}, {"position", normal(0.7)}};
    s.tied = false;
    return s;
}

/// Two of eight experts, as in Mixtral; the router's logits have std 0.02·16.
TransformerSpec mixtral()
{
    TransformerSpec s = llama();
    s.experts = 8;
    s.expert_width = 256;
    return s;
}

/// Gates of the softmax, eight of 32 experts, a router of spread 1, a shared expert.
TransformerSpec olmoe()
{
    TransformerSpec s = llama();
    s.experts = 32;
    s.experts_chosen = 8;
    s.shared_experts = 1;
    s.expert_width = 96;
    s.gates_renormalized = false;
    s.matrices["router"] = normal(1 / 16.0);
    return s;
}

/// A choice so sharp that it affects the gradient, in branches that outweigh the skip.
TransformerSpec sharp_router()
{
    TransformerSpec s = xavier();
    s.experts = 4;
    s.expert_width = 256;
    s.tied = false;
    s.skip = 0.3;
    s.matrices["router"] = normal(1 / 8.0);
    return s;
}

TransformerSpec zero_router()
{
    TransformerSpec s = mixtral();
    s.matrices["router"] = {{"zeros", {}}, 1};
    return s;
}

TransformerSpec of_streams(TransformerSpec s, int streams, StreamMixing mixing, double std)
{
    s.streams = {streams, mixing, std};
    return s;
}

/// The parameters of a replica, except for the mixing of streams, which is that of the first.
class AlikeMixing : public ParameterSource {
public:
    AlikeMixing(int replica, NoiseCache& cache) : own_(3, replica, cache), first_(3, 0, cache) { }

    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override
    {
        return own_.matrix(plan, context);
    }
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override
    {
        return (plan.role.ends_with("_mixing") ? first_ : own_).vector(plan, context);
    }

private:
    DrawnParameters own_, first_;
};

std::vector<Connections> connections_of(const TransformerSpec& s, NoiseCache& cache)
{
    const AlikeMixing parameters(0, cache);
    const std::vector<ParameterPlan> plans = Transformer(s).parameters();
    std::vector<Connections> all;
    for (int step = 0; s.streams.count > 1 && step < 2 * s.layers; ++step) {
        const std::string begin = "blocks." + std::to_string(step / 2 + 1) + (step % 2 == 0 ? ".attention_" : ".mlp_");
        const auto plan = [&](const char* what, int, const Initializer&) {
            return *std::ranges::find(plans, begin + what + ".weight", &ParameterPlan::name);
        };
        all.push_back(drawn(connections(s.streams, step, plan), parameters, {}));
    }
    return all;
}

/// timm's scheme, with a class token near zero.
TransformerSpec vit()
{
    TransformerSpec s = plain();
    s.image = ImageSpec {.channels = 3, .side = 64, .patch = 8};
    s.vocabulary = 100;
    s.positions = s.image->tokens();
    s.causal = s.tied = false;
    s.matrices = {{"patch", {{"lecun_normal", {}}, 1}}, {"class_token", normal(1e-6)}};
    return s;
}

/// As a diffusion transformer begins: every block is the identity, and blocks get no gradient.
TransformerSpec adaln_zero()
{
    TransformerSpec s = vit();
    s.modulated = true;
    s.bias = false;
    for (const char* role : {"attention_modulation", "mlp_modulation", "final_modulation"})
        s.matrices[role] = {{"zeros", {}}, 1};
    return s;
}

/// Xavier, whose branches write more, and biases of patches; parallel, and the mean over patches.
TransformerSpec vit_of_means()
{
    TransformerSpec s = vit();
    s.image->class_token = false;
    s.positions = 0;
    s.parallel = Parallel::one_norm;
    s.matrix = {{"xavier_uniform", {{"gain", 1.0}}}, 1};
    s.biases = {{"uniform", {{"low", -0.2}, {"high", 0.2}}}, 1};
    return s;
}

/// Patches of 48 numbers, and logits with a spread of 1.
TransformerSpec vit_of_small_patches()
{
    TransformerSpec s = vit();
    s.image->side = 32;
    s.image->patch = 4;
    s.matrix = {{"xavier_uniform", {{"gain", 1.0}}}, 1};
    s.qk_norm = true;
    return s;
}

/// A class token as large as a patch, in branches that outweigh the stream.
TransformerSpec vit_sandwich()
{
    TransformerSpec s = vit();
    s.placement = Placement::sandwich;
    s.matrices["class_token"] = normal(1);
    return s;
}

/// Mean of the numbers of images: N(0.3, 1).
constexpr double mean_of_images = 0.3;

/// Mamba's initialization, except for branches that grow the stream.
StateSpaceSpec mamba()
{
    return {.layers = 3, .width = 256, .vocabulary = 2000, .channels = 512, .states = 16, .taps = 4, .dt_rank = 16};
}

/// A_log and dt_bias of zeros.
StateSpaceSpec forgetful()
{
    StateSpaceSpec s = mamba();
    s.matrices["A_log"] = s.dt_bias = {{"zeros", {}}, 1};
    return s;
}

/// A scan of a few hundredths of y, other distributions of everything, another φ, Post-LN.
StateSpaceSpec strong_scan()
{
    StateSpaceSpec s = mamba();
    s.placement = Placement::post;
    s.final_norm = false;
    s.matrices["in_proj"] = {{"lecun_normal", {}}, 1};
    s.matrices["x_proj"] = {{"pytorch_linear", {}}, 0.7};
    s.matrices["conv1d"] = normal(0.4);
    s.matrices["A_log"] = normal(0.5);
    s.convolution_bias = normal(0.3);
    s.dt_bias = normal(0.5);
    s.activation = {"tanh", {}};
    s.skip = 0.9;
    s.branch = 1.5;
    s.tied = false;
    return s;
}

/// One quantity at one site.
struct Compared {
    QString what;
    double predicted = 0;
    double relative = 0, absolute = 0;   ///< allowed effects of finite width
    Average seen;
};

class Comparison {
public:
    void add(const QString& what, double seen, double predicted, double relative, double absolute = 0)
    {
        if (next_ == all_.size())
            all_.push_back({what, predicted, relative, absolute, {}});
        all_[next_++].seen.add(seen);
    }
    void next_network() { next_ = 0; }

    /// Returns whether deviations are within five standard errors plus the effect of finite width; prints the largest
    /// deviation of each quantity.
    bool good() const
    {
        bool good = true;
        std::map<QString, std::pair<double, double>> worst;
        for (const Compared& c : all_) {
            const double away = c.predicted - c.seen.mean();
            if (!(std::abs(away) < 5 * c.seen.error() + c.relative * std::abs(c.seen.mean()) + c.absolute)) {
                qInfo(
                    "%s: %.5g ± %.2g, predicted %.5g", qPrintable(c.what), c.seen.mean(), c.seen.error(), c.predicted);
                good = false;
            }
            auto& w = worst[c.what.section(' ', 0, 0)];
            const double scale = c.absolute > 0 ? 1 : c.seen.mean();
            if (std::abs(away / scale) > std::abs(w.first))
                w = {away / scale, c.seen.error() / scale};
        }
        QString line;
        for (const auto& [what, w] : worst)
            line += QString("  %1 %2(%3)").arg(what).arg(w.first, 0, 'f', 3).arg(w.second, 0, 'f', 3);
        qInfo("largest deviation (standard error):%s", qPrintable(line));
        return good;
    }

private:
    std::vector<Compared> all_;
    std::size_t next_ = 0;
};

/// Records moments alone: no histogram is read.
class MomentRecorder : public DistributionRecorder {
public:
    using DistributionRecorder::DistributionRecorder;

    void value(const Site& site, const Signal& signal, const Context&) override
    {
        if (signal.moments.count > 0)
            counted(site, {signal.moments, {}, signal.exponent}, false);
    }
};

/// Holds the matrices of the 16 replicas of one family of networks, which differ in scale alone.
NoiseCache& shared_noise()
{
    static NoiseCache cache(std::size_t(320) << 20);
    return cache;
}

/// Records forward and backward, or forward alone.
Record recorded(int layers, int replica, NoiseCache& cache, bool backward, const std::function<void(Pass&)>& run)
{
    static const Context context;
    const AlikeMixing parameters(replica, cache);
    MomentRecorder recorder(layers);
    Pass pass {.context = context, .parameters = parameters, .recorder = recorder, .backward = backward};
    run(pass);
    return recorder.record();
}

template <class Spec>
Record run_words(TokenNetwork network, const Spec& spec, int tokens, int sequences, int replica, NoiseCache& cache,
    bool backward = true)
{
    // Tokens and targets that are independent of each other, from independent Gaussians.
    std::vector<int> words;
    const Tensor noise = normal_tensor(tokens * sequences, 2, std::uint32_t(50 + replica));
    for (const float g : noise.reshaped())
        words.push_back(std::min(spec.vocabulary - 1, int(spec.vocabulary * std::erfc(g / std::numbers::sqrt2) / 2)));
    const auto middle = words.begin() + tokens * sequences;
    return recorded(spec.layers, replica, cache, backward, [&](Pass& pass) {
        network.run({words.begin(), middle}, tokens, {middle, words.end()}, pass);
    });
}

Record run_images(const TransformerSpec& spec, int images, int replica, NoiseCache& cache)
{
    const int positions = spec.image->side * spec.image->side;
    const Tensor noise = normal_tensor(spec.image->channels, positions * images, std::uint32_t(50 + replica));
    return recorded(spec.layers, replica, cache, true, [&](Pass& pass) {
        Transformer(spec).run(signal_of(noise.array() + float(mean_of_images), positions),
            some_tokens(images, spec.vocabulary, replica), pass);
    });
}

const Predicted& predicted(const Prediction& p, int block, const std::string& role, Quantity quantity)
{
    const Predicted* found = p.block(block).find(role, quantity);
    if (!found)
        throw std::runtime_error("nothing is predicted of " + role);
    return *found;
}

/// Returns how many steps of these words theory covers.
std::size_t followed(const Prediction& p, const std::vector<std::string>& words)
{
    std::size_t count = 0;
    for (const BlockPrediction& block : p.blocks)
        for (const std::string& word : words)
            count += block.find(word + "_stream") ? 1 : 0;
    return count;
}

const std::vector<std::string> transformer_words {"attention", "mlp"};

/// Compares all predictions for a step of this word with the measurement.
void compare(Comparison& all, const Prediction& p, const Record& r, int number, const std::string& word)
{
    const BlockRecord& block = r.at(std::size_t(number));
    const std::string stream = word + "_stream", branch = word + "_branch", back = word + "_return";
    const QString at = QString(" %1 %2").arg(number).arg(QString::fromStdString(word));
    const auto theory = [&](const std::string& role, Quantity q) { return predicted(p, number, role, q).value; };
    all.add("stream" + at, block.value(stream)->rms, theory(stream, Quantity::rms), 0.01);
    all.add("branch" + at, block.value(branch)->rms, theory(branch, Quantity::rms), 0.03);
    const auto both = [&](const char* name, const std::string& role, Quantity q, double relative, double absolute = 0) {
        all.add(name + at, *block.number(role, q), theory(role, q), relative, absolute);
    };
    both("similarity", stream, Quantity::similarity, 0, 0.02);
    both("correlation", branch, Quantity::correlation, 0, 0.01);
    all.add("gradient" + at, block.gradient(stream)->rms, theory(stream, Quantity::gradient_rms), 0.03);
    all.add("sum" + at, block.gradient(branch)->rms, theory(branch, Quantity::gradient_rms), 0.03);
    all.add("return" + at, block.gradient(back)->rms, theory(back, Quantity::gradient_rms), 0.05);
    if (word == "mlp" && p.block(number).find("router")) {
        all.add("router_rms" + at, block.value("router")->rms, theory("router", Quantity::rms), 0.02, 1e-9);
        both("router_entropy", "router", Quantity::router_entropy, 0.01);
        both("top", "router", Quantity::top_probability, 0.01);
        both("balance", "router", Quantity::load_balance, 0, 0.02);
        all.add("loads" + at, std::pow(*block.number("router", Quantity::load_spread), 2),
            std::pow(theory("router", Quantity::load_spread), 2), 0.05, 0.01);
    }
    if (word == "mixer") {
        all.add("preactivation" + at, block.value("conv1d")->rms, theory("conv1d", Quantity::rms), 0.01);
        all.add("scan" + at, block.value("scan")->rms, theory("scan", Quantity::rms), 0.03);
        both("time_step", "scan", Quantity::time_step, 0.005);
        both("decay", "scan", Quantity::decay, 0, 0.002);
        both("memory_spread", "scan", Quantity::memory_spread, 0, 0.02);
    }
    if (word != "attention")
        return;
    double entropy = 0, spread = 0;
    const std::vector<AttentionHead>& heads = block.find("attention")->heads;
    for (const AttentionHead& h : heads) {
        entropy += h.entropy / double(heads.size());
        spread += h.logit_spread * h.logit_spread / double(heads.size());
    }
    const AttentionPrediction& attention = *p.block(number).find("attention")->attention;
    all.add("entropy" + at, entropy, attention.entropy, 0, 0.02);
    all.add("spread²" + at, spread, std::pow(attention.logit_spread, 2), 0.05);
}

void compare(Comparison& all, const Prediction& p, const Record& r, const std::vector<std::string>& words)
{
    for (int block = 1; block < int(p.blocks.size()); ++block)
        for (const std::string& word : words)
            compare(all, p, r, block, word);
    all.add("cross-entropy", *r.front().number("logits", Quantity::cross_entropy), p.head->cross_entropy, 0.002);
}

}   // namespace

class TestTheoryTransformer : public QObject {
    Q_OBJECT

private slots:
    void networks_data()
    {
        QTest::addColumn<TransformerSpec>("spec");
        const auto row = [](const char* name, const TransformerSpec& spec) { QTest::newRow(name) << spec; };
        // Networks whose parts others have as well.
        const auto repeated = [&](const char* name, const TransformerSpec& spec) {
            if (tested::every_case())
                row(name, spec);
        };
        // Networks that share their noise (shared_noise) follow each other.
        row("GPT-2", gpt2());
        repeated("GPT-2, scaling forgotten", plain());
        repeated("sandwich", sandwich());
        row("muP", mup());
        repeated("sharp attention", sharp());
        row("norms of different scales", norms_of_their_own());
        row("sub-norms, ternary", sub_norms());
        repeated("few words", few_words());
        row("value embeddings of few words", value_embeddings_of_few_words());
        row("tied and shallow", tied_and_shallow());
        row("DeepNet", deepnet());
        repeated("4 streams, identity", of_streams(gpt2(), 4, StreamMixing::identity, 0));
        repeated("ViT, class token", vit());
        row("ViT, sandwich", vit_sandwich());
        repeated("Xavier everywhere", xavier());
        repeated("parallel, two norms", parallel(Parallel::two_norms));
        row("parallel, one norm, sandwich", parallel(Parallel::one_norm, Placement::sandwich));
        row("parallel, Post-LN", parallel(Parallel::two_norms, Placement::post));
        row("norms scaled by 1/sqrt(l)", scaled_norms());
        row("sinusoids, Post-LN", vaswani());
        repeated("sinusoids, Pre-LN", sinusoids_before_norms());
        repeated("output gate", gated_attention());
        row("output gate of large weights", strong_gates());
        row("DyT", squashed());
        row("without norms", without_norms());
        row("3 streams, random, no norms", of_streams(without_norms(), 3, StreamMixing::random, 0.6));
        repeated("4 streams, identity + noise", of_streams(xavier(), 4, StreamMixing::identity, 0.3));
        repeated("a sharp router", sharp_router());
        row("2 streams, noise, experts", of_streams(sharp_router(), 2, StreamMixing::identity, 0.5));
        row("ViT, mean, parallel, Xavier", vit_of_means());
        row("ViT of small patches", vit_of_small_patches());
        row("BERT", bert());
        repeated("LLaMA", llama());
        repeated("T5", t5());
        row("biases by distance on both sides", both_sides());
        repeated("nanochat", nanochat());
        row("value embeddings with random gates", random_value_gates());
        repeated("reordered", reordered());
        row("normalized", normalized());
        row("Gemma 2: multipliers, soft caps", gemma2());
        row("Granite: multipliers, tied", granite());
        row("3 streams, doubly stochastic", of_streams(llama(), 3, StreamMixing::doubly_stochastic, 1));
        row("wide heads", wide_heads());
        row("modulated norms", modulated());
        repeated("DeepSeek-V3", latents());
        row("sharp latents", sharp_latents());
        row("latents of keys", latents_of_keys());
        row("rows of length 1", unit_rows());
        row("2 of 8 experts", mixtral());
        repeated("a router of zeros", zero_router());
        row("8 of 32 experts, plain gates, one shared", olmoe());
    }

    void networks()
    {
        QFETCH(TransformerSpec, spec);
        constexpr int tokens = 64, sequences = 1, networks = 16;
        NoiseCache& cache = shared_noise();
        const Prediction p = spec.image
            ? predict_vision_transformer(spec, {mean_of_images, 1 + mean_of_images * mean_of_images}, {}, sequences)
            : predict_transformer(
                spec, tokens, 1.0 / spec.vocabulary, {}, default_cells, sequences, connections_of(spec, cache));
        QCOMPARE(followed(p, transformer_words), std::size_t(2 * spec.layers));
        QVERIFY2(p.remark.empty(), p.remark.english().c_str());
        Comparison all;
        for (int replica = 0; replica < networks; ++replica) {
            compare(all, p,
                spec.image ? run_images(spec, sequences, replica, cache)
                           : run_words(Transformer(spec), spec, tokens, sequences, replica, cache),
                transformer_words);
            all.next_network();
        }
        QVERIFY(all.good());
    }

    void zeroModulationLeavesTheStream()
    {
        const TransformerSpec spec = adaln_zero();
        const Prediction p = predict_vision_transformer(spec, {0, 1}, {}, 2);
        QCOMPARE(p.remark.english(), std::string());
        const Record r = run_images(spec, 2, 0, shared_noise());
        const double start = r.front().value("embedding")->rms;
        const double gradient = r.at(std::size_t(spec.layers)).gradient("mlp_stream")->rms;
        QVERIFY(gradient > 0);
        for (int number = 1; number <= spec.layers; ++number)
            for (const std::string word : {"attention", "mlp"}) {
                const BlockRecord& block = r.at(std::size_t(number));
                for (const auto& [site, rms, at_gradient] :
                    {std::tuple(word + "_branch", 0.0, gradient), {word + "_stream", start, gradient}}) {
                    QCOMPARE(block.value(site)->rms, rms);
                    QCOMPARE(block.gradient(site)->rms, at_gradient);
                }
                QCOMPARE(block.gradient(word + "_return")->rms, 0.0);
                QCOMPARE(predicted(p, number, word + "_branch", Quantity::rms).value, 0.0);
                QCOMPARE(predicted(p, number, word + "_return", Quantity::gradient_rms).value, 0.0);
                QCOMPARE(predicted(p, number, word + "_stream", Quantity::rms).value,
                    predicted(p, 1, "attention_stream", Quantity::rms).value);
            }
    }

    void stateSpaces_data()
    {
        QTest::addColumn<StateSpaceSpec>("spec");
        QTest::newRow("Mamba") << mamba();
        QTest::newRow("A_log and dt_bias of zeros") << forgetful();
        QTest::newRow("a strong scan, Post-LN") << strong_scan();
    }

    void stateSpaces()
    {
        QFETCH(StateSpaceSpec, spec);
        constexpr int tokens = 48, sequences = 1, networks = 16;
        const Prediction p = predict_state_space(spec, tokens, 1.0 / spec.vocabulary, {});
        QCOMPARE(followed(p, {"mixer"}), std::size_t(spec.layers));
        QCOMPARE(p.remark.english(), std::string());
        NoiseCache& cache = shared_noise();
        Comparison all;
        for (int replica = 0; replica < networks; ++replica) {
            compare(all, p, run_words(state_space_network(spec), spec, tokens, sequences, replica, cache), {"mixer"});
            all.next_network();
        }
        QVERIFY(all.good());
    }

    void cosinesOfVectorsThatVanish()
    {
        for (const double square : {0.0, 1e-320, 1e-310, 1e-200}) {
            const TokenGram gram {Eigen::ArrayXd::Constant(2, square), Eigen::ArrayXXd::Constant(2, 2, square / 2)};
            const Eigen::ArrayXXd cosines = gram.cosines();
            QVERIFY((cosines - (square > 1e-300 ? 0.5 : 0.0)).abs().maxCoeff() < 1e-12);
            QVERIFY((TokenGram {gram.own, 0 * gram.across}.cosines() == 0).all());
        }
    }

    void growthWithAndWithoutScaling()
    {
        // 2·24 projections: the stream against theory and against the sum of variances, each within 5%. There are three
        // networks, whose standard error is asserted to be well below that.
        TransformerSpec spec = plain();
        spec.layers = 24;
        NoiseCache cache(std::size_t(80) << 20);   // one network
        double last[2] = {};
        for (const bool scaled : {false, true}) {
            const TransformerSpec s = scaled ? gpt2(spec) : spec;
            const Prediction p = predict_transformer(s, 32, 1.0 / s.vocabulary, {});
            std::map<std::pair<int, std::string>, Average> seen;
            for (int replica = 0; replica < 3; ++replica) {
                const Record r = run_words(Transformer(s), s, 32, 1, replica, cache, false);
                for (int block = 1; block <= s.layers; ++block)
                    for (const std::string& word : transformer_words)
                        seen[{block, word + "_stream"}].add(r.at(std::size_t(block)).value(word + "_stream")->rms);
            }
            double worst = 0, worst_sum = 0;
            for (const auto& [place, average] : seen) {
                QVERIFY(average.error() < 0.025 * average.mean());
                const auto off = [&, &at = place, &mean = average](Quantity quantity) {
                    return std::abs(predicted(p, at.first, at.second, quantity).value / mean.mean() - 1);
                };
                worst = std::max(worst, off(Quantity::rms));
                worst_sum = std::max(worst_sum, off(Quantity::variance_sum_rms));
            }
            const double at_end = seen.at({s.layers, "mlp_stream"}).mean();
            qInfo("%s: last %.4f, theory off by at most %.4f, variance sum by %.4f", scaled ? "scaled" : "not scaled",
                at_end, worst, worst_sum);
            QVERIFY(worst < 0.05);
            QVERIFY(worst_sum < 0.05);
            last[scaled] = at_end;
        }
        // √48, except for the embedding, which is not scaled, and attention, which sees other similarities.
        QVERIFY(last[0] / last[1] > 5 && last[0] / last[1] < 7.5);
    }

    void uniformAttentionInClosedForm()
    {
        // q = 0, orthogonal tokens, no MLP: a query sees the mean of n = t + 1 values, with mean square v/n. Two
        // queries have the product v/max(n, n'), so their cosine is √(min/max). v = width Var(W_v) Var(e), and the same
        // factor for the projection.
        constexpr int tokens = 40;
        TransformerSpec s = plain();
        s.layers = 1;
        s.placement = Placement::none;
        s.skip = 0;
        s.positions = 0;
        s.matrices["q"] = {{"zeros", {}}, 1};
        s.matrices["embedding"] = normal(1);
        s.matrices["v"] = normal(0.1);
        double square = 0, cosine = 0;
        for (int n = 1; n <= tokens; ++n) {
            square += 1.0 / n / tokens;
            for (int m = 1; m < n; ++m)
                cosine += std::sqrt(double(m) / n) / (tokens * (tokens - 1) / 2.0);
        }
        const Prediction p = predict_transformer(s, tokens, 0, {});
        const double branch = square * 2.56 * 256 * 0.0004;
        const auto stream = [&](Quantity q) { return predicted(p, 1, "attention_stream", q).value; };
        const AttentionPrediction& attention = *p.block(1).find("attention")->attention;
        QVERIFY(std::abs(stream(Quantity::rms) / std::sqrt(branch) - 1) < 1e-9);
        QVERIFY(std::abs(stream(Quantity::similarity) - cosine) < 1e-9);
        QVERIFY(std::abs(attention.mixed_square / (2.56 * square) - 1) < 1e-9);
        QVERIFY(std::abs(attention.participation - square) < 1e-9);
        QCOMPARE(attention.spread, 0.0);
        QVERIFY(std::abs(attention.entropy - attention.log_visible) < 1e-9);
        // Backward, with gradients that are independent between tokens: a value has Σ_{t ≥ i} 1/n², whose mean over
        // tokens is again that of 1/n. A large V without tying leaves an independent gradient.
        s.tied = false;
        s.matrices["head"] = normal(1);
        s.final_norm = false;
        s.activation = {"linear", {}};
        s.vocabulary = 1 << 30;
        s.branch = 1e-3;   // logits of 1e-3 of the hidden vector: a flat softmax
        const Prediction q = predict_transformer(s, tokens, 0, {});
        const double ratio = std::pow(predicted(q, 0, "", Quantity::gradient_rms).value
                / predicted(q, 1, "attention_stream", Quantity::gradient_rms).value,
            2);
        QVERIFY2(std::abs(ratio / (1e-6 * branch) - 1) < 1e-3, qPrintable(QString::number(ratio / (1e-6 * branch))));
    }

    void closedBranchesLeaveTheEmbedding()
    {
        for (const Placement placement : {Placement::none, Placement::pre, Placement::sandwich, Placement::reordered}) {
            TransformerSpec s = plain();
            s.placement = placement;
            s.branch = 0;
            const Prediction p = predict_transformer(s, 64, 0, {});
            const auto gradient = [&](int block, const std::string& role) {
                return *predicted(p, block, role, Quantity::gradient_rms).log10();
            };
            for (int block = 1; block <= s.layers; ++block)
                for (const std::string& word : transformer_words) {
                    const std::string stream = word + "_stream", branch = word + "_branch";
                    QVERIFY(std::abs(predicted(p, block, stream, Quantity::rms).value - 0.02 * std::numbers::sqrt2)
                        < 1e-12);
                    QCOMPARE(predicted(p, block, branch, Quantity::rms).value, 0.0);
                    QVERIFY(!p.block(block).find(branch, Quantity::correlation));
                    QCOMPARE(predicted(p, block, branch, Quantity::branch_share).value, 0.0);
                    QVERIFY(std::abs(gradient(block, stream) - gradient(0, "")) < 1e-12);
                    QCOMPARE(predicted(p, block, stream, Quantity::similarity).value, 0.0);
                }
            QCOMPARE(*p.writing_blocks, 0.0);
            QCOMPARE(*p.path_length, 0.0);
        }
    }

    void whatIsNotCovered()
    {
        TransformerSpec s = plain();
        s.matrices["v"] = {{"constant", {{"value", 0.1}}}, 1};
        Prediction p = predict_transformer(s, 16, 0, {});
        QVERIFY(followed(p, transformer_words) == 0 && !p.head
            && p.remark.english().find("blocks.1.v.weight") != std::string::npos);
        s = plain();
        s.biases = {{"ones", {}}, 1};
        QCOMPARE(followed(predict_transformer(s, 16, 0, {}), transformer_words), std::size_t(0));
        // A stream that leaves every range: it ends, and has no gradients.
        s = plain();
        s.layers = 40;
        s.placement = Placement::none;
        s.activation = {"relu", {}};
        s.matrix = normal(2);
        p = predict_transformer(s, 16, 0, {});
        const std::size_t steps = followed(p, transformer_words);
        QVERIFY(steps > 0 && steps < 80 && !p.remark.empty());
        for (const BlockPrediction& block : p.blocks)
            for (const SitePrediction& site : block.sites) {
                QVERIFY(!site.find(Quantity::gradient_rms));
                for (const auto& number : site.numbers)
                    QVERIFY(std::isfinite(number.second.value));
            }
        // An empty network is not an error.
        s = plain();
        s.layers = 0;
        p = predict_transformer(s, 1, 0, {});
        QVERIFY(p.remark.empty() && p.head && p.blocks.front().find("", Quantity::gradient_rms));
        s = plain();
        s.matrix = {{"zeros", {}}, 1};
        p = predict_transformer(s, 16, 0, {});
        QCOMPARE(predicted(p, s.layers, "mlp_stream", Quantity::rms).value, 0.0);
        QCOMPARE(p.head->cross_entropy, std::log(2000.0));
    }

    void neighboursAreCountedOnce()
    {
        for (const bool causal : {true, false})
            for (const int most : {2, 5, 12, 48}) {
                const TokenCells cells(48, most, causal);
                const Eigen::MatrixXd share = share_of_neighbours(cells).matrix();
                const Eigen::VectorXd size = cells.size.matrix();
                const double ordered = size.dot(share * size) - size.dot(share.diagonal());
                QVERIFY(std::abs(ordered - 2 * 47) < 1e-9);
            }
    }

    void fewCellsAreEnough()
    {
        TransformerSpec both_ways = plain();
        both_ways.causal = false;
        both_ways.rotary = Rotary {};
        for (TransformerSpec s : {plain(), llama(), sharp(), both_ways}) {
            s.positions = std::min(s.positions, 1) * 240;
            const Prediction all = predict_transformer(s, 240, 0.001, {}, 240);
            const Prediction few = predict_transformer(s, 240, 0.001, {});
            for (int block = 1; block <= s.layers; ++block)
                for (const std::string& word : transformer_words) {
                    const QString at = QString("%1 %2").arg(block).arg(QString::fromStdString(word));
                    const auto close = [&](const char* ending, Quantity quantity, double log10) {
                        const Predicted &a = predicted(all, block, word + ending, quantity),
                                        &b = predicted(few, block, word + ending, quantity);
                        return std::abs(a.log10().value_or(a.value) - b.log10().value_or(b.value)) < log10;
                    };
                    QVERIFY2(close("_stream", Quantity::rms, 0.002), qPrintable(at));   // within 0.5%
                    QVERIFY2(close("_branch", Quantity::rms, 0.004), qPrintable(at));
                    QVERIFY2(close("_stream", Quantity::gradient_rms, 0.004), qPrintable(at));
                    QVERIFY2(close("_stream", Quantity::similarity, 0.003), qPrintable(at));
                    const auto entropy
                        = [&](const Prediction& p) { return p.block(block).find("attention")->attention->entropy; };
                    QVERIFY2(std::abs(entropy(all) - entropy(few)) < 0.01, qPrintable(at));
                }
        }
    }

    void theTableIsTheIntegral()
    {
        const SoftmaxTable& table = SoftmaxTable::shared();
        for (const int n : {2, 3, 5, 7, 9, 33, 77, 1000, 50257})
            for (double s = 0.003; s < 90; s *= 1.5) {
                const SoftmaxMoments exact = softmax_moments(n, s), more = softmax_moments(n, s * 1.001);
                const SoftmaxTable::Entry e = table.at(n, s);
                const QByteArray at = QString("%1 keys, s = %2").arg(n).arg(s).toUtf8();
                const double entropy = std::min(exact.entropy, std::log(double(n)) - exact.entropy);
                const double p = std::min(exact.participation - 1.0 / n, 1 - exact.participation);
                const bool many = n > 1000, wide = s > 38;   // wide: beyond the quadrature (attention_theory.h)
                QVERIFY2(std::abs(e.entropy - exact.entropy) < (wide          ? 0.1
                                                                       : many ? 1.2e-3
                                                                              : 6e-4)
                                * entropy
                            + 1e-7,
                    at);
                QVERIFY2(std::abs(e.participation - exact.participation) < (wide          ? 0.1
                                                                                   : many ? 6e-3
                                                                                          : 2e-3)
                                * p
                            + 1e-7,
                    at);
                QVERIFY2(std::abs(e.pairing - exact.pairing) < (wide              ? 0.2
                                                                       : s < 0.03 ? 2e-3
                                                                                  : 0.01)
                                * exact.pairing
                            + 1e-6,
                    at);
                if (s > 0.1 && s < 30) {
                    const double bent = std::log(more.pairing / exact.pairing) / std::log(1.001);
                    QVERIFY2(std::abs(e.pairing_slope - bent) < 0.05,
                        qPrintable(at + QString(" %1 %2").arg(e.pairing_slope).arg(bent)));
                    const double slope = (more.participation - exact.participation) / (s * s * (1.001 * 1.001 - 1));
                    QVERIFY2(std::abs(e.slope / slope - 1) < (many ? 0.02 : 0.01), at);
                }
            }
    }

    void residualNetworksInTheCommonResult()
    {
        // W φ(W x), φ = ReLU with variances 2 and 1: every block doubles the mean square, and that of the gradient.
        const auto relu = std::make_shared<GaussianExpectation>(ActivationFunction(Activation {"relu", {}}));
        ResidualLaw law {.layers = {{.variances = {2, 0}, .phi = relu}, {.variances = {1, 0}}}};
        const Prediction p = predict_residual({0, 0}, std::vector<ResidualLaw>(5, law));
        const double log10_root2 = std::log10(2) / 2;
        for (int l = 0; l < 5; ++l) {
            const auto log10
                = [&](const std::string& role, Quantity q) { return *predicted(p, l + 1, role, q).log10(); };
            QVERIFY(std::abs(log10("branch_stream", Quantity::rms) - (l + 1) * log10_root2) < 1e-12);
            QVERIFY(std::abs(log10("branch_branch", Quantity::rms) - l * log10_root2) < 1e-12);
            QVERIFY(std::abs(log10("branch_stream", Quantity::variance_sum_rms) - (l + 1) * log10_root2) < 1e-12);
            QVERIFY(std::abs(log10("branch_stream", Quantity::gradient_rms) - (4 - l) * log10_root2) < 1e-12);
            QVERIFY(std::abs(log10("branch_return", Quantity::gradient_rms) - (4 - l) * log10_root2) < 1e-12);
            QVERIFY(std::abs(predicted(p, l + 1, "branch_branch", Quantity::branch_share).value - 0.5) < 1e-12);
            QVERIFY(!p.block(l + 1).find("branch_stream", Quantity::similarity) && !p.block(l + 1).find("attention"));
        }
        QVERIFY(std::abs(*predicted(p, 0, "", Quantity::gradient_rms).log10() - 5 * log10_root2) < 1e-12);
        QVERIFY(std::abs(*p.path_length - 2.5) < 1e-12);
        // A final ReLU writes a mean: the stream exceeds the sum of variances, E[x'²] > E[x²] + E[F²].
        law.layers.pop_back();
        const Prediction q = predict_residual({0, 0}, std::vector<ResidualLaw>(5, law));
        QVERIFY(*predicted(q, 5, "branch_stream", Quantity::rms).log10()
            > *predicted(q, 5, "branch_stream", Quantity::variance_sum_rms).log10() + 0.01);
        law.placement = Placement::post;
        law.norm = NormLaw {};
        QVERIFY(!predict_residual({0, 0}, {law}).block(1).find("branch_stream", Quantity::variance_sum_rms));
    }
};

STEPZERO_TEST(TestTheoryTransformer, NoApplication)

}   // namespace tst_theory_transformer
#include "tst_theory_transformer.moc"
