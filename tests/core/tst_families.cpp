// SPDX-License-Identifier: GPL-3.0-or-later
// Families of models: their files, how they recognise a model by its names, and what their recipes say. Names, shapes
// and numbers are those of published models, written here a second time.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/audit/family.h"
#include "core/audit/family_file.h"
#include "core/audit/recipe_number.h"
#include "core/formats/file.h"
#include "core/json/read_json.h"

using namespace stepzero;

namespace {

StoredTensor stored(const std::string& name, std::vector<std::uint64_t> shape, ElementType type = ElementType::f32)
{
    StoredTensor tensor {.name = name, .shape = std::move(shape), .type = type};
    for (const std::uint64_t size : tensor.shape)
        tensor.entries *= size;
    return tensor;
}

using Tensors = std::vector<StoredTensor>;

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

/// The expected standard deviation of a tensor; negative where none is known.
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
};

QTEST_GUILESS_MAIN(TestFamilies)
#include "tst_families.moc"
