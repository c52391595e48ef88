// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of transformers and of state-space networks against PyTorch in float64 on the same tensors: every site forward
// and backward, the gradient of every parameter, the statistics of attention, correlations, similarities,
// cross-entropy.
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/formats/safetensors.h"
#include "core/modules/modulation.h"
#include "core/modules/state_space.h"
#include "core/network/init/parameter.h"
#include "tests/core/modules.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"

namespace tst_modules_torch {

using namespace stepzero;

namespace {

/// Small, with weights so large that attention is far from uniform, and with every vector randomly initialized.
TransformerSpec small()
{
    TransformerSpec s {.layers = 3,
        .width = 32,
        .heads = 4,
        .key_value_heads = 4,
        .mlp_width = 96,
        .vocabulary = 61,
        .positions = 100};
    s.matrix = {{"normal", {{"mean", 0.0}, {"std", 0.25}}}, 1};
    s.biases = {{"normal", {{"mean", 0.0}, {"std", 0.1}}}, 1};
    s.norm_scale = {{"normal", {{"mean", 1.0}, {"std", 0.1}}}, 1};
    return s;
}

TransformerSpec gpt2_like()
{
    TransformerSpec s = small();
    s.activation = {"gelu", {{"approximate", std::string("tanh")}}};
    const RoleInitializer projection {s.matrix.initializer, 1 / std::sqrt(2.0 * s.layers)};
    s.matrices = {{"attention_out", projection}, {"mlp_out", projection}};
    return s;
}

TransformerSpec bert_like()
{
    TransformerSpec s = small();
    s.placement = Placement::post;
    s.causal = false;
    s.embedding_norm = true;
    s.final_norm = false;
    s.epsilon = 1e-12;
    s.matrix = {{"trunc_normal", {{"mean", 0.0}, {"std", 0.25}, {"low", -0.5}, {"high", 0.5}}}, 1};
    return s;
}

TransformerSpec llama_like()
{
    TransformerSpec s = small();
    s.key_value_heads = 2;
    s.positions = 0;
    s.rotary = Rotary {};
    s.norm = NormKind::rms;
    s.epsilon = 1e-6;
    s.activation = gate_activation("swiglu");
    s.gated = true;
    s.bias = s.tied = false;
    return s;
}

TransformerSpec all_the_rest()
{
    TransformerSpec s = small();
    s.placement = Placement::sandwich;
    s.qk_norm = true;
    s.logit_scale = LogitScale::width;
    s.skip = 0.9;
    s.branch = 0.5;
    return s;
}

/// Norms after branch and sum, and no others.
TransformerSpec ngpt_like()
{
    TransformerSpec s = llama_like();
    s.placement = Placement::normalized;
    s.qk_norm = true;
    s.final_norm = false;
    s.skip = 0.8;
    s.branch = 0.2;
    return s;
}

TransformerSpec olmo2_like()
{
    TransformerSpec s = llama_like();
    s.placement = Placement::reordered;
    s.qk_norm = s.qk_norm_over_heads = true;
    return s;
}

/// Norms before the maps that write into the stream.
TransformerSpec bitnet_like()
{
    TransformerSpec s = llama_like();
    s.sub_norm = true;
    s.norm_scales = {{"attention_sub_norm", {{"constant", {{"value", 1.5}}}, 1}},
        {"mlp_sub_norm", {{"normal", {{"mean", 1.0}, {"std", 0.25}}}, 1}}};
    return s;
}

/// Half of each head is rotated, and the head has a bias.
TransformerSpec neox_like()
{
    TransformerSpec s = small();
    s.parallel = Parallel::two_norms;
    s.positions = 0;
    s.rotary = Rotary {.share = 0.5};
    s.tied = false;
    s.head_bias = true;
    return s;
}

/// Heads wider than width/heads, positions of 64 tokens extended to 512 as in LLaMA 3.
TransformerSpec qwen3_like()
{
    TransformerSpec s = llama_like();
    s.head_width = 14;
    s.qk_norm = true;
    s.rotary = Rotary {.base = 500, .scaling = Rotary::Scaling::llama3, .context = 64};
    s.tied = s.head_bias = true;
    return s;
}

/// Multipliers of embedding, attention and logits, and both soft caps where they have an effect.
TransformerSpec gemma2_like()
{
    TransformerSpec s = llama_like();
    s.placement = Placement::sandwich;
    s.tied = true;
    s.rotary->scaling = Rotary::Scaling::linear;
    s.head_width = 6;
    s.embedding_multiplier = std::sqrt(32.0);
    s.attention_multiplier = 1.7;
    s.logits_multiplier = 0.3;
    s.attention_softcap = 3;
    s.logits_softcap = 4;
    return s;
}

/// The first transformer.
TransformerSpec vaswani_like()
{
    TransformerSpec s = bert_like();
    s.causal = true;
    s.embedding_norm = false;
    s.positions = 0;
    s.sinusoids = true;
    s.embedding_multiplier = 2;
    return s;
}

/// ALiBi, with a number of heads that is not a power of two.
TransformerSpec bloom_like()
{
    TransformerSpec s = gpt2_like();
    s.heads = s.key_value_heads = 6;
    s.head_width = 5;
    s.positions = 0;
    s.alibi = true;
    s.attention_softcap = 3;
    return s;
}

/// Several distances share a bucket.
TransformerSpec t5_decoder()
{
    TransformerSpec s = llama_like();
    s.rotary.reset();
    s.logit_scale = LogitScale::none;
    s.relative = DistanceBuckets {.count = 8, .largest = 20};
    s.matrices["relative_bias"] = {{"normal", {{"mean", 0.1}, {"std", 1.0}}}, 1};
    s.attention_softcap = 3;
    return s;
}

/// Keys after the query have separate buckets.
TransformerSpec t5_encoder()
{
    TransformerSpec s = t5_decoder();
    s.causal = s.relative->causal = false;
    s.attention_softcap = 0;
    s.logit_scale = LogitScale::root;   // not so sharp that gradients are differences of rounded numbers
    return s;
}

TransformerSpec gated_attention()
{
    TransformerSpec s = neox_like();
    s.output_gate = true;
    s.key_value_heads = 2;
    return s;
}

/// Value embeddings in blocks 1 and 3, whose gates are open by different amounts.
TransformerSpec nanochat_like()
{
    TransformerSpec s = llama_like();
    s.value_embeddings = true;
    s.value_gate_channels = 12;
    return s;
}

/// Latent attention, with queries from a latent vector and keys with a shared part that turns.
TransformerSpec deepseek_like()
{
    TransformerSpec s = llama_like();
    s.key_value_heads = 4;
    s.head_width = 12;
    s.value_width = 7;
    s.latent = LatentWidths {.query_rank = 10, .rank = 14, .shared = 4};
    return s;
}

/// Latent attention without what DeepSeek-V2 adds to it, and with the other options of attention.
TransformerSpec plain_latents()
{
    TransformerSpec s = gated_attention();
    s.head_width = 12;
    s.latent = LatentWidths {.rank = 9};
    s.qk_norm = s.sub_norm = true;
    s.value_embeddings = true;
    s.value_gate_channels = 12;
    return s;
}

/// One norm, as in GPT-J.
TransformerSpec gptj_like()
{
    TransformerSpec s = small();
    s.parallel = Parallel::one_norm;
    s.positions = 0;
    s.rotary = Rotary {};
    s.skip = 0.8;
    s.branch = 1.2;
    s.tied = false;
    return s;
}

TransformerSpec parallel_of(Placement placement, Parallel parallel)
{
    TransformerSpec s = small();
    s.parallel = parallel;
    s.placement = placement;
    s.norm_scaling = true;
    s.embedding_multiplier = 3;   // in addition to positions
    return s;
}
TransformerSpec parallel_sandwich() { return parallel_of(Placement::sandwich, Parallel::two_norms); }
TransformerSpec parallel_post() { return parallel_of(Placement::post, Parallel::one_norm); }

TransformerSpec scaled_norms()
{
    TransformerSpec s = llama_like();
    s.norm_scaling = true;
    return s;
}

TransformerSpec squashed()
{
    TransformerSpec s = small();
    s.norm = NormKind::dyt;
    s.alpha = 0.8;
    s.qk_norm = s.embedding_norm = true;
    return s;
}

/// Renormalized gates, as in Mixtral.
TransformerSpec mixtral_like()
{
    TransformerSpec s = llama_like();
    s.experts = 4;
    s.experts_chosen = 2;
    s.expert_width = 40;
    return s;
}

/// Gates of the softmax, as in OLMoE; a shared expert, biases, no gated unit; experts that receive nothing.
TransformerSpec olmoe_like()
{
    TransformerSpec s = small();
    s.experts = 24;
    s.experts_chosen = 3;
    s.shared_experts = 2;
    s.expert_width = 16;
    s.gates_renormalized = false;
    return s;
}

TransformerSpec one_expert_parallel()
{
    TransformerSpec s = mixtral_like();
    s.experts_chosen = 1;
    s.sub_norm = true;
    s.parallel = Parallel::two_norms;
    s.gates_renormalized = false;
    return s;
}

TransformerSpec of_streams(StreamMixing mixing, Placement placement)
{
    TransformerSpec s = llama_like();
    s.placement = placement;
    s.skip = 0.9;
    s.branch = 0.7;
    s.streams = {3, mixing, 0.5};
    return s;
}
TransformerSpec streams_by_identity() { return of_streams(StreamMixing::identity, Placement::pre); }
TransformerSpec streams_by_random() { return of_streams(StreamMixing::random, Placement::none); }
TransformerSpec streams_doubly_stochastic() { return of_streams(StreamMixing::doubly_stochastic, Placement::sandwich); }
/// With a class token, and with randomly initialized biases.
TransformerSpec vit_like()
{
    TransformerSpec s = bert_like();
    s.placement = Placement::pre;
    s.final_norm = true;
    s.embedding_norm = s.tied = false;
    s.vocabulary = 17;
    s.image = ImageSpec {.channels = 3, .side = 12, .patch = 4};
    s.positions = s.image->tokens();
    return s;
}

/// adaLN, with modulations of order 1.
TransformerSpec dit_like()
{
    TransformerSpec s = vit_like();
    s.modulated = true;
    s.image->class_token = false;
    s.positions = s.image->tokens();
    return s;
}

/// Modulation in a network of words, with parallel branches and experts.
TransformerSpec modulated_words()
{
    TransformerSpec s = gptj_like();
    s.modulated = true;
    s.norm = NormKind::rms;
    s.experts = 4;
    s.expert_width = 40;
    s.bias = false;
    return s;
}

/// The blocks of ViT-22B, and the mean over tokens.
TransformerSpec vit_22b_like()
{
    TransformerSpec s = vit_like();
    s.parallel = Parallel::one_norm;
    s.qk_norm = true;
    s.bias = false;
    s.image->channels = 1;
    s.image->class_token = false;
    s.positions = 0;
    return s;
}

const char* const norms[] {"layer", "rms", "dyt"};
const char* const placements[] {"none", "pre", "post", "sandwich", "reordered", "normalized"};

/// Small, with every parameter randomly initialized, and with weights so large that the scan, its gate and Δ matter.
StateSpaceSpec small_mamba()
{
    const auto normal = [](double mean, double std) {
        return RoleInitializer {{"normal", {{"mean", mean}, {"std", std}}}, 1};
    };
    StateSpaceSpec s {.layers = 3, .width = 32, .vocabulary = 61, .channels = 80, .states = 6, .taps = 4, .dt_rank = 3};
    s.matrix = normal(0, 0.15);
    s.matrices = {{"conv1d", normal(0, 0.6)}, {"A_log", normal(0, 0.7)}, {"dt_proj", normal(0, 0.4)},
        {"out_proj", {s.matrix.initializer, 1 / std::sqrt(3.0)}}};
    s.convolution_bias = normal(0, 0.2);
    s.dt_bias = normal(-1, 1);
    s.d = s.norm_scale = normal(1, 0.1);
    return s;
}

/// With Mamba's initialization.
StateSpaceSpec usual_mamba()
{
    return {.layers = 3, .width = 32, .vocabulary = 61, .channels = 64, .states = 16, .taps = 4, .dt_rank = 2};
}

StateSpaceSpec other_mamba()
{
    StateSpaceSpec s = small_mamba();
    s.placement = Placement::sandwich;
    s.norm = NormKind::layer;
    s.tied = s.final_norm = false;
    s.taps = 3;
    s.channels = 30;
    s.skip = 0.9;
    s.branch = 0.6;
    s.activation = {"gelu", {}};
    return s;
}

/// Returns what the script must know; other parts are described as absent.
QString described(const StateSpaceSpec& s)
{
    const QJsonObject m {{"kind", "state_space"}, {"layers", s.layers}, {"tied", s.tied}, {"final_norm", s.final_norm},
        {"norm", norms[int(s.norm)]}, {"epsilon", s.epsilon}, {"placement", placements[int(s.placement)]},
        {"activation", QString::fromStdString(s.activation.name)}, {"approximate", "none"}, {"skip", s.skip},
        {"branch", s.branch}, {"alpha", s.alpha}, {"bias", false}, {"embedding_norm", false}, {"parallel", "none"},
        {"norm_scaling", false}, {"embedding_multiplier", 1}, {"logits_multiplier", 1}, {"logits_softcap", 0},
        {"streams", 1}, {"image", false}, {"head_bias", false}, {"modulated", false}};
    return QJsonDocument(m).toJson(QJsonDocument::Compact);
}

QString described(const TransformerSpec& s)
{
    const char* const parallels[] {"none", "two_norms", "one_norm"};
    const char* const scales[] {"root", "width", "none"};
    const auto approximate = s.activation.parameters.find("approximate");
    const QJsonObject m {{"kind", "transformer"}, {"layers", s.layers}, {"heads", s.heads},
        {"key_value_heads", s.key_value_heads}, {"bias", s.bias}, {"tied", s.tied}, {"causal", s.causal},
        {"qk_norm", s.qk_norm}, {"sub_norm", s.sub_norm}, {"gated", s.gated}, {"embedding_norm", s.embedding_norm},
        {"final_norm", s.final_norm},
        {"rotary",
            s.rotary ? QJsonObject {{"base", s.rotary->base}, {"share", s.rotary->share},
                {"scaling", int(s.rotary->scaling)}, {"factor", s.rotary->factor}, {"context", s.rotary->context}}
                     : QJsonValue(false)},
        {"qk_norm_over_heads", s.qk_norm_over_heads}, {"head_bias", s.head_bias}, {"norm", norms[int(s.norm)]},
        {"epsilon", s.epsilon}, {"placement", placements[int(s.placement)]},
        {"logit_scale", scales[int(s.logit_scale)]}, {"activation", QString::fromStdString(s.activation.name)},
        {"approximate", approximate == s.activation.parameters.end() ? "none" : "tanh"}, {"skip", s.skip},
        {"branch", s.branch}, {"parallel", parallels[int(s.parallel)]}, {"alpha", s.alpha},
        {"norm_scaling", s.norm_scaling}, {"modulated", s.modulated}, {"embedding_multiplier", s.embedding_multiplier},
        {"attention_multiplier", s.attention_multiplier}, {"logits_multiplier", s.logits_multiplier},
        {"query_rank", query_rank_of(s)}, {"key_value_rank", s.latent ? s.latent->rank : 0},
        {"shared_key_width", s.latent ? s.latent->shared : 0}, {"output_gate", s.output_gate},
        {"value_gate_channels", s.value_gate_channels}, {"alibi", s.alibi}, {"sinusoids", s.sinusoids},
        {"relative", s.relative ? s.relative->count : 0}, {"largest_distance", s.relative ? s.relative->largest : 0},
        {"attention_softcap", s.attention_softcap}, {"logits_softcap", s.logits_softcap}, {"experts", s.experts},
        {"experts_chosen", s.experts_chosen}, {"shared_experts", s.shared_experts},
        {"gates_renormalized", s.gates_renormalized}, {"streams", s.streams.count}, {"mixing", int(s.streams.mixing)},
        {"image", s.image.has_value()}, {"side", s.image ? s.image->side : 0}, {"patch", s.image ? s.image->patch : 0},
        {"class_token", s.image && s.image->class_token}};
    return QJsonDocument(m).toJson(QJsonDocument::Compact);
}

/// Exports tensors to Python.
class Dump {
public:
    void add(const std::string& name, std::vector<std::size_t> shape, const float* numbers)
    {
        std::size_t size = 1;
        for (const std::size_t n : shape)
            size *= n;
        shapes_.push_back({name, std::move(shape)});
        numbers_.insert(numbers_.end(), numbers, numbers + size);
    }
    void add(const std::string& name, const Tensor& tensor)   // as [columns, features]
    {
        add(name, {std::size_t(tensor.cols()), std::size_t(tensor.rows())}, tensor.data());
    }
    void add(const std::string& name, const std::vector<double>& numbers)
    {
        const std::vector<float> floats(numbers.begin(), numbers.end());
        add(name, {floats.size()}, floats.data());
    }
    void write(const std::string& path) const
    {
        SafetensorsWriter writer(path, shapes_);
        writer.append(numbers_);
        writer.commit();
    }

private:
    std::vector<TensorShape> shapes_;
    std::vector<float> numbers_;
};

std::string word(const Site& site) { return std::to_string(site.block) + ":" + site.role; }

}   // namespace

class TestModulesTorch : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTorch_data()
    {
        QTest::addColumn<TransformerSpec>("spec");
        QTest::addColumn<int>("length");
        QTest::newRow("GPT-2-like: Pre-LN, learned positions, tied") << gpt2_like() << 9;
        QTest::newRow("BERT-like: Post-LN, not causal") << bert_like() << 9;
        QTest::newRow("LLaMA-like: RMSNorm, SwiGLU, rotary, untied") << llama_like() << 9;
        QTest::newRow("sandwich, QK norm, 1/width, scaled skip") << all_the_rest() << 9;
        QTest::newRow("OLMo-2-like: reordered RMSNorm, QK norm of all heads") << olmo2_like() << 9;
        QTest::newRow("GPT-NeoX-like: half of each head turns, head with a bias") << neox_like() << 9;
        QTest::newRow("Qwen-3-like: wide heads, scaled positions, tied head with a bias") << qwen3_like() << 90;
        QTest::newRow("the first transformer: sinusoids, Post-LN") << vaswani_like() << 9;
        QTest::newRow("BLOOM-like: ALiBi with six heads") << bloom_like() << 9;
        QTest::newRow("ALiBi in tiles of queries") << bloom_like() << 90;
        QTest::newRow("T5's decoder: biases by distance") << t5_decoder() << 90;
        QTest::newRow("T5's encoder: biases by distance on both sides") << t5_encoder() << 40;
        QTest::newRow("output gate of attention") << gated_attention() << 9;
        QTest::newRow("nanochat-like: value embeddings") << nanochat_like() << 9;
        QTest::newRow("DeepSeek-V3-like: latents, shared keys") << deepseek_like() << 9;
        QTest::newRow("latents of keys and values, gates, QK norm") << plain_latents() << 9;
        QTest::newRow("nGPT-like: norms after branch and sum") << ngpt_like() << 9;
        QTest::newRow("Gemma-2-like: multipliers, soft caps") << gemma2_like() << 9;
        QTest::newRow("GPT-J-like: parallel, one norm") << gptj_like() << 9;
        QTest::newRow("parallel, sandwich, norms 1/√l") << parallel_sandwich() << 9;
        QTest::newRow("parallel, Post-LN") << parallel_post() << 9;
        QTest::newRow("LLaMA-like, norms 1/√l") << scaled_norms() << 9;
        QTest::newRow("DyT everywhere") << squashed() << 9;
        QTest::newRow("Mixtral-like: 2 of 4 experts") << mixtral_like() << 9;
        QTest::newRow("OLMoE-like: 3 of 24 experts, two shared, plain gates") << olmoe_like() << 9;
        QTest::newRow("1 of 4 experts, parallel, sub-norms") << one_expert_parallel() << 9;
        QTest::newRow("3 streams, identity + noise") << streams_by_identity() << 9;
        QTest::newRow("3 streams, random, no norm") << streams_by_random() << 9;
        QTest::newRow("3 streams, doubly stochastic, sandwich") << streams_doubly_stochastic() << 9;
        QTest::newRow("ViT-like: patches, class token") << vit_like() << 0;
        QTest::newRow("ViT-22B-like: parallel, QK norm, mean over patches") << vit_22b_like() << 0;
        QTest::newRow("DiT-like: modulated norms and gates") << dit_like() << 0;
        QTest::newRow("modulated parallel experts of words") << modulated_words() << 9;
        QTest::newRow("BitNet-like: sub-norms") << bitnet_like() << 9;
        QTest::newRow("tiles of queries, parts of logits") << gpt2_like() << 90;
        QTest::newRow("tiles of queries, soft caps") << gemma2_like() << 90;
    }

    void agreesWithTorch()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QFETCH(TransformerSpec, spec);
        QFETCH(int, length);
        compare(Transformer(spec), spec.vocabulary, length, described(spec), spec.image, spec.width);
    }

    void stateSpacesAgreeWithTorch_data()
    {
        QTest::addColumn<StateSpaceSpec>("spec");
        QTest::addColumn<int>("length");
        QTest::newRow("all drawn, large") << small_mamba() << 9;
        QTest::newRow("as Mamba") << usual_mamba() << 90;
        QTest::newRow("sandwich LayerNorm, untied, three taps") << other_mamba() << 9;
    }

    void stateSpacesAgreeWithTorch()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        QFETCH(StateSpaceSpec, spec);
        QFETCH(int, length);
        compare(state_space_network(spec), spec.vocabulary, length, described(spec));
    }

private:
    static void compare(TokenNetwork network, int vocabulary, int length, const QString& description,
        const std::optional<ImageSpec>& image = {}, int width = 1)
    {
        constexpr int sequences = 3;
        const std::vector<int> tokens = some_tokens(sequences * length, vocabulary, 1);
        const std::vector<int> targets = some_tokens(sequences * (image ? 1 : length), vocabulary, 2);
        const Context context;
        NoiseCache cache(1 << 26);
        const DrawnParameters parameters(5, 0, cache);
        KeepingRecorder found;
        ParameterGradients gradients;
        Pass pass {.context = context, .parameters = parameters, .recorder = found, .gradients = &gradients};
        Tensor images;
        if (image) {
            const int positions = image->side * image->side;
            images = normal_tensor(image->channels, sequences * positions, 3);
            network.run(signal_of(images, positions), targets, pass);
        } else {
            network.run(tokens, length, targets, pass);
        }

        Dump dump;
        for (const ParameterPlan& plan : network.parameters()) {
            const WeightMatrix w = parameters.entries(plan, context);
            dump.add(plan.name, {std::size_t(w.rows()), std::size_t(w.cols())}, w.data());
            const ParameterGradients::Gradient& g = gradients.all().at(plan.name);
            QCOMPARE(g.exponent, std::int64_t(0));   // ordinary numbers
            dump.add("parameter:" + plan.name, {std::size_t(w.rows()), std::size_t(w.cols())}, g.numbers.data());
        }
        for (const auto& [name, numbers] : {std::pair("tokens", &tokens), {"targets", &targets}}) {
            const std::vector<float> floats(numbers->begin(), numbers->end());
            dump.add(name, {sequences, floats.size() / sequences}, floats.data());
        }
        dump.add("condition", conditions(width, sequences));
        if (image)
            dump.add("images", images);
        for (const auto& [site, tensor] : found.values)
            dump.add("value:" + word(site), tensor);
        for (const auto& [site, tensor] : found.gradients)
            dump.add("gradient:" + word(site), tensor);
        for (const auto& [site, heads] : found.heads) {
            std::map<std::string, std::vector<double>> columns;
            for (const AttentionHead& head : heads) {
                columns["entropy"].push_back(head.entropy);
                columns["log_visible"].push_back(head.log_visible);
                columns["logit_std"].push_back(head.logit_std);
                columns["logit_max"].push_back(head.logit_max);
                columns["logit_spread"].push_back(head.logit_spread);
            }
            for (const auto& [what, numbers] : columns)
                dump.add("number:" + what + ":" + std::to_string(site.block), numbers);
        }
        for (const auto& [site, loads] : found.loads) {
            std::vector<double> load, probability;
            for (const ExpertLoad& expert : loads) {
                load.push_back(expert.load);
                probability.push_back(expert.probability);
            }
            dump.add("number:load:" + std::to_string(site.block), load);
            dump.add("number:probability:" + std::to_string(site.block), probability);
        }
        for (const auto& [site, maps] : found.maps)
            for (std::size_t head = 0; head < maps.size(); ++head)   // [keys, queries] in C order
                dump.add("number:map:" + std::to_string(site.block) + ":" + std::to_string(head),
                    Tensor(maps[head].transpose()));
        for (const auto& [key, number] : found.numbers) {
            const auto& [site, what] = key;
            const std::string place = ":" + std::to_string(site.block) + ":" + site.role.substr(0, site.role.find('_'));
            if (what == Quantity::cross_entropy)
                dump.add("number:cross_entropy", std::vector {number});
            else if (what == Quantity::correlation)
                dump.add("number:correlation" + place, std::vector {number});
            else if (site.role == "router" || site.role == "scan")
                dump.add("number:" + std::string(quantity_name(what)) + ":" + std::to_string(site.block),
                    std::vector {number});
            else if (what == Quantity::similarity && site.block > 0)
                dump.add("number:similarity" + place, std::vector {number});
        }
        QTemporaryDir folder;
        const std::string path = folder.filePath("network.safetensors").toStdString();
        dump.write(path);

        const QStringList said
            = run_python_file("core/modules_in_torch.py", {QString::fromStdString(path), description})
                  .trimmed()
                  .split('\n');
        qInfo("%s", qPrintable(said.join("; ")));
        QCOMPARE(said.value(0), QString("only one side: []"));
        QCOMPARE(said.size(), 5);   // values, gradients, numbers, gradients of parameters
        for (int i = 1; i < said.size(); ++i)
            QVERIFY2(said[i].split(' ').value(1, "nan").toDouble() < 1e-4, qPrintable(said[i]));
    }
};

STEPZERO_TEST(TestModulesTorch, NoApplication)

}   // namespace tst_modules_torch
#include "tst_modules_torch.moc"
