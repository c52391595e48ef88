// SPDX-License-Identifier: GPL-3.0-or-later
// Families of models: their files, how they recognize a model by its names, and their recipes. Names, shapes and
// numbers come from published models, and are written here independently.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/base/formats/file.h"
#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"
#include "core/checkpoint/audit/family.h"
#include "core/checkpoint/audit/family_file.h"
#include "core/checkpoint/audit/family_find.h"
#include "core/checkpoint/audit/recipe_number.h"
#include "core/files/presets.h"
#include "core/kinds/code/checkpoint_names.h"
#include "core/kinds/kinds.h"
#include "tests/cases.h"
#include "tests/core/published_models.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_families {

using namespace stepzero;
using namespace stepzero::published_models;

namespace {

const UnderstoodTensor& find(const Understanding& all, const Tensors& tensors, const std::string& name)
{
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (tensors[i].name == name)
            return all.tensors.at(i);
    throw std::runtime_error("no tensor " + name);
}

double std_of(const Expected& expected, Role role = Role::weight)
{
    return std::sqrt(law_of(expected.draw, expected.shape, role).variance);
}

/// Returns the expected standard deviation of a tensor; negative when unknown.
double std_of(const Understanding& all, const Tensors& tensors, const std::string& name)
{
    const UnderstoodTensor& tensor = find(all, tensors, name);
    return tensor.expected ? std_of(*tensor.expected) : -1;
}

Json config(const char* text) { return read_json(text).root; }

std::string in_block(const std::string& before, int block, const std::string& after)
{
    return before + std::to_string(block) + after;
}

Tensors gpt2(const std::string& prefix, int layers, std::uint64_t width, std::uint64_t vocabulary)
{
    Tensors all {stored(prefix + "wte.weight", {vocabulary, width}), stored(prefix + "wpe.weight", {1024, width})};
    for (int i = 0; i < layers; ++i) {
        const std::string h = in_block(prefix + "h.", i, ".");
        for (const char* norm : {"ln_1", "ln_2"})
            for (const char* ending : {".weight", ".bias"})
                all.push_back(stored(h + norm + ending, {width}));
        all.push_back(stored(h + "attn.bias", {1, 1, 1024, 1024}));
        all.push_back(stored(h + "attn.masked_bias", {}));
        all.push_back(stored(h + "attn.c_attn.weight", {width, 3 * width}));
        all.push_back(stored(h + "attn.c_attn.bias", {3 * width}));
        all.push_back(stored(h + "attn.c_proj.weight", {width, width}));
        all.push_back(stored(h + "attn.c_proj.bias", {width}));
        all.push_back(stored(h + "mlp.c_fc.weight", {width, 4 * width}));
        all.push_back(stored(h + "mlp.c_fc.bias", {4 * width}));
        all.push_back(stored(h + "mlp.c_proj.weight", {4 * width, width}));
        all.push_back(stored(h + "mlp.c_proj.bias", {width}));
    }
    all.push_back(stored(prefix + "ln_f.weight", {width}));
    all.push_back(stored(prefix + "ln_f.bias", {width}));
    return all;
}

Tensors llama(const std::string& prefix, const std::string& head, int layers)
{
    constexpr std::uint64_t width = 2048, inner = 5632, narrow = 256, vocabulary = 32000;   // TinyLlama 1.1B
    Tensors all {stored(prefix + "embed_tokens.weight", {vocabulary, width})};
    for (int i = 0; i < layers; ++i) {
        const std::string block = in_block(prefix + "layers.", i, ".");
        all.push_back(stored(block + "input_layernorm.weight", {width}));
        all.push_back(stored(block + "self_attn.q_proj.weight", {width, width}));
        all.push_back(stored(block + "self_attn.k_proj.weight", {narrow, width}));
        all.push_back(stored(block + "self_attn.v_proj.weight", {narrow, width}));
        all.push_back(stored(block + "self_attn.o_proj.weight", {width, width}));
        all.push_back(stored(block + "post_attention_layernorm.weight", {width}));
        all.push_back(stored(block + "mlp.gate_proj.weight", {inner, width}));
        all.push_back(stored(block + "mlp.up_proj.weight", {inner, width}));
        all.push_back(stored(block + "mlp.down_proj.weight", {width, inner}));
    }
    all.push_back(stored(prefix + "norm.weight", {width}));
    all.push_back(stored(head, {vocabulary, width}));
    return all;
}

void is_family(const Understanding& all, const std::string& name)
{
    QVERIFY2(all.family, "no family");
    QCOMPARE(all.family->name, name);
    QVERIFY2(all.unknown.empty(), all.unknown.empty() ? "" : all.unknown.front().c_str());
}

}   // namespace

class TestFamilies : public QObject {
    Q_OBJECT

private slots:
    void every_file_reads()
    {
        QVERIFY(!families().empty());
        for (const Family& family : families()) {
            QVERIFY(!family.name.empty() && !family.label.empty());
            QVERIFY2(!family.sources.empty(), family.name.c_str());
            QVERIFY2(!family.recipes.empty(), family.name.c_str());
            for (const RecipeName& recipe : family.recipes)
                QVERIFY2(!recipe.source.empty(), family.name.c_str());
        }
    }

    void numbers_are_computed_and_told()
    {
        const RecipeVariables variables {{"sigma", 0.02}, {"layers", 12}, {"low", -3}, {"width", 1.0 / 3}};
        QCOMPARE(*recipe_number("sigma / sqrt(2 * layers)", variables), 0.02 / std::sqrt(24.0));
        QCOMPARE(recipe_formula("sigma / sqrt(2 * layers)", variables), std::string("0.02/√(2·12)"));
        QCOMPARE(*recipe_number("2 ^ low - 1e-3", variables), 0.125 - 1e-3);
        QCOMPARE(recipe_formula("low - width", variables), std::string("(−3) − 0.333333"));
        QCOMPARE(*recipe_number("max(min(layers, 3), 1e0)", variables), 3.0);
        QVERIFY(!recipe_number("depth", variables));
        QVERIFY(!recipe_number("1 / (layers - 12)", variables));
    }

    void gpt2_is_recognised_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::newRow("plain") << "";
        QTest::newRow("with its head") << "transformer.";
        QTest::newRow("in another model") << "module.decoder.transformer.";
    }
    void gpt2_is_recognised()
    {
        QFETCH(QString, prefix);
        const std::string before = prefix.toStdString();
        const Tensors tensors = gpt2(before, 12, 768, 50257);
        const Understanding all = understand(tensors, {}, nullptr);
        is_family(all, "gpt2");
        QCOMPARE(all.variables.at("layers"), 12.0);
        QCOMPARE(all.variables.at("width"), 768.0);
        QVERIFY(all.tied);
        const UnderstoodTensor& packed = find(all, tensors, before + "h.11.attn.c_attn.weight");
        QCOMPARE(packed.block, 12);
        QCOMPARE(packed.pattern, before + "h.*.attn.c_attn.weight");
        QVERIFY(packed.transposed);
        QCOMPARE(packed.shape.fan_in, 768);
        QCOMPARE(packed.shape.fan_out, 2304);
        QCOMPARE(packed.parts.size(), std::size_t(3));
        QCOMPARE(packed.parts[1].role, std::string("k"));
        QCOMPARE(packed.parts[1].shape.fan_out, 768);
        QCOMPARE(packed.packing->axis, 1);
        QCOMPARE(packed.packing->part_of(767), std::size_t(0));
        QCOMPARE(packed.packing->part_of(1536), std::size_t(2));
        QCOMPARE(find(all, tensors, before + "h.0.attn.c_attn.bias").parts.size(), std::size_t(3));
        QCOMPARE(std_of(all, tensors, before + "h.0.attn.c_attn.weight"), 0.02);
        QCOMPARE(float(std_of(all, tensors, before + "h.3.mlp.c_proj.weight")), 0.00408248f);
        QCOMPARE(find(all, tensors, before + "h.3.mlp.c_proj.weight").expected->formula, std::string("0.02/√(2·12)"));
        QVERIFY(find(all, tensors, before + "h.0.attn.bias").kind == TensorKind::buffer);
        QVERIFY(find(all, tensors, before + "h.0.ln_1.weight").kind == TensorKind::scale);
        const UnderstoodTensor& beta = find(all, tensors, before + "h.0.ln_1.bias");
        QVERIFY(beta.kind == TensorKind::bias);
        QCOMPARE(beta.expected->draw.scale, 0.0);
        QVERIFY(find(all, tensors, before + "wte.weight").vocabulary);
        QCOMPARE(find(all, tensors, before + "wte.weight").block, 0);
    }

    void the_config_comes_before_defaults()
    {
        const Tensors tensors = gpt2("", 2, 64, 100);
        const Understanding all = understand(
            tensors, config(R"({"model_type": "gpt2", "initializer_range": 0.01, "n_embd": null})"), nullptr);
        QCOMPARE(std_of(all, tensors, "wte.weight"), 0.01);
        QCOMPARE(all.variables.at("width"), 64.0);
        QCOMPARE(std_of(all, tensors, "h.1.attn.c_proj.weight"), 0.005);
    }

    void llama_is_recognised()
    {
        const Tensors tensors = llama("model.", "lm_head.weight", 22);
        const Understanding all = understand(tensors, config(R"({"pad_token_id": 0})"), nullptr);
        is_family(all, "llama");
        QCOMPARE(*all.padding_row, std::uint64_t(0));
        QVERIFY(find(all, tensors, "model.embed_tokens.weight").padded);
        QVERIFY(!find(all, tensors, "lm_head.weight").padded);
        QVERIFY(!all.tied);
        const UnderstoodTensor& k = find(all, tensors, "model.layers.21.self_attn.k_proj.weight");
        QCOMPARE(k.shape.fan_out, 256);
        QCOMPARE(k.shape.fan_in, 2048);
        QCOMPARE(std_of(*k.expected), 0.02);
        QVERIFY(!understand(tensors, config(R"({"pad_token_id": -1})"), nullptr).padding_row);
    }

    void a_model_in_a_larger_one_is_found()
    {
        const char* nested = R"({"model_type": "llava", "initializer_range": 0.5,
            "text_config": {"model_type": "llama", "initializer_range": 0.03, "tie_word_embeddings": true}})";
        for (const auto& [prefix, head] : {std::pair("language_model.model.", "language_model.lm_head.weight"),
                 std::pair("model.language_model.", "lm_head.weight")}) {
            Tensors tensors = llama(prefix, head, 2);
            tensors.push_back(stored("vision_tower.blocks.3.attn.q.weight", {8, 8}));
            const Understanding all = understand(tensors, config(nested), nullptr);
            QVERIFY(all.family);
            QCOMPARE(all.family->name, std::string("llama"));
            QCOMPARE(all.unknown, std::vector<std::string> {"vision_tower.blocks.3.attn.q.weight"});
            QCOMPARE(find(all, tensors, all.unknown.front()).block, 4);
            QCOMPARE(std_of(all, tensors, std::string(prefix) + "embed_tokens.weight"), 0.03);
            QVERIFY(all.tied);
        }
    }

    /// Files with any shapes are accepted.
    void odd_shapes_are_taken()
    {
        constexpr std::uint64_t huge = std::uint64_t(1) << 60;
        const std::vector<std::vector<std::uint64_t>> shapes {{}, {0}, {huge}, {0, 0}, {huge, huge}, {huge, 3, 0, 0},
            {2, 2, huge, huge}, {1, 0, 3}, {2, 3, 4, 5, 6, 7, 8, 9}};
        std::size_t first = 0;   // families take turns over shapes
        for (const auto& shape : shapes) {
            std::size_t turn = first++;
            Tensors tensors;
            for (const Published& one : published())
                for (const StoredTensor& tensor : model(one.tensors, 2))
                    tensors.push_back(stored(tensor.name, shape));
            tensors.push_back(stored("", shape));
            tensors.push_back(stored(std::string(5000, '.') + "lora_A.weight", shape));
            for (const Family& family : families()) {
                if (!tested::in_turn(turn++))
                    continue;
                for (const UnderstoodTensor& tensor : understand(tensors, {}, &family).tensors) {
                    QVERIFY(tensor.shape.receptive() >= 1 && tensor.shape.rows() >= 0);
                    QVERIFY(!tensor.expected || std::isfinite(tensor.expected->draw.scale));
                }
            }
        }
    }

    void names_of_no_family_are_grouped()
    {
        const Tensors tensors {stored("net.3.experts.7.proj.weight", {4, 8, 3, 3}), stored("net.3.norm.weight", {8}),
            stored("net.3.proj.bias", {4}), stored("net.bn.running_mean", {4}), stored("steps", {}, ElementType::i64),
            stored("tok_embeddings.weight", {100, 8}), stored("pos_embed", {1, 197, 8})};
        const Understanding all = understand(tensors, {}, nullptr);
        QVERIFY(!all.family);
        QCOMPARE(all.unknown.size(), tensors.size());
        QCOMPARE(all.tensors[0].pattern, std::string("net.*.experts.*.proj.weight"));
        QCOMPARE(all.tensors[0].block, 4);
        QVERIFY((all.tensors[0].shape == Shape {36, 72, 3, 2}));
        QVERIFY(all.tensors[1].kind == TensorKind::scale);
        QVERIFY(all.tensors[2].kind == TensorKind::bias);
        QVERIFY(all.tensors[3].kind == TensorKind::buffer);
        QVERIFY(all.tensors[4].kind == TensorKind::buffer);
        QVERIFY(all.tensors[5].vocabulary);
        QVERIFY((all.tensors[6].shape == Shape {197, 8}));
        for (const UnderstoodTensor& tensor : all.tensors)
            QVERIFY(!tensor.expected);
    }

    void published_models_follow_their_recipes_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < published().size(); ++i)
            QTest::newRow(published()[i].row) << int(i);
    }
    void published_models_follow_their_recipes()
    {
        QFETCH(int, index);
        const Published& one = published()[std::size_t(index)];
        const Tensors tensors = model(one.tensors, one.blocks);
        const Json settings = config(one.config.c_str());
        is_family(understand(tensors, settings, nullptr), one.family);
        const Understanding all = understand(tensors, settings, find_family(one.family), one.recipe);
        is_family(all, one.family);
        if (all.family->file->overlay)
            return;
        QCOMPARE(all.variables.at("layers"), double(one.family == "resnet" ? 2 * one.blocks : one.blocks));
        if (!one.recipe.empty())
            QCOMPARE(all.recipe, one.recipe);
        for (const Known& known : one.known) {
            const double found = std_of(all, tensors, known.name);
            QVERIFY2(std::abs(found - known.std) <= 1e-8 * known.std,
                (known.name + ": " + std::to_string(found) + " for " + std::to_string(known.std)).c_str());
        }
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const UnderstoodTensor& tensor = all.tensors[i];
            const bool told = tensor.expected
                || std::ranges::any_of(tensor.parts, [](const TensorPart& part) { return part.expected.has_value(); });
            QVERIFY2(told || tensor.kind == TensorKind::buffer, tensors[i].name.c_str());
            QVERIFY2(!tensor.role.empty() && tensor.block <= 2 * one.blocks, tensors[i].name.c_str());
        }
    }

    /// Exactly one family matches a list of names, whatever the order of the test.
    void no_other_family_has_their_names()
    {
        for (const Published& one : published())
            for (const Family& family : families()) {
                if (family.file->by_config || family.file->overlay || find_family(one.family)->file->by_config
                    || one.config.find("model_type") != std::string::npos)
                    continue;
                const Tensors tensors = model(one.tensors, one.blocks);
                const bool fits = recognizes(tensors, {}, *family.file, false);
                QVERIFY2(fits == (family.name == one.family), (std::string(one.row) + " and " + family.name).c_str());
            }
    }

    void parts_lie_where_models_have_them()
    {
        const Tensors pythia = model(neox, 6);
        const Understanding all = understand(pythia, config(R"({"num_attention_heads": 8})"), nullptr);
        const UnderstoodTensor& qkv = find(all, pythia, "gpt_neox.layers.5.attention.query_key_value.weight");
        QCOMPARE(qkv.packing->axis, 0);
        QCOMPARE(qkv.packing->sizes, (std::vector<std::uint64_t> {64, 64, 64}));   // for each head in turn
        QCOMPARE(qkv.packing->part_of(65), std::size_t(1));
        QCOMPARE(qkv.packing->part_of(3 * 64 * 5 + 130), std::size_t(2));
        QCOMPARE(qkv.parts[2].shape.fan_out, 512);
        QVERIFY(!find(understand(pythia, {}, nullptr), pythia, "gpt_neox.layers.5.attention.query_key_value.weight")
                     .packing);
        for (const Published& one : published())
            if (one.family == "phi3") {
                const Tensors tensors = model(one.tensors, one.blocks);
                const Understanding phi3 = understand(tensors, config(one.config.c_str()), nullptr);
                const UnderstoodTensor& grouped = find(phi3, tensors, "model.layers.1.self_attn.qkv_proj.weight");
                QCOMPARE(grouped.packing->sizes, (std::vector<std::uint64_t> {8, 4, 4}));
                QCOMPARE(grouped.parts[1].shape.fan_out, 4);
                QCOMPARE(std_of(*grouped.parts[1].expected), 0.02);
            }
    }

    void what_is_no_draw_is_a_row_or_a_range()
    {
        const Tensors tensors = model(mamba, 24);
        const Understanding all = understand(tensors, {}, nullptr);
        const UnderstoodTensor& a = find(all, tensors, "backbone.layers.4.mixer.A_log");
        QVERIFY(a.kind == TensorKind::constant);
        QCOMPARE(a.expected->row.size(), std::size_t(16));
        QCOMPARE(a.expected->row[0], 0.0);
        QCOMPARE(a.expected->row[15], std::log(16.0));
        const auto range = find(all, tensors, "backbone.layers.4.mixer.dt_proj.bias").expected->range;
        QCOMPARE(std::log1p(std::exp(range->first)), 0.001);   // softplus
        QCOMPARE(std::log1p(std::exp(range->second)), 0.1);
    }

    void blocks_of_stages_are_counted_through()
    {
        const Tensors tensors = model(resnet_stem, 2);
        const Understanding all = understand(tensors, {}, nullptr);
        QCOMPARE(find(all, tensors, "layer1.1.conv2.weight").block, 2);
        QCOMPARE(find(all, tensors, "layer2.0.downsample.0.weight").block, 3);
        QCOMPARE(
            find(all, tensors, "layer2.0.downsample.0.weight").pattern, std::string("layer*.*.downsample.0.weight"));
        QVERIFY((find(all, tensors, "conv1.weight").shape == Shape {64 * 49, 3 * 49, 7, 2}));
        QCOMPARE(find(all, tensors, "fc.weight").block, 0);
    }

    void a_branch_may_begin_at_zero()
    {
        for (const bool deep : {false, true}) {
            const Tensors tensors = model(deep ? resnet_stem + bottleneck : resnet_stem, 2);
            const Understanding all = understand(tensors, {}, nullptr, "zero_gamma");
            QCOMPARE(find(all, tensors, "layer1.0.bn2.weight").expected->draw.scale, deep ? 1.0 : 0.0);
            if (deep)
                QCOMPARE(find(all, tensors, "layer1.0.bn3.weight").expected->draw.scale, 0.0);
        }
    }

    void padding_rows_are_those_of_the_recipe()
    {
        const Tensors tensors = model(bert("roberta.") + roberta_head, 2);
        const Understanding roberta = understand(tensors, {}, nullptr);
        QCOMPARE(*roberta.padding_row, std::uint64_t(1));
        QVERIFY(find(roberta, tensors, "roberta.embeddings.position_embeddings.weight").padded);
        QVERIFY(!find(roberta, tensors, "lm_head.decoder.weight").padded);
        const Tensors plain = model(bert("bert."), 2);
        QVERIFY(find(understand(plain, {}, nullptr), plain, "bert.embeddings.word_embeddings.weight").padded);
        QVERIFY(!understand(plain, {}, nullptr, "google").padding_row);
    }

    void adapters_lie_over_any_family()
    {
        Tensors tensors = llama("base_model.model.model.", "base_model.model.lm_head.weight", 4);
        for (const StoredTensor& tensor : model(lora, 4))
            tensors.push_back(tensor);
        const Understanding all = understand(tensors, {}, nullptr);
        is_family(all, "llama");
        const UnderstoodTensor& a
            = find(all, tensors, "base_model.model.model.layers.3.self_attn.q_proj.lora_A.weight");
        QCOMPARE(a.role, std::string("lora_a"));
        QCOMPARE(a.block, 4);
        QCOMPARE(a.pattern, std::string("base_model.model.model.layers.*.self_attn.q_proj.lora_A.weight"));
        QCOMPARE(std_of(*a.expected), 1 / std::sqrt(3 * 2048.0));
    }

    void the_users_few_lines_are_a_family()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "mine.json";
        write_file(path,
            R"({"format": "stepzero-family", "version": 1, "name": "mine", "label": "Ours", "sources": ["a page"],
            "like": "gpt2", "variables": {"sigma": {"default": 0.006}},
            "recipes": [{"name": "ours", "label": "ours", "source": "a page",
                "laws": {"into_stream": {"scheme": "trunc_normal", "std": "sigma / layers ^ 0.5", "low": -2, "high": 2, "bounds": "sigma"
    }
}
}]
})");
        const Family mine = load_family(path);
        const Tensors tensors = gpt2("transformer.", 4, 64, 100);
        const Understanding all = understand(tensors, {}, &mine);
        is_family(all, "mine");
        QCOMPARE(std_of(all, tensors, "transformer.wte.weight"), 0.006);
        QCOMPARE(std_of(all, tensors, "transformer.h.3.mlp.c_proj.weight"), 0.003 * cut_at_2);
    }

    void every_presets_tensors_are_known()
    {
        for (const Preset& preset : presets()) {
            const Experiment experiment = networks::preset(preset.name);
            const NetworkPlan plan = plan_of(experiment.network);
            Tensors tensors {stored(plan.kind->takes_tokens ? "input_ids"
                    : plan.kind->attends                    ? "labels"
                                                            : "cotangent",
                {4, 4})};
            for (const CheckpointTensor& tensor : checkpoint_tensors(plan))
                tensors.push_back(stored(tensor.name, {tensor.shape.begin(), tensor.shape.end()}));
            const Understanding own = understand_experiment(tensors, experiment);
            QVERIFY2(own.unknown.empty(),
                (std::string(preset.name) + ": " + (own.unknown.empty() ? "" : own.unknown.front())).c_str());
            for (std::size_t i = 1; i < tensors.size(); ++i) {
                const UnderstoodTensor& tensor = own.tensors[i];
                QVERIFY2(tensor.expected || !tensor.parts.empty(),
                    (std::string(preset.name) + ": " + tensors[i].name).c_str());
            }
            // No published family has these names without a gate.
            const auto parameters = plan.parameters();
            if (checkpoint_style(experiment.network) == CheckpointStyle::llama
                && std::ranges::none_of(parameters, [](const ParameterPlan* p) { return p->role == "mlp_gate"; }))
                continue;
            const Understanding by_names = understand(tensors, {}, nullptr);
            QVERIFY2(by_names.family, preset.name.c_str());
            QVERIFY2(by_names.unknown.empty(),
                (std::string(preset.name) + ": " + by_names.family->name + ": "
                    + (by_names.unknown.empty() ? "" : by_names.unknown.front()))
                    .c_str());
        }
    }

    void an_experiments_tensors_have_its_plan()
    {
        const Experiment experiment = networks::preset("gpt2-small");
        const Tensors tensors = gpt2("", 12, 768, 50257);
        const Understanding all = understand_experiment(tensors, experiment);
        const UnderstoodTensor& qkv = find(all, tensors, "h.2.attn.c_attn.weight");
        QVERIFY(qkv.transposed);
        QCOMPARE(qkv.block, 3);
        QCOMPARE(qkv.parts.size(), std::size_t(3));
        QCOMPARE(std_of(*qkv.parts[2].expected), 0.02);
        QCOMPARE(float(std_of(all, tensors, "h.2.mlp.c_proj.weight")), float(0.02 / std::sqrt(24.0)));
        QVERIFY(find(all, tensors, "h.2.ln_1.weight").kind == TensorKind::scale);
    }

    /// With ' for ".
    void what_is_wrong_with_a_file_is_told_data()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("problem");
        QTest::newRow("no list") << "'sources': 3"
                                 << "sources: must be a list, got 3";
        QTest::newRow("unknown member") << "'recognise': []"
                                        << "recognise: is not known: did you mean 'recognize'?";
        QTest::newRow("nothing to recognise it by") << "'recognize': []"
                                                    << "recognize: must have at least one name";
        QTest::newRow("a place that is none")
            << "'recognize': ['a.{blocks}']"
            << "recognize[0]: may have only {block}, {layer}, {stage}, {expert}, {any} in braces, got '{blocks}'";
        QTest::newRow("like itself") << "'like': 'roberta'"
                                     << "like: must be one of bert, bloom, clip, convnext";
        QTest::newRow("a variable's name")
            << "'variables': {'fan_in': {}}"
            << "variables.fan_in: must be a name of letters, digits and _, and none of block, column";
        QTest::newRow("a variable that is not known yet") << "'variables': {'a': {'default': '2 * b'}, 'b': {}}"
                                                          << ": 'b' is not known";
        QTest::newRow("spelling") << "'variables': {'a': {'default': '2 * (3'}}"
                                  << "the bracket opened at 5 is not closed, got ";
        QTest::newRow("no recipe") << "'recipes': []"
                                   << "recipes: must have at least one recipe";
        QTest::newRow("scheme")
            << "'recipes': [{'name': 'r', 'label': 'r', 'source': 's', 'laws': {'w': {'scheme': 'kaiming_normall'}}}]"
            << "recipes[0].laws.w.scheme: must be one of kaiming_normal, ";
        QTest::newRow("number of a scheme")
            << "'recipes': [{'name': 'r', 'label': 'r', 'source': 's', 'laws': {'w': {'scheme': 'normal', 'std': -1}}}]"
            << "recipes[0].laws.w.std: must be 0 to ";
        QTest::newRow("expression of a scheme") << "'recipes': [{'name': 'r', 'label': 'r', 'source': 's', 'laws': "
                                                   "{'w': {'scheme': 'normal', 'std': 'sigm'}}}]"
                                                << "'sigm' is not known: did you mean 'sigma'?";
        QTest::newRow("kind") << "'tensors': [{'name': 'a', 'role': 'r', 'kind': 'matrix'}]"
                              << "tensors[0].kind: must be one of weight, bias, scale, constant, buffer, got 'matrix'";
        QTest::newRow("law")
            << "'tensors': [{'name': 'a', 'role': 'r', 'law': 'ww'}]"
            << "tensors[0].law: must be a scheme, or a distribution that every recipe has: recipe 'r' has no 'ww'";
        QTest::newRow("bias of no weight") << "'tensors': [{'name': 'a', 'role': 'r', 'bias': 'zeros'}]"
                                           << "tensors[0].bias: needs names that end in .weight, got 'a'";
        QTest::newRow("no role") << "'tensors': [{'name': 'a'}]"
                                 << "tensors[0].role: is required";
        QTest::newRow("one part")
            << "'tensors': [{'name': 'a', 'role': 'r', 'packing': {'axis': 0, 'parts': [{'role': 'q', 'size': 1}]}}]"
            << "tensors[0].packing.parts: must have at least two parts";
        QTest::newRow("axis") << "'tensors': [{'name': 'a', 'role': 'r', 'packing': {'axis': 2, 'parts': []}}]"
                              << "tensors[0].packing.axis: must be 0 to 1, got 2";
        QTest::newRow("range without an end") << "'tensors': [{'name': 'a', 'role': 'r', 'law': {'low': 1}}]"
                                              << "tensors[0].law.high: is required: must be a number";
    }
    void what_is_wrong_with_a_file_is_told()
    {
        QFETCH(QString, members);
        QFETCH(QString, problem);
        Json root = config(
            R"({"format": "stepzero-family", "version": 1, "name": "n", "label": "l", "sources": [], "recognize": ["a"],
            "variables": {"sigma": {"default": 1}},
            "recipes": [{"name": "r", "label": "r", "source": "s", "laws": {"w": {"scheme": "zeros"}}}],
            "tensors": [{"name": "a", "role": "r", "law": "w"}]})");
        Problems none;
        read_family(json_line(root), none);
        QVERIFY2(none.empty(), none.empty() ? "" : sentence("", none.front()).english().c_str());
        const auto quoted = [](QString text) { return text.replace('\'', '"').toStdString(); };
        const Json wrong = config(("{" + quoted(members) + "}").c_str());
        for (std::size_t i = 0; i < wrong.keys.size(); ++i)
            member(root, wrong.keys[i]) = wrong.items[i];
        QTemporaryDir folder;
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "family.json";
        write_file(path, json_line(root));
        try {
            load_family(path);
            QFAIL("nothing is told");
        } catch (const FileError& error) {
            QVERIFY2(std::string(error.what()).find(quoted(problem)) != std::string::npos, error.what());
        }
    }
};

STEPZERO_TEST(TestFamilies, QCoreApplication)

}   // namespace tst_families
#include "tst_families.moc"
