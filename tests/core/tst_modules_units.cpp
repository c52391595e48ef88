// SPDX-License-Identifier: GPL-3.0-or-later
// Signals in separate units: every module yields the same numbers in any units. Networks are followed beyond float32
// and beyond double, forward and backward.
#include <QTest>

#include "tests/core/module_cases.h"
#include "tests/main/registered_test.h"

namespace tst_modules_units {

using namespace stepzero;

namespace {

struct Passed {
    Signal output, gradient;
};

/// Records every signal in its units.
class SignalRecorder : public Recorder {
public:
    std::map<Site, Signal> values, gradients;
    void value(const Site& site, const Signal& signal, const Context&) override { values[site] = signal; }
    void gradient(const Site& site, const Signal& signal, const Context&) override { gradients[site] = signal; }
};

/// Returns a signal in units of 2^0, however large.
Signal without_units(Tensor numbers, int positions)
{
    const Moments moments = fill_columns(numbers, 0, Context(), [](Eigen::Index, Eigen::Index) {});
    return {std::move(numbers), 0, positions, moments};
}

bool close(const Signal& found, const Signal& expected, double tolerance)
{
    const Eigen::MatrixXd a = plain(found.numbers.cast<double>(), found.exponent);
    const Eigen::MatrixXd b = plain(expected.numbers.cast<double>(), expected.exponent);
    return a.rows() == b.rows() && a.cols() == b.cols() && a.allFinite()
        && (a - b).cwiseAbs().maxCoeff() <= tolerance * b.cwiseAbs().maxCoeff();
}

double log10_rms(const Eigen::MatrixXd& x) { return std::log10(x.norm() / std::sqrt(double(x.size()))); }

double log10_rms(const Signal& s) { return log10_rms(s.numbers.cast<double>()) + double(s.exponent) * std::log10(2); }

}   // namespace

class TestModulesUnits : public QObject {
    Q_OBJECT

    const std::vector<ModuleCase> cases_ = module_cases();
    const Context context_ {};
    NoiseCache cache_ {1 << 26};
    const DrawnParameters parameters_ {11, 0, cache_};

    Passed through(const ModuleCase& c, Signal input) const
    {
        const std::unique_ptr<Module> module = c.make();
        Recorder nobody;
        Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody};
        Passed passed;
        passed.output = module->forward(std::move(input), pass);
        const Tensor& y = passed.output.numbers;
        passed.gradient = module->backward(signal_of(normal_tensor(int(y.rows()), int(y.cols()), 2), c.tokens), pass);
        return passed;
    }

private slots:
    void unitsDoNotMatter_data() { case_rows(cases_); }

    // Whatever float32 can represent without units, far outside the ordinary range, is the same with units. Scaling by
    // powers of two is exact, but the order of a sum may change, and activations equal their limits to 2^-30. This
    // leaves some roundings of 2^-24, amplified by sums of up to a hundred numbers that may cancel.
    void unitsDoNotMatter()
    {
        QFETCH(int, index);
        const ModuleCase& c = cases_[std::size_t(index)];
        for (const int log2 : {-40, 40}) {
            const Tensor x = std::ldexp(1.0F, log2) * normal_tensor(c.rows, c.columns, 1);
            const Signal with = signal_of(x, c.tokens);
            QVERIFY(with.exponent != 0);
            const Passed a = through(c, with), b = through(c, without_units(x, c.tokens));
            QVERIFY2(close(a.output, b.output, 1e-5), qPrintable(QString("forward, 2^%1").arg(log2)));
            QVERIFY2(close(a.gradient, b.gradient, 1e-5), qPrintable(QString("backward, 2^%1").arg(log2)));
        }
    }

    void nothingChangesBeyondDouble_data() { case_rows(cases_); }

    // From 2^±400 on every module has reached its limit, and only units change.
    void nothingChangesBeyondDouble()
    {
        QFETCH(int, index);
        const ModuleCase& c = cases_[std::size_t(index)];
        for (const int sign : {-1, 1}) {
            Signal x = signal_of(0x1p40F * normal_tensor(c.rows, c.columns, 1), c.tokens);
            x.exponent = sign * 400;
            const Passed near = through(c, x);
            x.exponent = sign * 5000;
            const Passed far = through(c, x);
            QCOMPARE(far.output.numbers, near.output.numbers);
            QCOMPARE(far.gradient.numbers, near.gradient.numbers);
            QVERIFY(near.output.numbers.allFinite() && near.gradient.numbers.allFinite());
            // The output of a gated pair has two factors of x, and that of a selective scan, C·(B u)·φ(gate), has four.
            const std::int64_t by = (far.output.exponent - near.output.exponent) * sign;
            QVERIFY2(by == 0 || by == 4600 || by == 9200 || by == 18400, qPrintable(QString::number(by)));
        }
    }

    void headsTakeTheTrueLogits()
    {
        Head head({.weight = normal_plan("head", 7, 5, 3, 1)});
        const std::vector<int> targets = some_tokens(4, 7, 1);
        const auto run = [&](const Signal& x, Recorder& recorder) {
            Pass pass {.context = context_, .parameters = parameters_, .recorder = recorder};
            const double loss = head.forward(x, targets, pass);
            return std::pair(loss, head.backward());
        };
        for (const int log2 : {-40, 40}) {
            KeepingRecorder with, without;
            const Tensor x = std::ldexp(1.0F, log2) * normal_tensor(5, 4, 1);
            const auto [loss, gradient] = run(signal_of(x), with);
            const auto [expected, expected_gradient] = run(without_units(x, 1), without);
            QVERIFY(std::abs(loss - expected) <= 1e-6 * expected);
            QVERIFY(close(gradient, expected_gradient, 1e-6));
            QCOMPARE(with.numbers.size(), std::size_t(1));
        }
        // Beyond double there is no such number, so nothing is recorded; every entry of the gradient is 0 or ±1.
        KeepingRecorder far;
        Signal x = signal_of(0x1p40F * normal_tensor(5, 4, 1));
        x.exponent = 5000;
        const auto [loss, gradient] = run(x, far);
        QVERIFY(std::isinf(loss));
        QVERIFY(far.numbers.empty());
        QVERIFY(gradient.numbers.allFinite());
        for (const float g : far.gradients.at({0, "logits"}).reshaped())
            QVERIFY(g == 0 || std::abs(g) == 1);
    }

    void embeddingsOfUnlikeSizesAreAdded()
    {
        const std::vector<int> tokens = some_tokens(6, 9, 1);
        for (const double size : {1e20, 1e-20}) {
            const EmbeddingSpec spec {
                .tokens = normal_plan("embedding", 9, 4, 1, size), .positions = normal_plan("position", 3, 4, 2, 1)};
            SignalRecorder seen;
            Pass pass {.context = context_, .parameters = parameters_, .recorder = seen};
            const Signal x = Embedding(spec).forward(tokens, 3, pass);
            const Eigen::MatrixXd table = parameters_.entries(spec.tokens, context_).cast<double>();
            const Eigen::MatrixXd place = parameters_.entries(*spec.positions, context_).cast<double>();
            const Eigen::MatrixXd found = plain(x.numbers.cast<double>(), x.exponent);
            for (int c = 0; c < 6; ++c) {
                const Eigen::VectorXd expected = (table.row(tokens[std::size_t(c)]) + place.row(c % 3)).transpose();
                QVERIFY((found.col(c) - expected).norm() <= 1e-6 * expected.norm());
            }
        }
    }

    void aResidualNetworkIsFollowedBeyondFloat_data()
    {
        QTest::addColumn<QString>("activation");
        QTest::newRow("ReLU") << "relu";
        QTest::newRow("GELU") << "gelu";
    }

    // x ← x + W₂ φ(W₁ x + b): E[x²] grows by a factor of about 3 in each of 500 blocks, so that float32 ends at about
    // block 160. It is compared with float64, where 3^250 can still be represented. The rounding error of a block in
    // float32 is at most the length of its two sums, plus some operations, times 2^-24. Slopes belong to the signs of
    // float32's preactivations.
    void aResidualNetworkIsFollowedBeyondFloat()
    {
        QFETCH(QString, activation);
        constexpr int blocks = 500, width = 32, samples = 3;
        const Activation phi {activation.toStdString(), {}};
        const ActivationFunction function(phi);
        std::vector<LinearSpec> first, last;
        Sequence body;
        for (int block = 1; block <= blocks; ++block) {
            const auto stream = std::uint32_t(block);
            first.push_back({{block, "in"}, normal_plan("in", width, width, stream, std::sqrt(2.0 / width)),
                vector_plan("in bias", width, stream, 0, 0.5)});
            last.push_back({{block, "out"}, normal_plan("out", width, width, stream + 1000, std::sqrt(2.0 / width))});
            auto f = std::make_unique<Sequence>();
            f->emplace<Linear>(first.back());
            f->emplace<Elementwise>(Site {block, "activation"}, phi);
            f->emplace<Linear>(last.back());
            body.emplace<Residual>(
                ResidualSpec {.block = block, .word = "branch", .placement = Placement::none}, std::move(f));
        }
        SignalRecorder seen;
        Pass pass {.context = context_, .parameters = parameters_, .recorder = seen};
        const Tensor input = normal_tensor(width, samples, 1), cotangent = normal_tensor(width, samples, 2);
        propagate(body, signal_of(input), signal_of(cotangent), pass);

        const double allowed = blocks * 2.0 * (width + 4) * 0x1p-24;
        const auto entries = [&](const ParameterPlan& plan) -> Eigen::MatrixXd {
            return parameters_.entries(plan, context_).cast<double>();
        };
        Eigen::MatrixXd x = input.cast<double>();
        int beyond = 0;
        for (int block = 1; block <= blocks; ++block) {
            const LinearSpec &in = first[std::size_t(block - 1)], &out = last[std::size_t(block - 1)];
            Eigen::MatrixXd z = entries(in.weight) * x;
            z.colwise() += entries(*in.bias).row(0).transpose();
            function.value(z.data(), z.data(), z.size());
            x += entries(out.weight) * z;
            const Signal& stream = seen.values.at({block, "branch_stream"});
            QVERIFY(std::abs(log10_rms(stream) - log10_rms(x)) < allowed);
            QVERIFY((plain(stream.numbers.cast<double>(), stream.exponent) - x).norm() < allowed * x.norm());
            beyond += log10_rms(stream) > std::log10(double(std::numeric_limits<float>::max()));
        }
        QVERIFY(beyond > 200);
        Eigen::MatrixXd g = cotangent.cast<double>();
        for (int block = blocks; block >= 1; --block) {
            const Signal& stream = seen.gradients.at({block, "branch_stream"});
            QVERIFY((plain(stream.numbers.cast<double>(), stream.exponent) - g).norm() < allowed * g.norm());
            const Signal& z = seen.values.at({block, "in"});
            Eigen::MatrixXd slope = plain(z.numbers.cast<double>(), z.exponent);
            function.derivative(slope.data(), slope.data(), slope.size());
            const Eigen::MatrixXd back = entries(last[std::size_t(block - 1)].weight).transpose() * g;
            g += entries(first[std::size_t(block - 1)].weight).transpose() * back.cwiseProduct(slope);
        }
        QVERIFY(log10_rms(g) > 100);
        const Signal& at_input = seen.gradients.at({0, "input"});
        QVERIFY((plain(at_input.numbers.cast<double>(), at_input.exponent) - g).norm() < allowed * g.norm());
    }
};

STEPZERO_TEST(TestModulesUnits, NoApplication)

}   // namespace tst_modules_units
#include "tst_modules_units.moc"
