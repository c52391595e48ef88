// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <cmath>
#include <set>

#include "core/base/words/problem.h"
#include "core/files/fields.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/train/adapter.h"
#include "core/train/default_training.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/formula_edit.h"
#include "widgets/editors/input_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/run_section.h"
#include "widgets/editors/training_rows.h"

namespace tst_editor_panel {

using namespace stepzero;

namespace {

void type(NumberBox* box, const QString& text)
{
    box->findChild<QLineEdit*>()->selectAll();
    QTest::keyClicks(box, text);
    QTest::keyClick(box, Qt::Key_Return);
}

/// Chooses an entry with keys, as a user does.
void choose(QComboBox* box, const QString& name)
{
    const int index = box->findData(name) >= 0 ? box->findData(name) : box->findText(name);
    QVERIFY(index >= 0);
    while (box->currentIndex() != index)
        QTest::keyClick(box, box->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
}

/// Chooses an entry with the mouse in the list that opens.
void click(QComboBox* box, const QString& name)
{
    QTest::mouseClick(box, Qt::LeftButton);
    QTRY_VERIFY(box->view()->isVisible());
    QTest::qWait(QApplication::doubleClickInterval() + 50);   // otherwise the release is taken for the opening one's
    const QModelIndex index = box->model()->index(box->findData(name), 0);
    const QPoint there = box->view()->visualRect(index).center();
    QTest::mouseMove(box->view()->viewport(), there);
    QTest::mouseClick(box->view()->viewport(), Qt::LeftButton, {}, there);
    QTRY_VERIFY(!box->view()->isVisible());
}

}   // namespace

class TestEditorPanel : public QObject {
    Q_OBJECT
private slots:
    void everyParameterHasAnEditor_data();
    void everyParameterHasAnEditor();
    void everyFieldHasAnEditor();
    void rows();
    void inputFromAFile();
    void sigmaSlidersEditVariances();
    void showingTellsNobody();
    void presets();
    void presetsInGroups();
    void whatDoesNotFollowIsSeen();
    void correlationHasAnAngle();
    void trainingIsEdited();
    void dragIsOneMergeKey();
    void parametersDoNotMoveTheRowsBelow();
    void rareParametersAreShownWhenAskedForOrSet();
    void formulaStaysInForceUntilTheNextCanBeUsed();
};

void TestEditorPanel::everyParameterHasAnEditor_data()
{
    QTest::addColumn<int>("where");   // 0 activation, 1 weights, 2 bias
    QTest::addColumn<QString>("name");
    for (const ActivationInfo& info : activations())
        QTest::addRow("activation %s", info.name.c_str()) << 0 << QString::fromStdString(info.name);
    for (const Scheme& scheme : schemes()) {
        if (!fills(scheme, Role::weight, false))
            continue;
        QTest::addRow("weight %s", scheme.name.c_str()) << 1 << QString::fromStdString(scheme.name);
        if (scheme.for_bias)
            QTest::addRow("bias %s", scheme.name.c_str()) << 2 << QString::fromStdString(scheme.name);
    }
}

void TestEditorPanel::everyParameterHasAnEditor()
{
    QFETCH(int, where);
    QFETCH(QString, name);
    ExperimentPanel panel({});
    panel.show();
    ChoiceEditor* editor = where == 0 ? panel.activation() : where == 1 ? panel.weight() : panel.bias();
    choose(editor->box(), name);
    const std::vector<ParameterInfo>& infos
        = where == 0 ? find_activation(name.toStdString())->parameters : find_scheme(name.toStdString())->parameters;
    const auto parameters = [&] {
        const Network& network = panel.experiment().network;
        return completed(infos,
            where == 0       ? network.activation.parameters
                : where == 1 ? network.weight.parameters
                             : network.bias.parameters);
    };
    const auto chosen = [&] {
        const Network& network = panel.experiment().network;
        return where == 0 ? network.activation.name : where == 1 ? network.weight.scheme : network.bias.scheme;
    };
    QCOMPARE(QString::fromStdString(chosen()), name);

    if (editor->more()->isVisible())
        QTest::mouseClick(editor->more(), Qt::LeftButton);
    for (const ParameterInfo& info : infos) {
        if (!applies(info, parameters()))
            choose(qobject_cast<QComboBox*>(editor->parameterEditor(info.only_with)),
                QString::fromStdString(info.only_where.front()));
        QWidget* widget = editor->parameterEditor(info.name);
        QVERIFY2(widget, info.name.c_str());
        const ParameterValue before = parameters().at(info.name);
        if (auto* slider = qobject_cast<LabeledSlider*>(widget)) {
            QTest::keyClick(slider->slider(), Qt::Key_Right);
        } else if (auto* box = qobject_cast<NumberBox*>(widget)) {
            const double number = std::get<double>(before);
            QTest::keyClick(box, number < info.high ? Qt::Key_Up : Qt::Key_Down);
        } else if (auto* flag = qobject_cast<QCheckBox*>(widget)) {
            QTest::keyClick(flag, Qt::Key_Space);
        } else if (auto* formula = qobject_cast<FormulaEdit*>(widget)) {
            QTest::keyClicks(formula, "0.5*");
            QTRY_VERIFY(parameters().at(info.name) != before);
        } else {
            auto* words = qobject_cast<QComboBox*>(widget);
            QVERIFY2(words, info.name.c_str());
            QCOMPARE(words->count(), int(info.choices.size()));
            if (words->count() > 1)
                QTest::keyClick(words, words->currentIndex() == 0 ? Qt::Key_Down : Qt::Key_Up);
            else
                continue;
        }
        QVERIFY2(parameters().at(info.name) != before, info.name.c_str());
    }
}

namespace {

/// Returns whether an editor shows the label of its field, and its help if there is one.
bool isDescribed(QWidget* editor, const Field& field)
{
    const QString label = QString::fromStdString(field.words.label.english()),
                  help = QString::fromStdString(field.words.help.english());
    const auto* slider = qobject_cast<LabeledSlider*>(editor);
    const QWidget* helped = slider ? slider->label() : editor;
    if (!help.isEmpty() && helped->toolTip() != help && !helped->toolTip().startsWith("<p>" + help + "</p>"))
        return false;
    if (const auto* flag = qobject_cast<QCheckBox*>(editor))
        return flag->text() == label;
    if (slider)
        return slider->label()->text() == label;
    const auto names = editor->window()->findChildren<QLabel*>();
    return std::ranges::any_of(names, [&](const QLabel* name) {
        return name->text() == label && (name->buddy() == editor || name->buddy() == editor->parentWidget());
    });
}

}   // namespace

/// Changes every field by a key in its editor, for every kind that has it. The editor shows the field's label and help.
/// Fields without an editor are edited elsewhere or only in files.
void TestEditorPanel::everyFieldHasAnEditor()
{
    const std::set<std::string> elsewhere {
        "title", "weights.file", "weights.family", "input.file", "measure.loss_scale", "train.labels", "train.loss"};
    ExperimentPanel panel({});
    panel.show();
    for (const NetworkKind& kind : kinds())
        for (const Field& field : fields_of(kind.network)) {
            Experiment before;
            before.network = kind.network;
            before.input = kind.input;
            before.train = default_training(before.network);
            before.input.file = field.path == "input.scaling" ? "a.npy" : "";
            if (field.path == "train.adapted")
                before.train->adapters.name = adapters().back().name;
            panel.setExperiment(before);
            const std::string path = field.path == "network." + kind.length ? "network.depth" : field.path;
            auto* editor = panel.findChild<QWidget*>(QString::fromStdString(path));
            const QByteArray where = QByteArray::fromStdString(kind.name + ": " + field.path);
            QVERIFY2(!editor == elsewhere.contains(field.path), where);
            if (!editor)
                continue;
            if (auto* choice = qobject_cast<ChoiceEditor*>(editor))
                editor = choice->box();
            QVERIFY2(isDescribed(editor, field), where);
            if (auto* flag = qobject_cast<QCheckBox*>(editor))
                QTest::keyClick(flag, Qt::Key_Space);
            else if (auto* box = qobject_cast<QComboBox*>(editor); box && box->count() > 1)
                QTest::keyClick(box, box->currentIndex() == 0 ? Qt::Key_Down : Qt::Key_Up);
            else if (box)
                continue;
            else if (auto* slider = qobject_cast<LabeledSlider*>(editor))
                QTest::keyClick(slider->slider(), Qt::Key_Right);
            else
                QTest::keyClick(editor, Qt::Key_Up);
            QVERIFY2(
                std::visit([&](const auto& place) { return place(panel.experiment()) != place(before); }, field.place),
                where);
        }
}

void TestEditorPanel::rows()
{
    ExperimentPanel panel({});
    panel.setOpened({"input", "run"});
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    type(panel.depth()->box(), "37");
    type(panel.width()->box(), "300");
    type(panel.input()->samples()->box(), "99");
    type(panel.input()->mean(), "0.5");
    type(panel.input()->std(), "2");
    type(panel.run()->seed(), "9007199254740991");
    type(panel.run()->replicas(), "3");
    choose(panel.input()->distribution(), "uniform");
    QTest::mouseClick(panel.run()->jacobian(), Qt::LeftButton);
    const Experiment& e = panel.experiment();
    QCOMPARE(e.network.depth, 37);
    QCOMPARE(e.network.width, 300);
    QCOMPARE(e.input.samples, 99);
    QCOMPARE(e.input.mean, 0.5);
    QCOMPARE(e.input.std, 2.0);
    QCOMPARE(e.seed, std::uint64_t(9007199254740991));
    QCOMPARE(e.replicas, 3);
    QCOMPARE(e.input.distribution, std::string("uniform"));
    QVERIFY(!e.measure.jacobian);
    QVERIFY(e.measure.gradient);
    QVERIFY(validate(e).empty());
    QTest::mouseClick(panel.run()->reroll(), Qt::LeftButton);
    QVERIFY(panel.experiment().seed != std::uint64_t(9007199254740991));
    QCOMPARE(panel.run()->seed()->value(), double(panel.experiment().seed));
}

void TestEditorPanel::inputFromAFile()
{
    ExperimentPanel panel({});
    panel.resize(420, 900);
    panel.setOpened({"input"});
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    InputSection* input = panel.input();
    QCOMPARE(input->files()->menu()->actions().size(), 2);
    QVERIFY(!input->scaling()->isVisible());
    QSignalSpy edits(&panel, &ExperimentPanel::edited);
    input->readFrom(QString());   // as after a cancelled dialog
    QCOMPARE(edits.size(), 0);
    input->readFrom("/data/digits.csv");
    QCOMPARE(edits.size(), 1);
    QCOMPARE(panel.experiment().input.file, std::string("/data/digits.csv"));
    QCOMPARE(input->distribution()->placeholderText(), QString("digits.csv"));
    QCOMPARE(input->distribution()->toolTip(), QString("/data/digits.csv"));
    QVERIFY(input->scaling()->isVisible() && !input->samples()->isEnabled());
    QCOMPARE(input->scaling()->currentText(), QString("raw"));
    for (const char* scaling : {"by_feature", "standardized"}) {
        panel.ensureWidgetVisible(input->scaling());
        click(input->scaling(), scaling);
        QCOMPARE(panel.experiment().input.scaling, std::string(scaling));
    }
    QVERIFY(validate(panel.experiment()).empty());
    QCOMPARE(input->line()->summary(), QString("digits.csv, standardized"));
    // Without the file, the previous values return.
    panel.ensureWidgetVisible(input->distribution());
    click(input->distribution(), "natural");
    QVERIFY(panel.experiment().input.file.empty());
    QCOMPARE(panel.experiment().input.distribution, std::string("natural"));
    QCOMPARE(panel.experiment().input.scaling, std::string("raw"));
    QVERIFY(!input->scaling()->isVisible() && input->samples()->isEnabled());

    // Tokens have no scale, and images cannot provide them.
    Experiment tokens;
    tokens.network = transformer_kind().network;
    tokens.input = transformer_kind().input;
    tokens.input.file = "/data/tokens.npy";
    panel.setExperiment(tokens);
    QVERIFY(!input->scaling()->isVisible());
    QVERIFY(!input->files()->menu()->actions().last()->isVisible());
}

void TestEditorPanel::sigmaSlidersEditVariances()
{
    ExperimentPanel panel({});
    panel.show();
    choose(panel.weight()->box(), "mean_field");
    choose(panel.bias()->box(), "mean_field");
    auto* weight = qobject_cast<LabeledSlider*>(panel.weight()->parameterEditor("variance"));
    auto* bias = qobject_cast<LabeledSlider*>(panel.bias()->parameterEditor("variance"));
    QVERIFY(weight && bias);
    type(weight->box(), "1.5");
    type(bias->box(), "0.2");
    QCOMPARE(number(panel.experiment().network.weight.parameters, "variance"), 2.25);
    QCOMPARE(number(panel.experiment().network.bias.parameters, "variance"), 0.04);
    // ReLU's critical point is the middle of the slider: σ_w² = 2.
    const SliderScale& scale = weight->slider()->scale();
    QVERIFY(std::abs(scale.centre * scale.centre - 2) < 1e-9);
    // An activation that is flat at zero has no critical point, and gets a linear slider.
    for (const char* flat : {"z^2", "1", "0.00001*z"}) {
        Experiment e = panel.experiment();
        e.network.activation = {"formula", {{"formula", std::string(flat)}}};
        panel.setExperiment(e);
        QCOMPARE(weight->slider()->scale().kind, SliderScale::Kind::linear);
        QCOMPARE(weight->slider()->scale().high, 4.0);
        QCOMPARE(weight->value(), 1.5);
    }
}

void TestEditorPanel::showingTellsNobody()
{
    ExperimentPanel panel({});
    QSignalSpy spy(&panel, &ExperimentPanel::edited);
    Experiment other;
    other.network.depth = 5000;   // beyond the slider
    other.network.width = 77;
    other.network.weight = {"orthogonal", {{"gain", 1.25}}};
    other.input.std = 1e-7;
    panel.setExperiment(other);
    QCOMPARE(spy.size(), 0);
    QCOMPARE(panel.depth()->box()->text(), QString("5000"));
    QCOMPARE(panel.width()->box()->text(), QString("77"));
    QCOMPARE(panel.input()->std()->text().toDouble(), 1e-7);
    QVERIFY(panel.experiment() == other);
}

void TestEditorPanel::presets()
{
    Experiment deep;
    deep.network.depth = 200;
    ExperimentPanel panel({{"default", "Default", {}}, {"deep", "Deep", deep}});
    panel.show();
    QCOMPARE(panel.preset()->currentData().toString(), QString("default"));
    choose(panel.preset(), "deep");
    QVERIFY(panel.experiment() == deep);
    type(panel.depth()->box(), "3");
    QCOMPARE(panel.preset()->currentIndex(), -1);
}

void TestEditorPanel::presetsInGroups()
{
    Experiment deep, wide;
    deep.network.depth = 200;
    wide.network.width = 999;
    ExperimentPanel panel(
        {{"default", "Default", {}, "Layers"}, {"deep", "Deep", deep, "Layers"}, {"wide", "Wide", wide, "Blocks"}});
    panel.show();
    QStringList shown;
    for (int i = 0; i < panel.preset()->count(); ++i)
        shown << panel.preset()->itemText(i);
    QCOMPARE(shown, QStringList({"Layers", "Default", "Deep", "Blocks", "Wide"}));
    choose(panel.preset(), "deep");
    QTest::keyClick(panel.preset(), Qt::Key_Down);   // skips a heading, which cannot be chosen
    QVERIFY(panel.experiment() == wide);
    QCOMPARE(panel.preset()->currentText(), QString("Wide"));
    panel.choosePreset("deep");
    QVERIFY(panel.experiment() == deep);
    QCOMPARE(panel.preset()->currentText(), QString("Deep"));
}

void TestEditorPanel::whatDoesNotFollowIsSeen()
{
    ExperimentPanel panel({});
    panel.resize(340, 700);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QSignalSpy edited(&panel, &ExperimentPanel::edited);
    for (const ChoiceEditor* editor : {panel.activation(), panel.weight(), panel.bias()})
        QVERIFY(!editor->chip()->isVisible());
    Experiment e;
    e.network.overrides = {{2, Activation {"tanh", {}}, Initializer {"orthogonal", {}}, {}},
        {3, {}, Initializer {"zeros", {}}, {}}, {4, {}, Initializer {"zeros", {}}, {}}};
    panel.setExperiment(e);
    QCOMPARE(panel.activation()->chip()->text(), QString("1 layer differs · clear"));
    QCOMPARE(panel.weight()->chip()->text(), QString("3 layers differ · clear"));
    QVERIFY(panel.weight()->chip()->isVisible() && !panel.bias()->chip()->isVisible());
    // After an edit of the whole network, the chip counts the layers that it left unchanged.
    choose(panel.weight()->box(), "xavier_normal");
    QCOMPARE(panel.experiment().network.overrides, e.network.overrides);
    QCOMPARE(panel.weight()->chip()->text(), QString("3 layers have their own · clear"));
    QCOMPARE(panel.activation()->chip()->text(), QString("1 layer differs · clear"));
    // A click removes these overrides and no others, as one edit.
    edited.clear();
    panel.ensureWidgetVisible(panel.weight()->chip());
    QTest::mouseClick(panel.weight()->chip(), Qt::LeftButton);
    QCOMPARE(edited.size(), 1);
    QVERIFY(!panel.weight()->chip()->isVisible());
    QCOMPARE(panel.experiment().network.overrides.size(), std::size_t(1));
    QVERIFY(panel.experiment().network.overrides[0].activation.has_value());
    QTest::mouseClick(panel.activation()->chip(), Qt::LeftButton);
    QVERIFY(panel.experiment().network.overrides.empty());
    // Matrices of a transformer with their own schemes.
    e.network = find_kind("transformer")->network;
    e.network.roles = {{"query", {"zeros", {}}}, {"key", {"zeros", {}}}};
    panel.setExperiment(e);
    QCOMPARE(panel.weight()->chip()->text(), QString("2 matrices have their own · clear"));
    QTest::mouseClick(panel.weight()->chip(), Qt::LeftButton);
    QVERIFY(panel.experiment().network.roles.empty());
}

void TestEditorPanel::correlationHasAnAngle()
{
    ExperimentPanel panel({});
    panel.setOpened({"run"});
    panel.resize(340, 760);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.ensureWidgetVisible(panel.run()->angle());
    QVector<EditInfo> infos;
    connect(&panel, &ExperimentPanel::edited, &panel, [&](const Experiment&, const EditInfo& info) { infos << info; });
    const Measure& measure = panel.experiment().measure;
    ExactSlider* slider = panel.run()->angle()->slider();
    QCOMPARE(panel.run()->angle()->value(), 60.0);
    type(panel.run()->angle()->box(), "37.5");
    QCOMPARE(measure.correlation_angle, 37.5);
    QTest::keyClick(slider, Qt::Key_End);
    QCOMPARE(measure.correlation_angle, 180.0);
    QTest::keyClick(slider, Qt::Key_Home);
    QCOMPARE(measure.correlation_angle, 1.0);

    // A drag is one undo step.
    infos.clear();
    QTest::mousePress(slider, Qt::LeftButton, {}, slider->handleCentre(slider->sliderPosition()));
    const int last = slider->scale().last();
    for (int tenth = 1; tenth <= 5; ++tenth)
        QTest::mouseMove(slider, slider->handleCentre(tenth * last / 10));
    QTest::mouseRelease(slider, Qt::LeftButton, {}, slider->handleCentre(last / 2));
    QVERIFY(infos.size() > 3);
    QCOMPARE(infos.last().mergeKey, infos.first().mergeKey);
    QVERIFY(!infos.last().mergeKey.isEmpty());
    QVERIFY(measure.correlation_angle > 1 && measure.correlation_angle < 180);
    QVERIFY(validate(panel.experiment()).empty());

    QTest::mouseDClick(slider, Qt::LeftButton, {}, slider->rect().center());
    QCOMPARE(measure.correlation_angle, 60.0);

    infos.clear();
    QTest::mouseClick(panel.run()->correlation(), Qt::LeftButton);
    QVERIFY(!measure.correlation);
    QCOMPARE(infos.size(), 1);
    QVERIFY(!panel.run()->angle()->isEnabled());
    QTest::keyClick(slider, Qt::Key_End);
    QCOMPARE(measure.correlation_angle, 60.0);
    QTest::mouseClick(panel.run()->correlation(), Qt::LeftButton);
    QVERIFY(measure.correlation && panel.run()->angle()->isEnabled());
}

void TestEditorPanel::trainingIsEdited()
{
    ExperimentPanel panel({});
    panel.setOpened({"run"});
    panel.resize(400, 1400);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    TrainingRows& rows = *panel.run()->training();
    QVERIFY(!panel.experiment().train && !rows.optimizer()->isVisible());
    QTest::mouseClick(rows.train(), Qt::LeftButton, {}, QPoint(8, rows.train()->height() / 2));
    QVERIFY(panel.experiment().train && rows.optimizer()->isVisible());
    QCOMPARE(panel.experiment().train->task.name, "teacher");
    QCOMPARE(panel.experiment().train->optimizer.name, "adam");

    // Each optimizer has a different default learning rate.
    choose(rows.optimizer()->box(), "muon");
    QCOMPARE(panel.experiment().train->optimizer.name, "muon");
    QCOMPARE(rows.rate()->value(), 0.02);
    type(rows.rate()->box(), "0.5");
    QCOMPARE(panel.experiment().train->learning_rate, 0.5);
    type(rows.steps()->box(), "7");
    QCOMPARE(panel.experiment().train->steps, 7);
    choose(rows.task()->box(), "clusters");
    QCOMPARE(panel.experiment().train->task.name, "clusters");
    QVERIFY(validate(panel.experiment()).empty());

    choose(rows.adapters()->box(), "lora");
    choose(rows.adapted(), "weight");
    QCOMPARE(panel.experiment().train->adapters.name, "lora");
    QCOMPARE(panel.experiment().train->adapted, "weight");
    QVERIFY(validate(panel.experiment()).empty());

    // A kind with other tasks gets one of them, and adapters of matrices that it has.
    choose(panel.kind(), "transformer");
    QCOMPARE(panel.experiment().train->task.name, "next_token");
    QCOMPARE(panel.experiment().train->adapted, "blocks");
    QVERIFY(validate(panel.experiment()).empty());
    QTest::mouseClick(rows.train(), Qt::LeftButton, {}, QPoint(8, rows.train()->height() / 2));
    QVERIFY(!panel.experiment().train);
}

void TestEditorPanel::dragIsOneMergeKey()
{
    ExperimentPanel panel({});
    panel.resize(340, 700);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QVector<EditInfo> infos;
    connect(&panel, &ExperimentPanel::edited, &panel, [&](const Experiment&, const EditInfo& info) { infos << info; });
    ExactSlider* slider = panel.depth()->slider();
    for (int drag = 0; drag < 2; ++drag) {
        QTest::mousePress(slider, Qt::LeftButton, {}, slider->handleCentre(slider->sliderPosition()));
        for (int position = 10; position < 200; position += 20)
            QTest::mouseMove(slider, slider->handleCentre(position));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, slider->handleCentre(190));
    }
    QVERIFY(infos.size() > 15);
    for (const EditInfo& info : infos) {
        QVERIFY(info.dragging);
        QCOMPARE(info.text, QString("Depth"));
    }
    QCOMPARE(infos[1].mergeKey, infos[0].mergeKey);
    QVERIFY(infos.last().mergeKey != infos.first().mergeKey);
}

void TestEditorPanel::parametersDoNotMoveTheRowsBelow()
{
    ExperimentPanel panel({});
    panel.setOpened({"run"});
    panel.resize(340, 760);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const auto seedAt = [&] {
        QCoreApplication::processEvents();
        return panel.run()->seed()->mapTo(panel.widget(), QPoint()).y();
    };
    const int before = seedAt();
    for (const char* scheme : {"zeros", "xavier_normal", "mean_field", "variance_scaling", "uniform"}) {
        choose(panel.weight()->box(), scheme);
        QCOMPARE(seedAt(), before);
    }
    choose(panel.bias()->box(), "mean_field");
    choose(panel.activation()->box(), "leaky_relu");
    QCOMPARE(seedAt(), before);
}

void TestEditorPanel::rareParametersAreShownWhenAskedForOrSet()
{
    ExperimentPanel panel({});
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    ChoiceEditor* weight = panel.weight();
    choose(weight->box(), "kaiming_normal");
    QVERIFY(weight->more()->isVisible() && !weight->parameterEditor("bounds"));
    QTest::mouseClick(weight->more(), Qt::LeftButton);
    QVERIFY(weight->parameterEditor("bounds") && weight->parameterEditor("dtype") && !weight->parameterEditor("low"));
    choose(qobject_cast<QComboBox*>(weight->parameterEditor("bounds")), "sigma");
    QVERIFY(weight->parameterEditor("low") && weight->parameterEditor("compensated"));
    QCOMPARE(word(panel.experiment().network.weight.parameters, "bounds"), std::string("sigma"));
    QTest::mouseClick(weight->more(), Qt::LeftButton);
    QVERIFY(weight->parameterEditor("low"));   // a parameter that differs from its default is never hidden
    choose(weight->box(), "zeros");
    QVERIFY(!weight->more()->isVisible());
}

void TestEditorPanel::formulaStaysInForceUntilTheNextCanBeUsed()
{
    ExperimentPanel panel({});
    panel.setOpened({"run"});
    panel.resize(340, 760);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    choose(panel.activation()->box(), "formula");
    auto* edit = qobject_cast<FormulaEdit*>(panel.activation()->parameterEditor("formula"));
    auto* sentence = panel.activation()->findChild<QLabel*>("sentence");
    QVERIFY(edit && sentence && sentence->isHidden());
    const auto formula = [&] { return word(panel.experiment().network.activation.parameters, "formula"); };
    const auto below = [&] { return panel.run()->seed()->mapTo(panel.widget(), QPoint()).y(); };
    const int before = below();
    edit->selectAll();
    QTest::keyClicks(edit, "z*tanh(z)");
    QTRY_COMPARE(formula(), std::string("z*tanh(z)"));
    QVERIFY(sentence->isHidden());

    QSignalSpy edited(&panel, &ExperimentPanel::edited);
    QTest::keyClicks(edit, " +");
    QTRY_VERIFY(sentence->isVisible());
    QCOMPARE(sentence->text(), QString("the formula ends too early: something is missing at its end"));
    QCOMPARE(formula(), std::string("z*tanh(z)"));
    QCOMPARE(edited.count(), 0);
    QCoreApplication::processEvents();
    QCOMPARE(below(), before);
    if (const QString folder = qEnvironmentVariable("STEPZERO_PICTURES"); !folder.isEmpty())
        panel.grab().save(folder + "/panel-formula-wrong.png");
    QTest::keyClicks(edit, " 0.1*z");
    QTRY_COMPARE(formula(), std::string("z*tanh(z) + 0.1*z"));
    QVERIFY(sentence->isHidden());
    QCoreApplication::processEvents();
    QCOMPARE(below(), before);
    if (const QString folder = qEnvironmentVariable("STEPZERO_PICTURES"); !folder.isEmpty())
        panel.grab().save(folder + "/panel-formula.png");

    // Undo restores the text, even while another is being typed.
    QTest::keyClicks(edit, "(");
    QTRY_VERIFY(sentence->isVisible());
    Experiment undone = panel.experiment();
    undone.network.activation.parameters["formula"] = std::string("z*tanh(z)");
    panel.setExperiment(undone);
    QCOMPARE(edit->text(), QString("z*tanh(z)"));
    QVERIFY(sentence->isHidden());
}

STEPZERO_TEST(TestEditorPanel, QApplication)

}   // namespace tst_editor_panel
#include "tst_editor_panel.moc"
