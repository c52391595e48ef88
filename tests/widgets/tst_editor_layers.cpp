// SPDX-License-Identifier: GPL-3.0-or-later
// The table of layers, and the settings of one layer below it.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "core/files/experiment_json.h"
#include "core/files/validate.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "tests/type_text.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/law_box.h"
#include "widgets/editors/layer_section.h"
#include "widgets/editors/layer_table.h"
#include "widgets/style/style.h"

namespace tst_editor_layers {

using namespace stepzero;

namespace {

struct Shown {
    explicit Shown(const Experiment& e)
    {
        table.resize(400, 700);
        table.setExperiment(e);
        table.show();
        table.activateWindow();
        good = QTest::qWaitForWindowActive(&table);
        QObject::connect(&table, &LayerTable::edited, &table, [this](const Experiment& edited, const EditInfo& info) {
            last = edited;
            infos << info;
        });
    }
    LayerModel& model() const { return *table.model(); }
    const Network& network() const { return model().experiment().network; }
    const LayerOverride& own(int layer) const { return *find_override(network(), layer); }
    LawBox* box(ChoiceEditor* editor, const char* parameter) const
    {
        return qobject_cast<LawBox*>(editor->parameterEditor(parameter));
    }
    QString text(int layer, const char* name) const { return model().cell(layer, name).data().toString(); }
    QString hint(int layer, const char* name) const
    {
        return model().cell(layer, name).data(Qt::ToolTipRole).toString();
    }
    QStringList headings() const
    {
        QStringList all;
        for (int i = 0; i < model().columnCount(); ++i)
            all << model().headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
        return all;
    }
    /// Types a number into a cell, as a user does.
    void type(int layer, const char* name, const char* number)
    {
        const QModelIndex cell = model().cell(layer, name);
        table.view()->setCurrentIndex(cell);
        table.view()->edit(cell);
        auto* editor = table.view()->findChild<NumberBox*>();
        QVERIFY(editor);
        editor->findChild<QLineEdit*>()->selectAll();
        QTest::keyClicks(editor, number);
        const int edits = int(infos.size());
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(int(infos.size()), edits + 1);
        QTRY_VERIFY(!table.view()->findChild<NumberBox*>());
    }
    LayerTable table;
    Experiment last;
    QVector<EditInfo> infos;
    bool good;
};

Experiment dense()
{
    Experiment e = networks::of_kind("dense", 4, 64);
    e.network.input_width = 256;
    e.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.1}}};
    return e;
}

}   // namespace

class TestEditorLayers : public QObject {
    Q_OBJECT
private slots:
    void layerTable()
    {
        LayerTable table;
        table.resize(300, 400);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QSignalSpy edits(&table, &LayerTable::edited), chosen(&table, &LayerTable::layerChosen);
        QCOMPARE(table.model()->rowCount(), 10);
        QVERIFY(!table.clearButton()->isEnabled());

        QTest::mouseClick(table.view()->viewport(), Qt::LeftButton, {},
            table.view()->visualRect(table.model()->index(3, 0)).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toInt(), 4);
        table.setChosenLayer(2);
        QCOMPARE(chosen.size(), 1);

        // A width of a single layer can be typed.
        const QModelIndex width = table.model()->cell(3, "width");
        table.view()->setCurrentIndex(width);
        table.view()->edit(width);
        auto* box = table.view()->findChild<NumberBox*>();
        QVERIFY(box);
        box->findChild<QLineEdit*>()->selectAll();
        QTest::keyClicks(box, "100");
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_COMPARE(edits.size(), 1);
        QCOMPARE(table.model()->experiment().network.widths.size(), std::size_t(10));
        QCOMPARE(width_of_layer(table.model()->experiment().network, 3), 100);

        QVERIFY(table.model()->setData(table.model()->cell(5, "activation"), "tanh", Qt::EditRole));
        QVERIFY(table.model()->setData(table.model()->cell(5, "weight"), "orthogonal", Qt::EditRole));
        QVERIFY(table.model()->setData(table.model()->cell(2, "weight"), "zeros", Qt::EditRole));
        const Network& network = table.model()->experiment().network;
        QCOMPARE(network.overrides.size(), std::size_t(2));
        QCOMPARE(network.overrides[0].layer, 2);
        QCOMPARE(network.overrides[1].activation->name, std::string("tanh"));
        QVERIFY(validate(table.model()->experiment()).empty());
        // Back at the scheme of the other layers, no override is left.
        QVERIFY(table.model()->setData(table.model()->cell(2, "weight"), "kaiming_normal", Qt::EditRole));
        QCOMPARE(table.model()->experiment().network.overrides.size(), std::size_t(1));

        QTest::mouseClick(table.clearButton(), Qt::LeftButton);
        QVERIFY(table.model()->experiment() == Experiment());
        QVERIFY(!table.clearButton()->isEnabled());

        // A choice in an open list whose layer disappears meanwhile.
        QTest::failOnWarning(QRegularExpression("does not belong to this view"));
        table.view()->edit(table.model()->cell(9, "activation"));
        const QPointer<QComboBox> list = table.view()->findChild<QComboBox*>();
        QVERIFY(list);
        Experiment shorter;
        shorter.network.depth = 3;
        table.setExperiment(shorter);
        if (list)
            emit list->activated(0);
        QVERIFY(table.model()->experiment() == shorter);
    }

    /// A convolution's layers may have a window of their own, and nothing else does; the file has the same.
    void columnsFollowTheKind()
    {
        Shown s(networks::of_kind("convolution", 4, 8));
        QVERIFY(s.good);
        QCOMPARE(s.headings(),
            QStringList({"width", "kernel", "stride", "transposed", "norm", "activation", "weights", "bias"}));
        s.type(2, "stride", "2");
        s.type(3, "kernel", "5");
        s.type(4, "width", "16");
        QCOMPARE(s.network().overrides.size(), std::size_t(2));
        QCOMPARE(s.own(2).stride, std::optional(2));
        QCOMPARE(s.own(3).kernel, std::optional(5));
        QCOMPARE(s.network().widths, std::vector<int>({8, 8, 8, 16}));
        QVERIFY(s.model().cell(2, "stride").data(Qt::FontRole).isValid());
        QVERIFY(!s.model().cell(1, "stride").data(Qt::FontRole).isValid());
        QCOMPARE(s.text(1, "stride"), QString("1"));
        QVERIFY(validate(s.last).empty());
        const auto read = parse_experiment(format_experiment(s.last));
        QVERIFY(std::get<Experiment>(read).network.overrides == s.network().overrides);
        // The number of the whole network is no override.
        s.type(2, "stride", "1");
        s.type(3, "kernel", "3");
        QVERIFY(s.network().overrides.empty());
        // A number out of the option's range cannot be typed.
        QVERIFY(!s.model().setData(s.model().cell(1, "stride"), 17, Qt::EditRole));
        // Without padding, the positions that a kernel needs are added, as for the panel's kernel.
        Experiment valid = s.last;
        valid.network.options["padding"] = std::string("none");
        valid.network.options["size"] = 9.0;
        QVERIFY(validate(valid).empty());
        s.table.setExperiment(valid);
        s.type(1, "kernel", "9");
        QVERIFY(validate(s.last).empty());
        QCOMPARE(number(s.last.network.options, "size"), 15.0);

        s.table.setExperiment(networks::of_kind("dense", 3, 8));
        QCOMPARE(s.headings(), QStringList({"width", "norm", "activation", "weights", "bias"}));
        QCOMPARE(s.model().rowCount(), 3);
    }

    /// Options that are no numbers are chosen from a list.
    void layersChooseTheirOptions()
    {
        Experiment e = networks::of_kind("convolution", 3, 8);
        e.network.options["norm"] = std::string("batch_norm");
        Shown s(e);
        QVERIFY(s.good);
        QCOMPARE(s.text(2, "transposed"), QString("no"));
        QCOMPARE(s.text(2, "norm"), QString("BatchNorm"));
        const QModelIndex cell = s.model().cell(2, "transposed");
        s.table.view()->edit(cell);
        auto* list = s.table.view()->findChild<QComboBox*>();
        QVERIFY(list);
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->currentText(), QString("no"));
        list->setCurrentIndex(list->findText("yes"));
        emit list->activated(list->currentIndex());
        QCOMPARE(s.infos.size(), 1);
        QCOMPARE(s.own(2).transposed, std::optional(true));
        QCOMPARE(s.text(2, "transposed"), QString("yes"));
        QVERIFY(cell.data(Qt::FontRole).isValid());
        QVERIFY(s.model().setData(s.model().cell(3, "norm"), "none", Qt::EditRole));
        QCOMPARE(s.own(3).norm, std::optional<std::string>("none"));
        QVERIFY(!s.model().setData(s.model().cell(3, "norm"), "layer_norm", Qt::EditRole));
        QVERIFY(validate(s.last).empty());
        QCOMPARE(
            std::get<Experiment>(parse_experiment(format_experiment(s.last))).network.overrides, s.network().overrides);
        // The settings of the whole network are no overrides.
        QVERIFY(s.model().setData(cell, "false", Qt::EditRole));
        QVERIFY(s.model().setData(s.model().cell(3, "norm"), "batch_norm", Qt::EditRole));
        QVERIFY(s.network().overrides.empty());
        // Transposed convolutions have no circular padding, which the choice therefore replaces.
        Experiment circular = s.last;
        circular.network.options["padding"] = std::string("circular");
        s.table.setExperiment(circular);
        QVERIFY(!s.model().setData(cell, "true", Qt::EditRole) || validate(s.last).empty());
    }

    void numbersOfALayerTakeExpressions()
    {
        Shown s(dense());
        QVERIFY(s.good);
        s.table.setChosenLayer(3);
        QCOMPARE(s.text(3, "weight"), QString("Normal, std = 0.1"));
        LayerSection* section = s.table.section();
        LawBox* box = s.box(section->weight(), "std");
        QVERIFY(box);
        retype(box, QString::fromUtf8("√(2/fan_in)/l"));
        const double value = std::sqrt(2. / 64) / 3;
        QCOMPARE(s.network().overrides.size(), std::size_t(1));
        QCOMPARE(*typed_text(s.own(3).weight->parameters.at("std")), std::string("√(2/fan_in)/l"));
        QVERIFY(!s.own(3).activation && !s.own(3).bias);
        QCOMPARE(box->result(), "= " + pretty(value));
        QVERIFY(box->toolTip().contains(pretty(value)));
        QVERIFY(box->toolTip().contains("fan_in = 64"));
        // The cell has the text as typed, and its tooltip the value.
        QCOMPARE(s.text(3, "weight"), QString::fromUtf8("Normal, std = √(2/fan_in)/l"));
        QVERIFY(s.hint(3, "weight").endsWith("= " + pretty(value)));
        QCOMPARE(s.text(2, "weight"), QString("Normal, std = 0.1"));
        // The keys of one expression are one step to undo.
        QCOMPARE(s.infos.last().mergeKey, s.infos.first().mergeKey);
        QVERIFY(s.infos.last().text.contains("3"));

        // Wrong texts change nothing, and a sentence says why.
        const Experiment before = s.last;
        auto* sentence = section->weight()->findChild<QLabel*>("sentence");
        for (const char* wrong : {"sqrt(2/N)", "1/(l-3)", "-l"}) {
            retype(box, wrong);
            QTest::keyClick(box, Qt::Key_Return);
            QVERIFY(s.last == before);
            QVERIFY2(sentence->isVisible() && !sentence->text().isEmpty(), wrong);
            QTest::keyClick(box, Qt::Key_Escape);
            QVERIFY(!sentence->isVisible());
        }
        // Another layer shows its own number, and this one's biases take expressions too.
        s.table.setChosenLayer(1);
        QCOMPARE(s.box(section->weight(), "std")->text(), QString("0.1"));
        QVERIFY(s.model().setData(s.model().cell(1, "bias"), "normal", Qt::EditRole));
        retype(s.box(section->bias(), "std"), "1/n_in");
        QCOMPARE(s.box(section->bias(), "std")->result(), "= " + pretty(1. / 256));
        QCOMPARE(s.text(1, "bias"), QString("Normal, std = 1/n_in"));

        // A click removes the layer's own weights.
        s.table.setChosenLayer(3);
        QTest::mouseClick(section->weight()->chip(), Qt::LeftButton);
        QVERIFY(!find_override(s.network(), 3));
        QVERIFY(find_override(s.network(), 1));
        QVERIFY(!section->weight()->chip()->isVisible());
        QCOMPARE(s.box(section->weight(), "std")->text(), QString("0.1"));
        QVERIFY(validate(s.last).empty());
    }

    /// The settings below the table do not move while one of them is edited.
    void nothingMovesWhileTyping()
    {
        Shown s(dense());
        QVERIFY(s.good);
        LawBox* box = s.box(s.table.section()->weight(), "std");
        QVERIFY(box);
        const QPoint place = box->mapTo(&s.table, QPoint());
        const QRect table = s.table.view()->geometry();
        retype(box, "sqrt(2/");
        QTRY_VERIFY(s.table.section()->weight()->findChild<QLabel*>("sentence")->isVisible());
        QCOMPARE(box->mapTo(&s.table, QPoint()).y(), place.y());
        QTest::keyClicks(box, "n)");
        QCOMPARE(box->result(), "= " + pretty(std::sqrt(2. / 256)));
        QCOMPARE(box->mapTo(&s.table, QPoint()).y(), place.y());
        QCOMPARE(s.table.view()->geometry(), table);
        QVERIFY(box->hasFocus());
    }
};

STEPZERO_TEST(TestEditorLayers, QApplication)

}   // namespace tst_editor_layers
#include "tst_editor_layers.moc"
