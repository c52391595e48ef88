// SPDX-License-Identifier: GPL-3.0-or-later
// The audit names the recipe that initialized a file, for each framework, whatever a single tensor of the file looks
// like.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/audit.h"
#include "core/checkpoint/audit/audit_json.h"
#include "core/checkpoint/audit/entry_cut.h"
#include "core/checkpoint/audit/read_understanding.h"
#include "core/checkpoint/audit/recipe_texts.h"
#include "core/checkpoint/weights/checkpoint_experiment.h"
#include "core/kinds/kinds.h"
#include "tests/cases.h"
#include "tests/core/recipe_files.h"
#include "tests/main/registered_test.h"

namespace tst_recipes {

using namespace stepzero;
using namespace stepzero::published_models;

namespace {

const Published& model_of(std::string_view row)
{
    return *std::ranges::find_if(published(), [&](const Published& one) { return one.row == row; });
}

/// Formats of the files, in turn.
constexpr FloatFormat formats[] {FloatFormat::float32, FloatFormat::bfloat16, FloatFormat::float16};

QString name_of(const Drawn& drawn) { return QString::fromStdString(drawn.model->family + ", " + drawn.recipe); }

QString words(const Audit& found)
{
    QString all;
    for (const RankedRecipe& recipe : found.recipes)
        all += QStringLiteral("%1 (%2) ").arg(QString::fromStdString(recipe.name)).arg(recipe.behind);
    all += "\n";
    for (const AuditFinding& finding : found.findings)
        all += QString::fromStdString(
            finding.id + ": " + finding.message.english() + " " + finding.cause.english() + "\n");
    return all;
}

/// Returns whether a recipe is the best of an audit, or as good as the best.
bool is_best(const Audit& found, const std::string& recipe)
{
    return std::ranges::any_of(
        found.recipes, [&](const RankedRecipe& one) { return one.name == recipe && one.behind == 0; });
}

/// A fault in one tensor.
struct Fault {
    const char* name;
    bool of_norms;
    void (*spoil)(std::vector<float>& values);
};

const Fault faults[] {
    {"twice as wide", false, [](auto& values) { std::ranges::for_each(values, [](float& x) { x *= 2; }); }},
    {"a norm of zeros", true, [](auto& values) { std::ranges::fill(values, 0.0F); }},
    {"all one number", false, [](auto& values) { std::ranges::fill(values, 0.125F); }},
    {"a tenth", false, [](auto& values) { std::ranges::for_each(values, [](float& x) { x /= 10; }); }},
    {"off its mean", false,
        [](auto& values) {
            double square = 0;
            for (const float x : values)
                square += double(x) * x;
            const auto shift = float(std::sqrt(square / double(values.size())));
            std::ranges::for_each(values, [&](float& x) { x += shift; });
        }},
    {"a norm of halves", true, [](auto& values) { std::ranges::fill(values, 0.5F); }},
};

/// Returns the tensor for a fault: a sampled matrix, or the scales of a norm, in the middle of the model.
std::optional<std::size_t> place_of(const RecipeFile& file, const Fault& fault, std::uint32_t seed)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < file.tensors.size(); ++i) {
        const UnderstoodTensor& known = file.known.tensors[i];
        const bool drawn = known.kind == TensorKind::weight && known.block > 0 && file.tensors[i].entries >= 1000
            && known.parts.empty() && known.expected && known.expected->draw.scale != 0 && known.expected->row.empty()
            && !known.expected->range;
        const bool norm = known.kind == TensorKind::scale && known.block > 0 && known.expected
            && known.expected->draw.scale * known.expected->draw.scale + known.expected->draw.shift != 0;
        if (fault.of_norms ? norm : drawn)
            places.push_back(i);
    }
    return places.empty() ? std::nullopt : std::optional(places[seed % places.size()]);
}

}   // namespace

class TestRecipes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(folder_.isValid()); }

    /// Files of each framework follow the recipe with its name.
    void a_stacks_files_follow_its_recipe()
    {
        const int seeds = tested::times();
        int files = 0, apart = 0, turn = 0;
        for (const Drawn& drawn : all_drawn()) {
            // Recipes that LLaMA's relatives share with it: each is tested with a fourteenth of them.
            if (!tested::every_case() && ++turn % 14 != 0 && find_family(drawn.model->family)->recipes.size() > 8
                && drawn.model->family != "llama")
                continue;
            for (int seed = 1; seed <= seeds; ++seed) {
                const Audit found
                    = audited(drawn, recipe_file(*drawn.model, drawn.recipe, std::uint32_t(seed)), formats[files % 3]);
                ++files;
                apart += found.recipes.size() > 1 && found.recipes[1].behind > 0 ? 1 : 0;
                const QString what = name_of(drawn) + ": " + words(found);
                QVERIFY2(is_best(found, drawn.recipe), qPrintable(what));
                QVERIFY2(found.verdict == AuditVerdict::follows, qPrintable(what));
                QVERIFY2(std::ranges::none_of(
                             found.findings, [](const AuditFinding& one) { return one.severity != Severity::note; }),
                    qPrintable(what));
            }
        }
        qInfo("%d files, %d of which told one recipe from all others", files, apart);
    }

    /// A single fault does not change the chosen recipe, and is found.
    void one_fault_is_found_by_the_right_recipe()
    {
        int files = 0;
        std::uint32_t turn = 0;
        for (const Drawn& drawn : all_drawn()) {
            ++turn;
            for (std::size_t i = 0; i < std::size(faults); ++i)
                for (int seed = 1; seed <= tested::times(); ++seed) {
                    if (!tested::every_case()
                        && (turn % 12 != 0 || i != turn / 12 % std::size(faults)))   // takes turns
                        continue;
                    RecipeFile file = recipe_file(*drawn.model, drawn.recipe, std::uint32_t(seed));
                    const auto place = place_of(file, faults[i], std::uint32_t(seed) + turn);
                    if (!place)
                        continue;
                    faults[i].spoil(file.values[*place]);
                    const std::string& name = file.tensors[*place].name;
                    const Audit found = audited(drawn, file, formats[files % 3]);
                    ++files;
                    const QString what = name_of(drawn) + ", " + QString::fromStdString(name) + " " + faults[i].name
                        + ": " + words(found);
                    QVERIFY2(is_best(found, drawn.recipe), qPrintable(what));
                    QVERIFY2(found.verdict == AuditVerdict::deviates, qPrintable(what));
                    for (const AuditFinding& finding : found.findings)
                        if (finding.severity != Severity::note)
                            QVERIFY2(finding.tensors == std::vector {name}, qPrintable(what));
                }
        }
        qInfo("%d files with a fault", files);
        QVERIFY(files > 10);
    }

    /// Only positions distinguish OpenAI's GPT-2 from that of transformers. They name it only if they have OpenAI's σ,
    /// and the odds state the confidence. Otherwise the positions are faulty.
    void positions_alone_name_openai()
    {
        const Published& gpt2 = model_of("GPT-2");
        for (const double factor : {0.5, 0.55, 0.45, 0.75, 0.25, 2.0}) {
            RecipeFile file = recipe_file(gpt2, "gpt2", 1);
            for (std::size_t i = 0; i < file.tensors.size(); ++i)
                if (file.tensors[i].name == "wpe.weight")
                    for (float& value : file.values[i])
                        value *= float(factor);
            const Audit found = audited({&gpt2, "gpt2"}, file);
            const bool openai = factor == 0.5;
            QVERIFY2(found.recipes.front().name == (openai ? "openai" : "gpt2"), qPrintable(words(found)));
            QVERIFY2(
                found.verdict == (openai ? AuditVerdict::follows : AuditVerdict::deviates), qPrintable(words(found)));
            if (openai) {
                QVERIFY(found.recipes[1].behind > 0);
                QVERIFY(
                    ranking_text(found).english().starts_with("The next best recipe is Hugging Face's transformers"));
            } else {
                QCOMPARE(found.findings.front().tensors, std::vector<std::string> {"wpe.weight"});
            }
        }
    }

    /// A head of one framework in a model of another.
    void a_mixture_is_said_as_that()
    {
        RecipeFile file = recipe_file(model_of("LLaMA"), "megatron", 1);
        const RecipeFile other = recipe_file(model_of("LLaMA"), "nanochat", 1);
        for (std::size_t i = 0; i < file.tensors.size(); ++i)
            if (file.tensors[i].name == "lm_head.weight")
                file.values[i] = other.values[i];
        const Audit found = audited({&model_of("LLaMA"), "megatron"}, file);
        QVERIFY2(is_best(found, "megatron") && found.verdict == AuditVerdict::deviates, qPrintable(words(found)));
        const auto mixed = std::ranges::find(found.findings, "mixed_recipes", &AuditFinding::id);
        QVERIFY2(mixed != found.findings.end(), qPrintable(words(found)));
        QCOMPARE(mixed->tensors, std::vector<std::string> {"lm_head.weight"});
        QVERIFY2(mixed->message.english().find("nanochat") != std::string::npos
                && mixed->message.english().find("Megatron-LM") != std::string::npos,
            qPrintable(words(found)));
    }

    void sigma_is_fitted_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("recipe");
        for (const char* recipe : {"transformers", "megatron", "olmo", "olmo_megatron"})
            QTest::addRow("LLaMA by %s", recipe) << "LLaMA" << recipe;
        QTest::newRow("GPT-2") << "GPT-2"
                               << "gpt2";
        QTest::newRow("BERT") << "BERT"
                              << "transformers";
        QTest::newRow("T5") << "T5 without its config"
                            << "transformers";
    }
    /// If no config states σ, it is the one that tensors agree on; if it differs from the config's, there is one
    /// finding.
    void sigma_is_fitted()
    {
        QFETCH(QString, row);
        QFETCH(QString, recipe);
        Published model = model_of(row.toStdString());
        const bool is_t5 = model.family == "t5";
        const double usual = is_t5 ? 1 : 0.02;
        const std::string key = is_t5 ? "initializer_factor" : "initializer_range";
        for (const double sigma : {0.3 * usual, 0.5 * usual, usual, 1.5 * usual}) {
            if (!tested::every_case() && sigma != 0.3 * usual && (sigma != usual || recipe != QLatin1String("olmo")))
                continue;
            const auto with = [&](double number) {
                Published one = model;
                one.config.insert(
                    one.config.size() - 1, (one.config == "{}" ? "\"" : ", \"") + key + "\": " + number_text(number));
                return one;
            };
            const RecipeFile file = recipe_file(with(sigma), recipe.toStdString(), 1);
            const bool is_usual = sigma == usual;
            for (const Published& read : {model, with(sigma), with(usual)}) {
                const Audit found = audited({&read, recipe.toStdString()}, file);
                const QString what = words(found);
                QVERIFY2(is_best(found, recipe.toStdString()), qPrintable(what));
                const bool other = !is_usual && read.config == with(usual).config;
                QVERIFY2(found.verdict == (other ? AuditVerdict::deviates : AuditVerdict::follows), qPrintable(what));
                QVERIFY2(std::ranges::count_if(
                             found.findings, [](const AuditFinding& one) { return one.severity != Severity::note; })
                        == (other ? 1 : 0),
                    qPrintable(what));
                QVERIFY2(!other || found.findings.front().id == "base_std", qPrintable(what));
                const auto& free = found.understanding.free;
                const bool fitted = !is_usual && read.config != with(sigma).config;
                QVERIFY2(free && free->fitted.has_value() == fitted, qPrintable(what));
                // To 4 standard errors of a scale that is measured from 10⁵ entries, of which all files here have more.
                QVERIFY(!fitted || std::abs(*free->fitted / sigma - 1) < 4 / std::sqrt(2e5));
            }
        }
    }
    /// A σ of fewer than half of the tensors is not the recipe's, nor is one that lies far away.
    void a_fault_of_some_is_not_fitted()
    {
        for (const double factor : {0.5, 0.01}) {
            RecipeFile file = recipe_file(model_of("LLaMA"), "megatron", 1);
            for (std::size_t i = 0; i < file.tensors.size(); ++i)
                if (factor < 0.1 || file.tensors[i].name.find("mlp.") != std::string::npos)
                    for (float& value : file.values[i])
                        value *= float(factor);
            const Audit found = audited({&model_of("LLaMA"), "megatron"}, file);
            QVERIFY2(found.verdict == AuditVerdict::deviates, qPrintable(words(found)));
            QVERIFY2(!found.understanding.free->fitted, qPrintable(words(found)));
        }
    }

    void truncations_and_depth_are_told_together_data()
    {
        QTest::addColumn<double>("std");   // before truncation
        QTest::addColumn<double>("at");   // in units of σ
        QTest::addColumn<QString>("cause");
        // GPT-2's c_proj with three blocks: 0.02/√6.
        const double due = 0.02 / std::sqrt(6.0), at_2 = cut_at_2;
        QTest::newRow("depth and 3 σ")
            << 0.02 << 3.0 << "There are two causes: depth scaling lost (×√6) and truncated at 3 σ (×0.98658).";
        QTest::newRow("depth and 2 σ")
            << 0.02 << 2.0 << "There are two causes: depth scaling lost (×√6) and truncated at 2 σ (×0.87963).";
        QTest::newRow("depth and 2 σ, wider")
            << 0.02 / at_2 << 2.0 << "depth scaling lost (×√6) and compensated for truncation at 2 σ (×1).";
        QTest::newRow("no root and 2 σ") << 0.02
                / 6 << 2.0 << "depth scaling 1/(2L) instead of 1/√(2L) (×1/√6) and truncated at 2 σ (×0.87963).";
        QTest::newRow("2 σ") << due << 2.0
                             << "The distribution was truncated at 2 σ, but σ was not compensated for it.";
        QTest::newRow("1 σ") << due << 1.0
                             << "The distribution was truncated at 1 σ, but σ was not compensated for it.";
        QTest::newRow("depth") << 0.02 << 0.0 << "This is the recipe without its depth scaling.";
    }
    void truncations_and_depth_are_told_together()
    {
        QFETCH(double, std);
        QFETCH(double, at);
        QFETCH(QString, cause);
        const Published& gpt2 = model_of("GPT-2");
        RecipeFile file = recipe_file(gpt2, "gpt2", 1);
        const Draw draw {.base = at > 0 ? base_truncated_normal(-at, at) : base_normal(), .scale = std};
        for (std::size_t i = 0; i < file.tensors.size(); ++i)
            if (file.tensors[i].name == "h.1.mlp.c_proj.weight") {
                file.known.tensors[i].expected->draw = draw;
                file.values[i] = drawn(file.tensors[i], file.known.tensors[i], {9, 0, TensorRole::weight, 0});
            }
        const Audit found = audited({&gpt2, "gpt2"}, file);
        QVERIFY2(!found.findings.empty() && found.findings.front().id == "std_ratio", qPrintable(words(found)));
        QVERIFY2(words(found).contains(cause), qPrintable(words(found)));
    }

    /// N(0, 1) that PyTorch truncates at ±2 for any σ, where the table has N(0, 0.02²); and a truncated recipe.
    void cuts_of_recipes_and_values_are_told()
    {
        const EntryNumbers cut {.count = 100000, .mean = 0, .std = 0.95, .min = -1.9999, .max = 1.9998};
        const EntryCut found = cut_of(cut);
        QVERIFY(found.as_value);
        // The measured value is σ·√(1 − 2cφ(c)/(2Φ(c) − 1)) at c = 2/σ.
        const double c = found.at, density = std::exp(-c * c / 2) / std::sqrt(2 * std::numbers::pi);
        QVERIFY(std::abs(2 / c * std::sqrt(1 - 2 * c * density / std::erf(c / std::numbers::sqrt2)) / 0.95 - 1) < 1e-9);
        const EntryNumbers wide {.count = 100000, .mean = 0, .std = 1.0, .min = -4.2, .max = 4.4};
        QCOMPARE(cut_of(wide).at, 0.0);
        QCOMPARE(cut_of(Draw {.base = base_truncated_normal(-3, 3)}).share, cut_at_3);
        QCOMPARE(cut_of(Draw {.base = base_truncated_normal(-100, 100)}).at, 0.0);
        const EntryNumbers even {.count = 100000, .mean = 0, .std = 1.0, .min = -1.732, .max = 1.732};   // uniform
        QCOMPARE(cut_of(even).at, 0.0);
    }

    void one_recipe_may_be_asked_for()
    {
        const Drawn drawn {&model_of("LLaMA"), "megatron"};
        save(recipe_file(*drawn.model, drawn.recipe, 1), path());
        const Checkpoint checkpoint(path());
        UnderstandingRequest request;
        request.family = "llama";
        request.recipe = "transformers";
        const Audit found = audit(checkpoint, read_understanding(checkpoint, request), Context());
        QCOMPARE(found.understanding.recipe, std::string("transformers"));
        QCOMPARE(found.recipes.size(), std::size_t(1));
        QVERIFY(found.verdict == AuditVerdict::deviates);
        request.recipe = "megatorn";
        try {
            read_understanding(checkpoint, request);
            QFAIL("an unknown recipe was taken");
        } catch (const FileError& error) {
            const std::string said = error.what();
            QVERIFY2(said.starts_with("--recipe: a recipe of LLaMA must be one of transformers, megatron, torchtitan"),
                said.c_str());
            QVERIFY2(said.find("did you mean 'megatron'?") != std::string::npos
                    || said.find("did you mean \"megatron\"?") != std::string::npos,
                said.c_str());
        }
    }

    /// An experiment made from a file initializes what the file has, role by role and block by block. Otherwise a
    /// sentence names the difference: a depth by the block.
    void experiments_draw_what_the_recipe_does()
    {
        const Published& model = model_of("LLaMA");
        QStringList by_block, others;
        const std::filesystem::path config = path().parent_path() / "config.json";
        std::ofstream(config)
            << R"({"model_type": "llama", "num_attention_heads": 4, "num_key_value_heads": 2, "hidden_act": "silu"})";
        for (const RecipeName& recipe : find_family(model.family)->recipes) {
            const RecipeFile file = recipe_file(model, recipe.name, 1);
            save(file, path());
            const Checkpoint checkpoint(path());
            UnderstandingRequest request;
            request.family = model.family;
            request.recipe = recipe.name;
            request.config = config;
            const Understanding known = read_understanding(checkpoint, request).front();
            const Experiment made = experiment_of(path(), checkpoint, request, known);
            const std::string left_out = recipe_left_out(made, known).english();
            if (!left_out.empty()) {
                (left_out.starts_with("The recipe scales ") ? by_block : others) << recipe.name.c_str();
                continue;
            }
            const NetworkPlan plan = plan_of(made.network);
            for (std::size_t i = 0; i < known.tensors.size(); ++i) {
                const UnderstoodTensor& tensor = known.tensors[i];
                if (tensor.kind != TensorKind::weight || tensor.block == 0)
                    continue;
                const ParameterPlan* parameter = plan.block(tensor.block).find(tensor.role);
                QVERIFY2(parameter, tensor.role.c_str());
                double square = 0;
                for (const float value : file.values[i])
                    square += double(value) * value / double(file.values[i].size());
                // The mean square of n normal entries deviates by more than 5 √(2/n) once in a million times.
                const double due = law_of(draw_of(*parameter), parameter->shape, Role::weight).variance;
                QVERIFY2(std::abs(square - due) <= 5 * std::sqrt(2.0 / double(file.values[i].size())) * due,
                    (recipe.name + ", " + checkpoint.tensors()[i].name + ": " + std::to_string(square / due)).c_str());
            }
        }
        QCOMPARE(by_block.join(' '), QString("torchtitan olmo_mitchell olmo_llama_depth"));
        QCOMPARE(others.join(' '), QString("maxtext"));   // queries with LeCun's distribution over √head_dim
    }

private:
    std::filesystem::path path() const { return folder_.filePath("file.safetensors").toStdString(); }

    Audit audited(const Drawn& drawn, const RecipeFile& file, FloatFormat format = FloatFormat::float32)
    {
        save(file, path(), format);
        const Checkpoint checkpoint(path());
        return audit(checkpoint,
            understand_all(checkpoint.tensors(), read_json(drawn.model->config).root, find_family(drawn.model->family)),
            Context());
    }

    QTemporaryDir folder_;
};

STEPZERO_TEST(TestRecipes, QCoreApplication)

}   // namespace tst_recipes
#include "tst_recipes.moc"
