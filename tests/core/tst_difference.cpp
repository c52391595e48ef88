// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptions of how an experiment differs from another.
#include <QTest>

#include "core/study/grid/difference.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_difference {

using namespace stepzero;

class TestDifference : public QObject {
    Q_OBJECT
private slots:
    void words_data();
    void words();
    void changes_data();
    void changes();
};

void TestDifference::words_data()
{
    QTest::addColumn<std::string>("one");
    QTest::addColumn<std::string>("rest");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* one, const char* rest, const char* words) {
        QTest::newRow(name) << std::string(one) << std::string(rest) << QString(words);
    };
    row("the same", R"("kind": "dense", "depth": 10, "width": 64)", "", "");
    row("another title", R"("kind": "dense", "depth": 10, "width": 64)", R"("title": "x")", "");
    row("width", R"("kind": "dense", "depth": 10, "width": 1024)", "", "width 1024");
    row("two", R"("kind": "dense", "depth": 12, "width": 1024)", "", "depth 12, width 1024");
    row("seed", R"("kind": "dense", "depth": 10, "width": 64)", R"("seed": 3)", "seed 3");
    row("activation", R"("kind": "dense", "depth": 10, "width": 64, "activation": "tanh")", "", "activation Tanh");
    row("three", R"("kind": "dense", "depth": 12, "width": 32, "activation": "tanh")", "", "Dense 12 × 32");
    row("kind", R"("kind": "residual", "depth": 12, "width": 32)", "", "Residual 12 × 32");
    row("widths", R"("kind": "dense", "widths": [8, 16, 4])", "", "Dense 3 × 16");
}

void TestDifference::words()
{
    QFETCH(const std::string, one);
    QFETCH(const std::string, rest);
    QFETCH(const QString, words);
    const Experiment base = networks::experiment(R"("kind": "dense", "depth": 10, "width": 64)");
    QCOMPARE(QString::fromStdString(difference(networks::experiment(one, rest), base).english()), words);
}

void TestDifference::changes_data()
{
    QTest::addColumn<std::string>("before");
    QTest::addColumn<std::string>("after");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* before, const char* after, const char* words) {
        QTest::newRow(name) << std::string(before) << std::string(after) << QString(words);
    };
    const char* base = R"("kind": "dense", "depth": 10, "width": 64)";
    row("nothing", base, base, "");
    row("width", base, R"("kind": "dense", "depth": 10, "width": 1024)", "width 64 → 1024");
    row("variance", R"("kind": "dense", "weight": {"scheme": "mean_field", "variance": 1.5})",
        R"("kind": "dense", "weight": {"scheme": "mean_field", "variance": 2})", "variance of the weights 1.5 → 2");
    row("scheme", R"("kind": "dense", "weight": {"scheme": "mean_field", "variance": 1.5})",
        R"("kind": "dense", "weight": {"scheme": "orthogonal"})",
        "weight scheme Mean field, variance 1.5 → Orthogonal");
    row("three", base, R"("kind": "dense", "depth": 12, "width": 32, "activation": "elu")",
        "activation ReLU → ELU, depth 10 → 12, +1 more");
    row("kind", base, R"("kind": "residual", "depth": 12, "width": 32)", "Dense 10 × 64 → Residual 12 × 32");
    row("what studies do not vary", base,
        R"("kind": "dense", "depth": 10, "width": 64, "overrides": [{"layer": 3, "activation": "tanh"}])",
        "other settings");
}

void TestDifference::changes()
{
    QFETCH(const std::string, before);
    QFETCH(const std::string, after);
    QFETCH(const QString, words);
    const Text text = change(networks::experiment(before), networks::experiment(after));
    QCOMPARE(QString::fromStdString(text.english()), words);
}

STEPZERO_TEST(TestDifference, QCoreApplication)

}   // namespace tst_difference
#include "tst_difference.moc"
