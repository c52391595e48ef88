// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of tokens that were added to a vocabulary, and rows of padding: their values, reported numbers, theory, and
// code.
#include <QTest>
#include <cmath>

#include "core/exchange/code.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/network/init/parameter.h"
#include "core/simulate/simulate.h"
#include "tests/core/python.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_given_rows {

using namespace stepzero;

namespace {

Experiment transformer(int vocabulary, int added, const char* rule, bool padding = false)
{
    return networks::of_kind("transformer", 2, 64,
        {{"vocabulary", double(vocabulary)}, {"new_tokens", double(added)}, {"new_rows", std::string(rule)},
            {"padding_row", std::string(padding ? "true" : "false")}},
        8);
}

const ParameterPlan& table_of(const NetworkPlan& plan) { return plan.before.front(); }

}   // namespace

class TestGivenRows : public QObject {
    Q_OBJECT

    NoiseCache cache_ {1 << 26};
    const Context context_ {};

    WeightMatrix table(const Experiment& e)
    {
        const NetworkPlan plan = plan_of(e.network);
        return DrawnParameters(e.seed, 0, cache_).entries(table_of(plan), context_);
    }

private slots:
    void rows_are_what_they_are_said_to_be()
    {
        const WeightMatrix drawn = table(transformer(500, 40, "drawn")), mean = table(transformer(500, 40, "mean")),
                           padded = table(transformer(500, 40, "mean", true));
        QCOMPARE(mean.topRows(460), drawn.topRows(460));
        const Eigen::RowVectorXd expected = drawn.topRows(460).cast<double>().colwise().mean();
        for (int row = 460; row < 500; ++row)
            QVERIFY((mean.row(row).cast<double>() - expected).norm() < 1e-6 * expected.norm());
        QVERIFY(padded.row(0).isZero(0) && !mean.row(0).isZero(0));
        QCOMPARE(padded.bottomRows(499), mean.bottomRows(499));
    }

    /// From 4000 rows, each entry of the covariance has a standard error of at most √(2/4000) of its variances.
    void a_spread_has_the_covariance_of_the_others()
    {
        constexpr int added = 4000;
        Experiment e = transformer(4300, added, "mean_with_spread");
        e.network.width = 16;
        const WeightMatrix all = table(e);
        const Eigen::MatrixXd old
            = all.topRows(300).cast<double>().rowwise() - all.topRows(300).cast<double>().colwise().mean();
        const Eigen::MatrixXd covariance = 1e-9 * old.transpose() * old / 300;
        const Eigen::RowVectorXd mean = all.topRows(300).cast<double>().colwise().mean();
        const Eigen::MatrixXd away = all.bottomRows(added).cast<double>().rowwise() - mean;
        const Eigen::MatrixXd found = away.transpose() * away / added;
        for (int i = 0; i < 16; ++i)
            for (int j = 0; j < 16; ++j) {
                const double error = std::sqrt(2 * covariance(i, i) * covariance(j, j) / added);
                // float32 resolves numbers of 0.02/√300 to about 1e-10, whose square counts: 1e-20 compared with 4e-13.
                QVERIFY(std::abs(found(i, j) - covariance(i, j)) < 5 * error + 1e-18);
            }
    }

    void numbers_are_those_of_the_table_data()
    {
        QTest::addColumn<QString>("rule");
        for (const char* const rule : {"drawn", "mean", "mean_with_spread"})
            QTest::newRow(rule) << rule;
    }
    void numbers_are_those_of_the_table()
    {
        QFETCH(QString, rule);
        const Experiment e = transformer(700, 30, rule.toUtf8());
        const NetworkPlan plan = plan_of(e.network);
        const Measurement m = simulate(e, plan, cache_, context_);
        const Eigen::MatrixXd rows = table(e).cast<double>();
        const Eigen::VectorXd norms = rows.rowwise().norm();
        const auto number = [&](const char* site, Quantity q) { return *m.block(0).number(site, q); };
        const auto near = [](double a, double b) { return std::abs(a / b - 1) < 1e-5; };
        QVERIFY(near(number("embedding", Quantity::row_norm), norms.head(670).mean()));
        QVERIFY(near(number("embedding", Quantity::added_row_norm), norms.tail(30).mean()));
        double cosine = 0;
        for (int i = 670; i < 700; ++i) {
            double best = -1;
            for (int j = 0; j < 700; ++j)
                if (j != i)
                    best = std::max(best, rows.row(i).dot(rows.row(j)) / norms(i) / norms(j));
            cosine += best / 30;
        }
        QVERIFY(near(number("embedding", Quantity::added_nearest_cosine), cosine));
        QVERIFY(rule == "drawn" ? cosine < 0.7 : cosine > 0.999);
        // Logits are small, so all tokens have similar probabilities.
        QVERIFY(std::abs(number("logits", Quantity::added_probability) * 700 / 30 - 1) < 0.1);
    }

    /// With a separate head, so that no token is special. Rows that are the mean have the mean of the logits, and a
    /// loss of ln Σ e^l minus that mean. For sampled rows it scatters around that by the logits' spread over about 250
    /// tokens.
    void the_loss_of_new_tokens_is_theirs()
    {
        Experiment e = transformer(40, 20, "mean");
        e.network.options["tied"] = std::string("false");
        e.network.roles["head"] = {"normal", {{"mean", 0.0}, {"std", 0.125}}};
        const Measurement m = simulate(with_completed_parameters(e), plan_of(e.network), cache_, context_);
        const double all = *m.block(0).number("logits", Quantity::cross_entropy),
                     added = *m.block(0).number("logits", Quantity::added_cross_entropy),
                     spread = m.block(0).value("logits")->std * std::sqrt(2.0);
        QVERIFY2(spread > 0.5 && all != added, qPrintable(QString::number(spread)));
        QVERIFY2(std::abs(all - added) < 5 * spread / std::sqrt(250.0) / 2 + 0.05,
            qPrintable(QString("%1 %2").arg(all).arg(added)));
    }

    /// Half of the rows are near 0, and so are half of the logits and tokens.
    void theory_counts_them()
    {
        for (const bool tied : {true, false}) {
            Experiment e = transformer(2000, 1000, "mean");
            e.network.width = 256;
            e.network.options["tied"] = std::string(tied ? "true" : "false");
            const NetworkPlan plan = plan_of(e.network);
            const Measurement m = simulate(e, plan, cache_, context_);
            const Prediction p = predict(e, plan, {8, 64}, context_);
            const double found = std::pow(m.block(0).value("logits")->rms, 2);
            const double expected = p.head->logit_square;
            // 512 tokens of 2000 logits: the variance of products of two vectors with 256 entries each is accurate to
            // √(2/256) = 9% per token, and for all tokens much better. Theory is of first order in the fraction.
            QVERIFY2(std::abs(found / expected - 1) < 0.08, qPrintable(QString("%1 %2").arg(found).arg(expected)));
        }
    }

    void too_many_are_refused()
    {
        const std::vector<Problem> problems = validate(transformer(100, 100, "mean"));
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems.front().path, std::string("network.new_tokens"));
    }

    void code_gives_the_same_rows()
    {
        if (!python_has("torch, numpy"))
            QSKIP("no python3-torch");
        for (const char* const rule : {"mean", "mean_with_spread"})
            for (const bool tied : {true, false}) {
                Experiment e = transformer(300, 50, rule, true);
                e.network.options["tied"] = std::string(tied ? "true" : "false");
                const QString code
                    = QString::fromStdString(framework_code(with_completed_parameters(e), Framework::pytorch));
                const QString said = run_python(code.section("if __name__", 0, 0) + R"(
network = Network()
for name in ("embedding", "head"):
    if hasattr(network, name):
        table = getattr(network, name).weight.detach()
        old, new = table[:250], table[250:]
        mean = old.mean(0) if name == "head" else (old.sum(0) + 0) / 250
        print(name, float((new - new.mean(0)).norm() / new.norm()) < 1e-3,
              float((new.mean(0) - mean).norm() / mean.norm()) < 0.2, bool((table[0] == 0).all()))
)");
                QVERIFY2(said.contains("embedding True True True"), qPrintable(said));
                QVERIFY2(tied || said.contains("head True True False"), qPrintable(said));
            }
    }
};

STEPZERO_TEST(TestGivenRows, QCoreApplication)

}   // namespace tst_given_rows
#include "tst_given_rows.moc"
