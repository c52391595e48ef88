// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be varied: every variable of every kind of network yields a valid study, and is recognized again.
#include <QTest>
#include <set>
#include <tuple>

#include "core/files/presets.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/study/grid/axis_values.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/proposed_grid.h"
#include "core/study/grid/typed_numbers.h"
#include "core/study/grid/variables.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"

namespace tst_grid_vary {

using namespace stepzero;

namespace {

Variable variable(const std::string& path, bool whole)
{
    for (const Variable& v : variables(Experiment()))
        if (v.path == path && v.whole == whole)
            return v;
    qFatal("no such variable");
}

}   // namespace

class TestGridVary : public QObject {
    Q_OBJECT

private slots:
    void every_variable_makes_a_valid_study()
    {
        int tried = 0;
        unsigned turn = 0;
        std::set<std::tuple<std::string, std::string, Variable::Kind>> known;
        for (const Preset& p : presets()) {
            const Experiment base = networks::preset(p.name);
            const std::vector<Variable> all = variables(base);
            for (const Variable& v : all) {
                QVERIFY2(!v.suggestion.empty(), v.path.c_str());
                // Every variable of every kind of network, and some of them in further presets of the kind, in turn.
                if (!known.emplace(base.network.kind, v.path, v.kind).second && !tested::every_case()
                    && ++turn % 24 != 0)
                    continue;
                // Some values are invalid with the rest of a network (heads that do not divide the width). The first is
                // tried alone, and then all that are valid with it.
                GridAxis axis {v.path, {}, {}};
                for (const Json& value : v.suggestion) {
                    GridAxis one {v.path, {value}, {}};
                    if (std::holds_alternative<Grid>(checked(grid_of(base, {one}))))
                        axis.values.push_back(value);
                }
                const QByteArray where
                    = QByteArray::fromStdString(p.name + ": " + v.path + " (" + v.label.english() + ")");
                QVERIFY2(!axis.values.empty(), where);
                const auto made = checked(grid_of(base, {axis}));
                QVERIFY2(std::holds_alternative<Grid>(made), where);
                const GridAxis& found = std::get<Grid>(made).axes.front();
                const Variable* again = variable_of(found, all);
                QVERIFY2(again, where);
                QCOMPARE(again->path, v.path);
                // Labels distinguish values; a study without distinct labels would be refused.
                const GridAxis labelled {v.path, found.values, file_labels_of(found.values, v)};
                QVERIFY2(std::holds_alternative<Grid>(checked(grid_of(base, {labelled}))), where);
                // A list of numbers may be recognized as schemes too, but never the other way round.
                if (v.kind == Variable::Kind::number)
                    QCOMPARE(again->kind, Variable::Kind::number);
                ++tried;
            }
        }
        QVERIFY(tried > 300);
    }

    void a_cell_of_the_own_value_is_the_experiment()
    {
        for (const Preset& p : presets()) {
            Experiment base = networks::preset(p.name);
            const auto made = checked(grid_of(base, {{"seed", {json_of(base.seed)}, {}}}));
            QVERIFY(std::holds_alternative<Grid>(made));
            Experiment cell = cell_experiment(std::get<Grid>(made), 0);
            cell.title = base.title;
            QVERIFY2(cell == base, p.name.c_str());
        }
    }

    void schemes_and_activations_survive_the_way_through_a_file()
    {
        for (const Scheme& scheme : schemes()) {
            const Initializer whole {scheme.name, completed(scheme.parameters, {})};
            QVERIFY2(initializer_of(json_of(whole)) == whole, scheme.name.c_str());
            QVERIFY(initializer_of(json_of(Initializer {scheme.name, {}})) == whole);
        }
        for (const ActivationInfo& info : activations()) {
            const Activation whole {info.name, completed(info.parameters, {})};
            QVERIFY2(activation_of(value_of(whole)) == whole, info.name.c_str());
        }
    }

    void proposals_are_valid()
    {
        for (const Preset& p : presets()) {
            const Grid grid = proposed_grid(networks::preset(p.name));
            QVERIFY2(std::holds_alternative<Grid>(checked(grid)), p.name.c_str());
            QVERIFY(cell_count(grid) >= 3);
            QVERIFY(!grid.axes.front().labels.empty());
        }
    }

    void proposals_over_what_is_not_valid_are_valid()
    {
        for (const NetworkKind& kind : kinds()) {
            Experiment experiment;
            experiment.network = kind.network;
            experiment.input = kind.input;
            experiment.input.samples = 0;
            QVERIFY(!validate(experiment).empty());
            const Grid grid = proposed_grid(experiment);
            QVERIFY2(std::holds_alternative<Grid>(checked(grid)), kind.name.c_str());
            cell_experiment(grid, 0);
        }
    }

    void labels_are_for_people()
    {
        const std::vector<Variable> all = variables(Experiment());
        const auto of = [&](const char* path, Variable::Kind kind) {
            return *std::find_if(
                all.begin(), all.end(), [&](const Variable& v) { return v.path == path && v.kind == kind; });
        };
        const auto label = [](const Variable& v, const Json& value) {
            return QString::fromStdString(file_labels_of({value}, v).front());
        };
        const Variable schemes = of("network.weight", Variable::Kind::scheme);
        QCOMPARE(label(schemes, json_of(Initializer {"normal", {{"std", 0.02}}})), QStringLiteral("Normal, std 0.02"));
        QCOMPARE(label(schemes, json_of(Initializer {"eye", {}})),
            QString::fromStdString(find_scheme("eye")->label.english()));
        QCOMPARE(label(of("network.activation", Variable::Kind::activation), value_of(Activation {"tanh", {}})),
            QString::fromStdString(find_activation("tanh")->label.english()));
        const Variable variance = of("network.weight", Variable::Kind::number);
        QCOMPARE(label(variance, variance.value(1.5)), QStringLiteral("1.5"));
    }

    void numbers_as_people_type_them_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QVector<double>>("numbers");
        QTest::newRow("list") << "5, 10,20" << QVector<double> {5, 10, 20};
        QTest::newRow("one") << " 7 " << QVector<double> {7};
        QTest::newRow("order is kept, repetition not") << "20, 5, 20" << QVector<double> {20, 5};
        QTest::newRow("steps of one") << "3 .. 6" << QVector<double> {3, 4, 5, 6};
        QTest::newRow("down") << "6 .. 4" << QVector<double> {6, 5, 4};
        QTest::newRow("single range") << "4 .. 4" << QVector<double> {4};
        QTest::newRow("equal distances") << "10 .. 30 : 3" << QVector<double> {10, 20, 30};
        QTest::newRow("log spacing") << "1..1000:4 log" << QVector<double> {1, 10, 100, 1000};
        QTest::newRow("both") << "1, 10 .. 12, 100" << QVector<double> {1, 10, 11, 12, 100};
        QTest::newRow("rounded") << "2.4, 2.6" << QVector<double> {2, 3};
        QTest::newRow("exponent") << "1e2" << QVector<double> {100};
    }
    void numbers_as_people_type_them()
    {
        QFETCH(QString, text);
        QFETCH(QVector<double>, numbers);
        const auto read = numbers_in(text.toStdString(), variable("network.depth", true));
        if (const auto* sentence = std::get_if<Text>(&read))
            QFAIL(sentence->english().c_str());
        const auto& found = std::get<std::vector<double>>(read);
        QCOMPARE(QVector<double>(found.begin(), found.end()), numbers);
    }

    void fractions_are_short()
    {
        const auto read = numbers_in("0 .. 1 : 11", variable("input.std", false));
        const auto& found = std::get<std::vector<double>>(read);
        QCOMPARE(found.size(), std::size_t(11));
        for (std::size_t i = 0; i < found.size(); ++i)
            QCOMPARE(found[i], QString::number(double(i) / 10).toDouble());
    }

    void wrong_numbers_are_told_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("word") << "5, ten"
                              << "\"ten\" is not a number";
        QTest::newRow("empty") << ""
                               << "a number is missing";
        QTest::newRow("last") << "5,"
                              << "a number is missing";
        QTest::newRow("range") << "5, 0"
                               << "0 is not within 1 to 10000";
        QTest::newRow("too large") << "1e9"
                                   << "1000000000 is not within 1 to 10000";
        QTest::newRow("nan") << "nan"
                             << "\"nan\" is not a number";
        QTest::newRow("decimal comma") << "1,5.5.5"
                                       << "\"5.5.5\" is not a number";
        QTest::newRow("log of zero") << "0 .. 5 : 3 log"
                                     << "log spacing needs numbers above 0";
        QTest::newRow("count") << "1 .. 5 : 1"
                               << "the colon must be followed by the number of values, 2 to 1000";
        QTest::newRow("many") << "1 .. 5000"
                              << "there are too many numbers from 1 to 5000";
    }
    void wrong_numbers_are_told()
    {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        const auto read = numbers_in(text.toStdString(), variable("network.depth", true));
        QVERIFY(std::holds_alternative<Text>(read));
        QCOMPARE(QString::fromStdString(std::get<Text>(read).english()), sentence);
    }
};

STEPZERO_TEST(TestGridVary, NoApplication)

}   // namespace tst_grid_vary
#include "tst_grid_vary.moc"
