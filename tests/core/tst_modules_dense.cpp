// SPDX-License-Identifier: GPL-3.0-or-later
// A dense network as one module, against separate linear maps and activations, and against its Jacobian.
#include <QTest>

#include "tests/core/module_cases.h"
#include "tests/main/registered_test.h"

namespace tst_modules_dense {

using namespace stepzero;

namespace {

struct Passed {
    Signal output, gradient;
    ParameterGradients parameters;
    Record record;
};

double distance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return (a - b).norm() / b.norm(); }

Eigen::MatrixXd plain_double(const Signal& s) { return plain(s.numbers.cast<double>(), s.exponent); }

Sequence linear_maps(const NetworkPlan& plan)
{
    Sequence network;
    for (const BlockPlan& block : plan.blocks) {
        network.emplace<Linear>(LinearSpec {{block.block, "preactivation"}, block.parameters[0], block.parameters[1]});
        network.emplace<Elementwise>(Site {block.block, "output"}, block.activation);
    }
    return network;
}

}   // namespace

class TestModulesDense : public QObject {
    Q_OBJECT

    const Context context_ {};
    NoiseCache cache_ {1 << 26};
    const DrawnParameters parameters_ {11, 0, cache_};

    Passed through(Module& module, const NetworkPlan& plan, const Signal& input, const Signal& cotangent) const
    {
        Passed passed;
        DistributionRecorder recorder(plan.depth());
        Pass pass {
            .context = context_, .parameters = parameters_, .recorder = recorder, .gradients = &passed.parameters};
        passed.output = module.forward(input, pass);
        passed.gradient = module.backward(cotangent, pass);
        passed.record = recorder.record();
        return passed;
    }

private slots:
    // Moments are accurate to rounding when parts are joined in float64; counts are exact. One bin of a histogram of
    // normal numbers is about 1/30 of their standard deviation, and a part has other bins.
    void aBatchInParts()
    {
        for (const char* activation : {"relu", "tanh"}) {
            const NetworkPlan plan = dense_plan({20, 300, 129, 7}, activation);
            const Tensor x = normal_tensor(20, 300, 3), g = normal_tensor(7, 300, 4);
            Record records[2];
            for (const bool parts : {false, true}) {
                Dense network(plan);
                DistributionRecorder recorder(plan.depth());
                Pass pass {.context = context_, .parameters = parameters_, .recorder = recorder};
                for (const auto& [first, count] : parts ? std::vector<std::pair<int, int>> {{0, 256}, {256, 44}}
                                                        : std::vector<std::pair<int, int>> {{0, 300}}) {
                    if (first > 0)
                        network.continue_batch();
                    network.forward(make_signal(x.middleCols(first, count), 0, 1, context_), pass);
                    network.backward(make_signal(g.middleCols(first, count), 0, 1, context_), pass);
                }
                records[parts] = recorder.record();
            }
            const std::string z = plan.reading.preactivation, y = plan.reading.output;
            for (std::size_t l = 1; l < records[0].size(); ++l) {
                const BlockRecord &whole = records[0][l], &joined = records[1][l];
                QCOMPARE(joined.weights.size(), std::size_t(1));
                for (const auto& [a, b] : {std::pair {whole.value(z), joined.value(z)},
                         {whole.value(y), joined.value(y)}, {whole.gradient(z), joined.gradient(z)}}) {
                    QCOMPARE(b->count, a->count);
                    QCOMPARE(b->min, a->min);
                    QCOMPARE(b->max, a->max);
                    QVERIFY(std::abs(b->mean - a->mean) < 1e-12 * a->rms);
                    QVERIFY(std::abs(b->std - a->std) < 1e-12 * a->rms);
                    QVERIFY(std::abs(b->histogram.total() - a->count) < 1e-6 * a->count);
                    for (std::size_t q = 0; q < quantile_levels.size(); ++q)
                        QVERIFY(std::abs(b->quantiles[q] - a->quantiles[q]) < 2 * a->histogram.bin_width());
                }
                for (const Quantity what :
                    {Quantity::zero_fraction, Quantity::saturated_fraction, Quantity::dead_fraction})
                    QCOMPARE(*joined.number(y, what), *whole.number(y, what));
            }
        }
    }

    // Around the edges of tiles, near 1 and far outside of float's range. Only the order of sums of up to 300 products
    // differs: at most 300·2^-24 of their magnitudes in each of three layers, forward and backward.
    void isLinearMapsAndActivations()
    {
        for (const char* activation : {"tanh", "gelu", "linear"})
            for (const std::vector<int>& widths : {std::vector {20, 300, 129, 7}, {3, 1, 4, 2}})
                for (const std::int64_t exponent : {0, -300, 300}) {
                    const NetworkPlan plan = dense_plan(widths, activation);
                    const Signal x = make_signal(normal_tensor(widths.front(), 150, 1), exponent, 1, context_);
                    const Signal cotangent = signal_of(normal_tensor(widths.back(), 150, 2));
                    Dense dense(plan);
                    Sequence maps = linear_maps(plan);
                    const Passed a = through(dense, plan, x, cotangent), b = through(maps, plan, x, cotangent);
                    constexpr double allowed = 6 * 300 * 0x1p-24;
                    QVERIFY(distance(plain_double(a.output), plain_double(b.output)) < allowed);
                    if (b.gradient.zero())
                        QVERIFY(a.gradient.zero());
                    else
                        QVERIFY(distance(plain_double(a.gradient), plain_double(b.gradient)) < allowed);
                    for (const auto& [name, expected] : b.parameters.all()) {
                        const auto& found = a.parameters.all().at(name);
                        const Eigen::MatrixXd right = plain(expected.numbers.cast<double>(), expected.exponent);
                        const Eigen::MatrixXd left = plain(found.numbers.cast<double>(), found.exponent);
                        QVERIFY((left - right).norm() <= allowed * right.norm());
                    }
                    for (int block = 1; block <= plan.depth(); ++block)
                        for (const char* const role : {"preactivation", "output"}) {
                            const Distribution *l = a.record[std::size_t(block)].value(role),
                                               *r = b.record[std::size_t(block)].value(role);
                            QVERIFY(l && r && l->count == r->count);
                            QVERIFY(std::abs(l->log10_of(l->rms) - r->log10_of(r->rms)) < allowed);
                        }
                }
    }

    void factorsMakeTheJacobian()
    {
        for (const char* activation : {"tanh", "gelu"}) {
            const NetworkPlan plan = dense_plan({20, 40, 30, 10}, activation);
            Dense dense(plan);
            QCOMPARE(dense.jacobian_steps(), std::size_t(3));
            const Tensor x = normal_tensor(20, 1, 1), u = normal_tensor(10, 1, 2);
            const Passed passed = through(dense, plan, signal_of(x), signal_of(u));
            Recorder nobody;
            const Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody};
            Point at {x.col(0).cast<double>(), 0};
            Eigen::MatrixXd jacobian = Eigen::MatrixXd::Identity(20, 20);
            for (std::size_t i = 0; i < dense.jacobian_steps(); ++i) {
                const JacobianFactor f = dense.jacobian_step(i, at, pass).front();
                QCOMPARE(f.exponent, std::int64_t(0));
                jacobian = (f.slopes.asDiagonal() * f.weights.cast<double>() * jacobian).eval();
            }
            QVERIFY(distance(plain_double(passed.output), at.numbers) < 1e-5);
            QVERIFY(distance(plain_double(passed.gradient), jacobian.transpose() * u.cast<double>()) < 1e-5);
        }
    }

    void whatIsNotAskedForIsNotGiven()
    {
        const NetworkPlan plan = dense_plan({5, 4, 3}, "relu");
        Dense dense(plan);
        Recorder nobody;
        Pass pass {.context = context_, .parameters = parameters_, .recorder = nobody, .to_input = false};
        dense.forward(signal_of(normal_tensor(5, 2, 1)), pass);
        QCOMPARE(dense.backward(signal_of(normal_tensor(3, 2, 2)), pass).numbers.size(), Eigen::Index(0));
        NetworkPlan without = plan;
        without.blocks.back().parameters.pop_back();
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Dense {without});
    }
};

STEPZERO_TEST(TestModulesDense, NoApplication)

}   // namespace tst_modules_dense
#include "tst_modules_dense.moc"
