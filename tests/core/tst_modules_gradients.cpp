// SPDX-License-Identifier: GPL-3.0-or-later
// Every module's backward pass against differences of its forward pass.
#include <QTest>
#include <functional>

#include "tests/core/module_cases.h"

using namespace stepzero;

namespace {

/// One function of a tensor, its gradient, and both at an input.
struct Loss {
    std::function<double(const Tensor&)> value;
    Tensor gradient;
    double rounding = 0;   // of the value, by float32's rounding of its terms
};

/// The gradient against central differences at steps h and 2h, extrapolated to an error of h⁴, along every entry of
/// a small input and along ten random directions of length √n. Allowed: a thousandth of the gradient's length, and
/// four times what rounding does to a difference.
void compare(const Tensor& x, const Loss& loss)
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
        directions.push_back(normal_tensor(int(x.rows()), int(x.cols()), 100 + std::uint32_t(i)));
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
    const Context context_;
    NoiseCache cache_ {1 << 26};
    const DrawnParameters parameters_ {11, 0, cache_};

private slots:
    void backwardIsTheGradient_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases_.size(); ++i)
            QTest::newRow(qPrintable(cases_[i].name)) << int(i);
    }

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

    void headsBackwardIsTheGradient()
    {
        for (const int vocabulary : {1, 7}) {
            Head head({.weight = normal_plan("head", vocabulary, 5, 3, 1)});
            const Tensor x = normal_tensor(5, 4, 1);
            const std::vector<int> targets = some_tokens(4, vocabulary, 1);
            Recorder nobody;
            Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody};
            Loss loss;
            head.forward(signal_of(x), targets, pass);
            loss.gradient = plain(head.backward());
            pass.backward = false;
            loss.value = [&](const Tensor& at) { return 4 * head.forward(signal_of(at), targets, pass); };
            compare(x, loss);
        }
    }
};

QTEST_APPLESS_MAIN(TestModulesGradients)
#include "tst_modules_gradients.moc"
