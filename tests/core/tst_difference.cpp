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
    void allSettings();
    void aSchemeIsOneChange();
    void settingsHaveLabels();
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

/// Every setting is listed once, with both values. A setting that one network lacks has no value there.
void TestDifference::allSettings()
{
    const auto listed = [](const Experiment& left, const Experiment& right) {
        QStringList all;
        for (const SettingDifference& setting : differences(left, right))
            all << QString::fromStdString(
                setting.label.english() + ": " + setting.left.english() + " | " + setting.right.english());
        return all;
    };
    const Experiment base = networks::experiment(R"("kind": "dense", "depth": 10, "width": 64,
        "weight": {"scheme": "normal", "std": 0.02})");
    QCOMPARE(listed(base, base), QStringList());
    Experiment other = base;
    other.title = "another title";
    QCOMPARE(listed(base, other), QStringList());
    other.network.depth = 12;
    other.network.weight.parameters["std"] = 0.05;
    other.seed = 7;
    other.input.mean = 0.5;
    LayerOverride third;
    third.layer = 3;
    third.activation = Activation {"tanh", {}};
    other.network.overrides = {third};
    const QStringList all = listed(base, other);
    QCOMPARE(all.size(), 5);
    QCOMPARE(all[0], QString("depth: 10 | 12"));
    QVERIFY2(all[1].contains("0.02 | ") && all[1].endsWith("0.05"), qPrintable(all[1]));
    QVERIFY2(all[2].startsWith("settings per layer: "), qPrintable(all[2]));
    QVERIFY2(all[3].endsWith(": 0 | 0.5"), qPrintable(all[3]));
    QCOMPARE(all[4], QString("seed: 42 | 7"));

    const Experiment residual = networks::experiment(R"("kind": "residual", "depth": 10, "width": 64)");
    const QStringList kinds = listed(base, residual);
    QCOMPARE(kinds.first(), QString("kind of network: Dense | Residual"));
    QVERIFY(kinds.filter("settings per layer").isEmpty());   // neither has any
    QVERIFY(!kinds.filter(":  | ").isEmpty());   // options that only residual networks have
    const auto train = [](Experiment e) {
        e.train = Training();
        return e;
    };
    for (const QString& setting : listed(base, train(base)))
        QVERIFY2(setting.contains(":  | "), qPrintable(setting));
}

void TestDifference::aSchemeIsOneChange()
{
    const Experiment from = networks::with_members(
        R"("network": {"kind": "dense", "depth": 4, "width": 32, "weight": {"scheme": "normal", "std": 0.1}}, "seed": 1)");
    Experiment to = from;
    to.title = "another title";
    QVERIFY(changed_settings(from, to).empty());
    to.network.weight.parameters = {{"mean", 0.1}, {"std", 0.2}};
    QCOMPARE(changed_settings(from, to), (std::vector<std::string> {"network.weight"}));
    to = networks::with_members(
        R"("network": {"kind": "dense", "depth": 5, "width": 32, "activation": "tanh",
            "weight": {"scheme": "uniform", "low": -0.1, "high": 0.2}}, "input": {"samples": 8}, "seed": 1)");
    to.train = Training();
    QCOMPARE(changed_settings(from, to),
        (std::vector<std::string> {"network.depth", "network.activation", "network.weight", "input.samples", "train"}));
}

void TestDifference::settingsHaveLabels()
{
    const Experiment e = networks::experiment(R"("kind": "dense", "depth": 4, "width": 32)");
    for (const auto& [path, label] : std::initializer_list<std::pair<const char*, const char*>> {
             {"network.depth", "depth"}, {"network.weight", "weight scheme"}, {"network.bias", "bias scheme"},
             {"network.activation", "activation"}, {"network.overrides", "settings per layer"},
             {"network.kind", "kind of network"}, {"input.samples", "samples"}, {"seed", "seed"}, {"train", "training"},
             {"network.roles.q", "scheme of query"}})
        QCOMPARE(
            QString::fromStdString(setting_label(path, e, networks::preset("gpt2-small")).english()), QString(label));
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
        "depth 10 → 12, width 64 → 32, +1 more");
    row("kind", base, R"("kind": "residual", "depth": 12, "width": 32)", "Dense 10 × 64 → Residual 12 × 32");
    row("what studies do not vary", base,
        R"("kind": "dense", "depth": 10, "width": 64, "overrides": [{"layer": 3, "activation": "tanh"}])",
        "settings per layer");
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
