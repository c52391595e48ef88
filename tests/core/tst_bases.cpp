// SPDX-License-Identifier: GPL-3.0-or-later
// Every base of the registry, some with other parameters too: samples against the distribution, the distribution
// against itself, and the properties that a base claims against its matrices.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/network/init/bases.h"
#include "core/network/init/noise.h"
#include "core/network/init/variance_scaling.h"
#include "tests/main/registered_test.h"

namespace tst_bases {

using namespace stepzero;

namespace {

constexpr int rows = 45, columns = 72, replicas = 24;
constexpr Shape shape {rows, columns};

std::vector<std::shared_ptr<const Base>> all_bases()
{
    std::vector<std::shared_ptr<const Base>> all = bases();
    for (const auto& more : {base_truncated_normal(-1, 2.5), base_truncated_normal(1.5, 4), base_orthogonal({9, 4}),
             base_identity({9, 4}, 3), base_sparse_normal(0.9), base_unit_vectors(true), base_twins(0.5),
             base_log_ordinal(false), base_softplus_log_uniform(1e-3, 0.1, 5e-3)})
        all.push_back(more);
    return all;
}

WeightMatrix entries_of(const Base& base, std::uint64_t seed, ThreadPool* pool = nullptr)
{
    Context context;
    if (pool)
        context.pool = pool;
    WeightMatrix entries(rows, columns);
    base.fill({seed, 0, TensorRole::weight, 1}, entries, context);
    return entries;
}

/// In ascending order.
std::vector<double> samples_of(const Base& base)
{
    std::vector<double> all;
    for (int replica = 0; replica < replicas; ++replica) {
        const WeightMatrix entries = entries_of(base, 100 + std::uint64_t(replica));
        all.insert(all.end(), entries.data(), entries.data() + entries.size());
    }
    std::ranges::sort(all);
    return all;
}

/// Returns ∫ density·f from low to high; the density may be infinite at the ends if it is integrable.
template <class F>
double integral(const Law& law, double low, double high, const F& f)
{
    if (!law.density)
        return 0;
    constexpr int steps = 20000;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        const double angle = std::numbers::pi * ((i + 0.5) / steps - 0.5);
        const double x = 0.5 * (low + high) + 0.5 * (high - low) * std::sin(angle);
        sum += law.density(x) * f(x) * 0.5 * (high - low) * std::cos(angle) * std::numbers::pi / steps;
    }
    return sum;
}

}   // namespace

class BasesTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        QFETCH(int, at);
        base_ = all_bases().at(std::size_t(at));
    }

    void law_is_a_law_data() { cases(); }
    void law_is_a_law()
    {
        const Law law = base_->law(shape);
        const double reach = 20 * std::sqrt(law.variance), low = std::max(law.low, law.mean - reach),
                     high = std::min(law.high, law.mean + reach);
        const auto moment = [&](int power) {
            const auto f = [&](double x) { return std::pow(x - law.mean, power); };
            double sum = integral(law, low, high, f);
            for (const Law::Atom& atom : law.atoms)
                sum += atom.probability * f(atom.value);
            return sum;
        };
        // The midpoint rule is accurate to about 1e-7 for a smooth density.
        const double std = std::sqrt(law.variance);
        QVERIFY(std::abs(moment(0) - 1) < 1e-6);
        QVERIFY(std::abs(moment(1)) <= 1e-6 * std);
        QVERIFY(std::abs(moment(2) - law.variance) <= 1e-6 * law.variance);
        if (const auto kurtosis = base_->kurtosis(shape))
            QVERIFY(std::abs(moment(4) / (law.variance * law.variance) - *kurtosis) < 1e-5);
        if (const auto below = base_->below(shape)) {
            QVERIFY(law.atoms.empty() && base_->random());
            for (double x = low + std / 8; x < high; x += std / 4)
                QVERIFY(std::abs(below(x) - below(low) - integral(law, low, x, [](double) { return 1.0; })) < 1e-6);
        }
    }

    void samples_follow_the_law_data() { cases(); }
    void samples_follow_the_law()
    {
        const Law law = base_->law(shape);
        const std::vector<double> x = samples_of(*base_);
        const double n = double(x.size());
        double powers[9] {};   // moments about the mean
        for (const double value : x)
            for (int power = 1; power < 9; ++power)
                powers[power] += std::pow(value - law.mean, power) / n;
        // Five standard errors of 77760 samples. Dependent samples have squares with a fixed sum, which reduces the
        // errors, or repeat one of 45 units, which increases them by 3%. Floats are accurate to 1e-7.
        const auto near = [&](double found, double known, double square) {
            return std::abs(found - known) <= 5 * std::sqrt(std::max(0.0, square - known * known) / n)
                + 1e-6 * (std::abs(known) + std::abs(law.mean));
        };
        QVERIFY(near(powers[1], 0, law.variance));
        QVERIFY(near(powers[2], law.variance, powers[4]));
        if (const auto kurtosis = base_->kurtosis(shape))
            QVERIFY(near(powers[4], *kurtosis * law.variance * law.variance, powers[8]));
        QVERIFY(x.front() >= law.low - 1e-6 * (1 + std::abs(law.low)));
        QVERIFY(x.back() <= law.high + 1e-6 * (1 + std::abs(law.high)));
        // Quantiles: the largest distance to the distribution function exceeds this once in a million (Massart 1990).
        const double distance = std::sqrt(std::log(2e6) / (2 * n));
        if (const auto below = base_->below(shape))
            for (std::size_t i = 0; i < x.size(); ++i)
                QVERIFY(std::abs(below(x[i]) - (double(i) + 0.5) / n) < distance);
    }

    void matrices_are_what_the_base_says_data() { cases(); }
    void matrices_are_what_the_base_says()
    {
        const WeightMatrix w = entries_of(*base_, 1), other = entries_of(*base_, 2);
        QCOMPARE(w != other, base_->random());
        QCOMPARE((w.array() == w(0, 0)).all(), base_->dependence == Dependence::constant);
        QCOMPARE(w.row(0) == w.row(1) && w.col(0) == w.col(1),
            base_->identical_units || base_->dependence == Dependence::constant);
        if (const std::vector<double> row = base_->row(columns); !row.empty())
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < columns; ++j)
                    QCOMPARE(w(i, j), float(row[std::size_t(j)]));
        const auto [receptive, centre] = base_->tap;
        for (int j = 0; j < columns; ++j)
            QVERIFY(j % receptive == centre || w.col(j).isZero(0));
        WeightMatrix across(rows, columns / receptive);
        for (int j = 0; j < across.cols(); ++j)
            across.col(j) = w.col(j * receptive + centre);
        const Eigen::MatrixXd short_side
            = (across.rows() < across.cols() ? across : WeightMatrix(across.transpose())).cast<double>();
        const auto unit = Eigen::MatrixXd::Identity(short_side.rows(), short_side.rows());
        QCOMPARE((short_side * short_side.transpose() - unit).cwiseAbs().maxCoeff() < 5e-6, base_->isometric);
    }

    void samples_do_not_depend_on_threads_data() { cases(); }
    void samples_do_not_depend_on_threads()
    {
        ThreadPool one(1), two(2), five(5);
        const WeightMatrix reference = entries_of(*base_, 9, &one);
        QVERIFY(entries_of(*base_, 9, &two) == reference);
        QVERIFY(entries_of(*base_, 9, &five) == reference);
    }

    void bases_are_told_apart_data() { cases(); }
    void bases_are_told_apart()
    {
        int same = 0;
        for (const auto& other : all_bases())
            same += *other == *base_;
        QCOMPARE(same, 1);
    }

    void frameworks_can_write_it_data() { cases(); }
    void frameworks_can_write_it()
    {
        const Draw draw {.base = base_, .scale = 0.5};
        QVERIFY(!base_->pytorch(draw, "w").empty());
        QCOMPARE(base_->jax(draw, shape).empty(), base_->keras(draw, shape).empty());
        const VarianceScaling scaling {.fan = Fan::in, .base = base_, .truncation = {.left = 0.88}};
        QCOMPARE(base_->jax_by_fans(scaling).has_value(), base_->keras_by_fans(scaling).has_value());
        QCOMPARE(base_->jax_by_fans(scaling).has_value(), !base_->pytorch_by_fans(scaling, "w").empty());
    }

private:
    static void cases()
    {
        QTest::addColumn<int>("at");
        int at = 0;
        for (const auto& base : all_bases()) {
            QTest::addRow("%d %s", at, std::string(base->name).c_str()) << at;
            ++at;
        }
    }

    std::shared_ptr<const Base> base_;
};

STEPZERO_TEST(BasesTest, NoApplication)

}   // namespace tst_bases
#include "tst_bases.moc"
