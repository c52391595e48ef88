// SPDX-License-Identifier: GPL-3.0-or-later
// Every module's backward pass against differences of its forward pass.
#include <QTest>
#include <functional>

#include "tests/cases.h"
#include "tests/core/module_cases.h"
#include "tests/main/registered_test.h"

namespace tst_modules_gradients {

using namespace stepzero;

namespace {

/// A function of a tensor and its gradient, and both at an input.
struct Loss {
    std::function<double(const Tensor&)> value;
    Tensor gradient;
    double rounding = 0;   // error of the value, due to float32's rounding of its terms
};

/// Compares the gradient with central differences at steps h and 2h, extrapolated to an error of h⁴. It uses every
/// entry of a small input, and ten random directions of length √n·reach. Allowed are a thousandth of the gradient's
/// length, and four times the effect of rounding on a difference.
void compare(const Tensor& x, const Loss& loss, float reach = 1)
{
    constexpr float h = 0.0078125F;
    const auto difference = [&](const Tensor& v) {
        const auto central
            = [&](float step) { return (loss.value(x + step * v) - loss.value(x - step * v)) / (2 * double(step)); };
        return (4 * central(h) - central(2 * h)) / 3;
    };
    const double allowed = 1e-3 * loss.gradient.norm() + 4 * loss.rounding / double(h);
    std::vector<Tensor> directions;
    for (int i = 0; i < 10; ++i)
        directions.emplace_back(reach * normal_tensor(int(x.rows()), int(x.cols()), 100 + std::uint32_t(i)));
    for (Eigen::Index i = 0; x.size() <= 100 && i < x.size(); ++i) {
        directions.emplace_back(Tensor::Zero(x.rows(), x.cols()));
        directions.back()(i) = 1;
    }
    for (const Tensor& v : directions) {
        const double expected = difference(v);
        const double found = v.cast<double>().cwiseProduct(loss.gradient.cast<double>()).sum();
        QVERIFY2(std::abs(found - expected) <= allowed,
            qPrintable(QString("found %1, differences %2, allowed %3").arg(found).arg(expected).arg(allowed)));
    }
}

}   // namespace

class TestModulesGradients : public QObject {
    Q_OBJECT

    const std::vector<ModuleCase> cases_ = module_cases();
    const Context context_ {};
    NoiseCache cache_ {1 << 26};
    const DrawnParameters parameters_ {11, 0, cache_};

private slots:
    void backwardIsTheGradient_data() { case_rows(cases_); }

    void backwardIsTheGradient()
    {
        QFETCH(int, index);
        const ModuleCase& c = cases_[std::size_t(index)];
        const std::unique_ptr<Module> module = c.make();
        const Tensor x = normal_tensor(c.rows, c.columns, 1);
        Recorder nobody;
        Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody};
        const Tensor y = plain(module->forward(signal_of(x, c.tokens), pass));
        const Tensor weights = normal_tensor(int(y.rows()), int(y.cols()), 2);
        Loss loss;
        loss.gradient = plain(module->backward(signal_of(weights, c.tokens), pass));
        loss.rounding = 0x1p-24 * y.cast<double>().cwiseProduct(weights.cast<double>()).norm();
        loss.value = [&](const Tensor& at) {
            Pass only {.context = context_, .parameters = parameters_, .recorder = nobody, .backward = false};
            const Tensor found = plain(module->forward(signal_of(at, c.tokens), only));
            return found.cast<double>().cwiseProduct(weights.cast<double>()).sum();
        };
        compare(x, loss);
    }

    void parametersHaveTheirGradients_data() { backwardIsTheGradient_data(); }

    void parametersHaveTheirGradients()
    {
        QFETCH(int, index);
        const ModuleCase& c = cases_[std::size_t(index)];
        const std::unique_ptr<Module> module = c.make();
        const Signal x = signal_of(normal_tensor(c.rows, c.columns, 1), c.tokens);
        Recorder nobody;
        ParameterGradients found;
        Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody, .gradients = &found};
        const Tensor y = plain(module->forward(x, pass));
        const Tensor weights = normal_tensor(int(y.rows()), int(y.cols()), 2);
        module->backward(signal_of(weights, c.tokens), pass);
        std::vector<ParameterPlan> plans;
        module->list_parameters(plans);
        QCOMPARE(found.all().size(), plans.size());
        auto turn = std::size_t(index);   // parameters take turns over modules
        for (const ParameterPlan& plan : plans)
            if (tested::in_turn(turn++))
                compareParameter(plan, found, 0x1p-24 * y.cast<double>().cwiseProduct(weights.cast<double>()).norm(),
                    [&](const ParameterSource& source) {
                        Pass only {.context = context_, .parameters = source, .recorder = nobody, .backward = false};
                        return plain(module->forward(x, only))
                            .cast<double>()
                            .cwiseProduct(weights.cast<double>())
                            .sum();
                    });
    }

    void headsBackwardIsTheGradient()
    {
        for (const auto& [vocabulary, multiplier, softcap] :
            {std::tuple(1, 1.0, 0.0), {7, 1.0, 0.0}, {7, 0.4, 0.0}, {7, 1.5, 2.0}}) {
            const ParameterPlan plan = normal_plan("head", vocabulary, 5, 3, 1);
            Head head({.weight = plan, .multiplier = multiplier, .softcap = softcap});
            const Tensor x = normal_tensor(5, 4, 1);
            const std::vector<int> targets = some_tokens(4, vocabulary, 1);
            Recorder nobody;
            ParameterGradients found;
            Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody, .gradients = &found};
            Loss loss;
            head.forward(signal_of(x), targets, pass);
            loss.gradient = plain(head.backward());
            const auto value = [&](const Tensor& at, const ParameterSource& source) {
                Pass only {.context = context_, .parameters = source, .recorder = nobody, .backward = false};
                return 4 * head.forward(signal_of(at), targets, only);
            };
            loss.value = [&](const Tensor& at) { return value(at, parameters_); };
            compare(x, loss);
            compareParameter(plan, found, 0, [&](const ParameterSource& source) { return value(x, source); });
        }
    }

    void embeddingsHaveTheirGradients()
    {
        const EmbeddingSpec spec {.tokens = normal_plan("embedding", 9, 4, 1, 1),
            .multiplier = 1.5,
            .positions = normal_plan("position", 5, 4, 2, 1)};
        const std::vector<int> tokens {3, 1, 3, 8, 3, 0};   // one token repeats, some are absent; two positions are
                                                            // unused
        Embedding embedding(spec);
        Recorder nobody;
        ParameterGradients found;
        Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody, .gradients = &found};
        const Tensor y = plain(embedding.forward(tokens, 3, pass)), weights = normal_tensor(4, 6, 2);
        embedding.backward(signal_of(weights, 3), pass);
        for (const ParameterPlan& plan : {spec.tokens, *spec.positions})
            compareParameter(plan, found, 0x1p-24 * y.cast<double>().cwiseProduct(weights.cast<double>()).norm(),
                [&](const ParameterSource& source) {
                    Pass only {.context = context_, .parameters = source, .recorder = nobody, .backward = false};
                    return plain(embedding.forward(tokens, 3, only))
                        .cast<double>()
                        .cwiseProduct(weights.cast<double>())
                        .sum();
                });
    }

    void gradientsOfAParameterAddUp()
    {
        const ParameterPlan plan = normal_plan("w", 70, 3, 1, 1);
        const WeightMatrix a = normal_tensor(70, 3, 1), b = normal_tensor(70, 3, 2);
        for (const auto& [first, second] : {std::pair(0, 0), {0, 40}, {40, 0}}) {
            ParameterGradients sum;
            sum.add(plan, a, first, context_);
            sum.add(plan, b, second, context_);
            const auto& [numbers, exponent] = sum.all().at("w");
            const Eigen::MatrixXd expected = plain(a.cast<double>(), first) + plain(b.cast<double>(), second);
            QVERIFY((plain(numbers.cast<double>(), exponent) - expected).norm() < 1e-6 * expected.norm());
        }
    }

    void whatIsHeldIsWhatIsComputedWith()
    {
        const ParameterPlan matrix = normal_plan("w", 3, 2, 1, 1), vector = vector_plan("b", 3, 1, 0, 1);
        HeldParameters held(&parameters_);
        QCOMPARE(held.entries(matrix, context_), parameters_.entries(matrix, context_));
        const WeightMatrix w = normal_tensor(3, 2, 9), b = normal_tensor(1, 3, 8);
        held.hold("w", w, context_);
        held.hold("b", b, context_);
        QCOMPARE(held.entries(matrix, context_), w);
        QCOMPARE(held.entries(vector, context_), b);
        QVERIFY(std::abs(held.matrix(matrix, context_).distribution().mean - double(w.mean())) < 1e-6);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, held.matrix(normal_plan("w", 2, 3, 1, 1), context_));
        const HeldParameters alone;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, alone.matrix(matrix, context_));
    }

private:
    /// Compares the gradient of a parameter with differences of a loss that takes parameters from a source.
    void compareParameter(const ParameterPlan& plan, const ParameterGradients& found, double rounding,
        const std::function<double(const ParameterSource&)>& value) const
    {
        const auto gradient = found.all().find(plan.name);
        QVERIFY2(gradient != found.all().end(), plan.name.c_str());
        const WeightMatrix entries = parameters_.entries(plan, context_);
        const Eigen::MatrixXd numbers = plain(gradient->second.numbers.cast<double>(), gradient->second.exponent);
        QCOMPARE(numbers.rows(), entries.rows());
        QCOMPARE(numbers.cols(), entries.cols());
        Loss loss {.value = {}, .gradient = numbers.cast<float>(), .rounding = rounding};
        loss.value = [&](const Tensor& at) {
            HeldParameters source(&parameters_);
            source.hold(plan.name, at, context_);
            return value(source);
        };
        // A step of a matrix moves its product by as much as a step of the input does.
        compare(entries, loss, plan.kind == Role::weight ? 1 / std::sqrt(float(plan.shape.fan_in)) : 1);
    }
};

STEPZERO_TEST(TestModulesGradients, NoApplication)

}   // namespace tst_modules_gradients
#include "tst_modules_gradients.moc"
