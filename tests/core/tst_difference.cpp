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
    row("list", R"("kind": "dense", "depth": 10, "width": 64, "overrides": [{"layer": 1, "activation": "tanh"}])", "",
        "Dense 10 × 64");
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

STEPZERO_TEST(TestDifference, QCoreApplication)

}   // namespace tst_difference
#include "tst_difference.moc"
