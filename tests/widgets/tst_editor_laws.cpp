// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of initializers that are typed as expressions in the panel.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "core/base/words/registry.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/network/init/scheme.h"
#include "tests/main/registered_test.h"
#include "tests/networks.h"
#include "tests/type_text.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/law_box.h"
#include "widgets/editors/law_fold.h"
#include "widgets/editors/run_section.h"
#include "widgets/editors/sketch.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace tst_editor_laws {

using namespace stepzero;

namespace {

Initializer normal(const ParameterValue& std) { return {"normal", {{"mean", 0.0}, {"std", std}}}; }

Experiment dense(int depth, const ParameterValue& std)
{
    Experiment e = networks::of_kind("dense", depth, 64);
    e.network.weight = normal(std);
    return e;
}

struct Shown {
    explicit Shown(const Experiment& e, const QStringList& opened = {"run"}) : panel({})
    {
        panel.setExperiment(e);
        panel.setOpened(opened);
        panel.resize(panel.minimumWidth(), 1100);
        panel.show();
        panel.activateWindow();
        good = QTest::qWaitForWindowActive(&panel);
        QObject::connect(&panel, &ExperimentPanel::edited, &panel,
            [this](const Experiment&, const EditInfo& info) { infos << info; });
    }
    LawBox* box(ChoiceEditor* editor, const char* parameter) const
    {
        QWidget* widget = editor->parameterEditor(parameter);
        auto* slider = qobject_cast<LabeledSlider*>(widget);
        return qobject_cast<LawBox*>(slider ? slider->box() : widget);
    }
    LawBox* std() const { return box(panel.weight(), "std"); }
    QLabel* sentence() const { return panel.weight()->findChild<QLabel*>("sentence"); }
    const ParameterValue& weight(const char* parameter) const
    {
        return panel.experiment().network.weight.parameters.at(parameter);
    }
    int below() const
    {
        QCoreApplication::processEvents();
        return panel.run()->mapTo(panel.widget(), QPoint()).y();
    }
    ExperimentPanel panel;
    QVector<EditInfo> infos;
    bool good;
};

void choose(QComboBox* box, const std::string& name)
{
    const int index = box->findData(QString::fromStdString(name));
    QVERIFY2(index >= 0, name.c_str());
    box->setCurrentIndex(index);
    emit box->activated(index);
}

}   // namespace

class TestEditorLaws : public QObject {
    Q_OBJECT
private slots:
    void everyNumberTakesAnExpression_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("where");   // weights, bias, or a role
        QTest::addColumn<QString>("scheme");
        const auto add = [](const char* kind, const std::string& where, Role role) {
            const bool kernels = find_kind(kind)->kernels;
            for (const Scheme& scheme : schemes())
                if (fills(scheme, role, kernels, where) && std::ranges::any_of(scheme.parameters, &is_numeric))
                    QTest::addRow("%s %s %s", kind, where.c_str(), scheme.name.c_str())
                        << kind << QString::fromStdString(where) << QString::fromStdString(scheme.name);
        };
        add("dense", "weights", Role::weight);
        add("dense", "bias", Role::bias);
        add("convolution", "weights", Role::weight);
        add("transformer", "mlp_out", Role::weight);
        add("transformer", "norm_scale", Role::bias);
        add("state_space", "dt_bias", Role::bias);
    }

    /// Every number of every scheme: the expression is in the experiment, has the value that was typed, and shows it.
    void everyNumberTakesAnExpression()
    {
        QFETCH(QString, kind);
        QFETCH(QString, where);
        QFETCH(QString, scheme);
        Experiment e = networks::of_kind(kind.toStdString(), 2, 64);
        if (has_option(e.network, "biases"))
            e.network.options["biases"] = std::string("true");
        Shown s(e, {"matrix", "bias"});
        QVERIFY(s.good);
        const bool weights = where == "weights", bias = where == "bias";
        InitializationSection* section = s.panel.initialization();
        if (!weights && !bias)
            choose(section->role(), where.toStdString());
        ChoiceEditor* editor = weights ? s.panel.weight() : bias ? s.panel.bias() : section->roleScheme();
        choose(editor->box(), scheme.toStdString());
        const auto initializer = [&]() -> const Initializer& {
            const Network& network = s.panel.experiment().network;
            return weights ? network.weight : bias ? network.bias : network.roles.at(where.toStdString());
        };
        QCOMPARE(QString::fromStdString(initializer().scheme), scheme);
        if (editor->more()->isVisible())
            QTest::mouseClick(editor->more(), Qt::LeftButton);
        int typed = 0;
        for (const ParameterInfo& info : find_scheme(scheme.toStdString())->parameters) {
            if (!is_numeric(info))
                continue;
            if (!applies(info, editor->parameters()))
                choose(qobject_cast<QComboBox*>(editor->parameterEditor(info.only_with)), info.only_where.front());
            LawBox* box = s.box(editor, info.name.c_str());
            QVERIFY2(box, info.name.c_str());
            const auto* slider = qobject_cast<LabeledSlider*>(editor->parameterEditor(info.name));
            const double shown = slider ? slider->value() : box->value();
            const QString text = QStringLiteral("%1 + 0*L").arg(NumberBox::textOf(shown));
            retype(box, text);
            const std::string* found = typed_text(initializer().parameters.at(info.name));
            QVERIFY2(found, qPrintable(text));
            QVERIFY2(QString::fromStdString(*found).contains(text), found->c_str());
            QVERIFY(validate(s.panel.experiment()).empty());
            QCOMPARE(box->text(), text);
            QCOMPARE(box->result(), "= " + pretty(shown));
            ++typed;
            if (!slider)
                continue;
            QTest::keyClick(slider->slider(), Qt::Key_Right);
            QVERIFY(!typed_text(initializer().parameters.at(info.name)));
            QVERIFY(slider->value() > shown && box->law().isEmpty());
        }
        QVERIFY(typed > 0);
    }

    void expressionsTakeEffectAsTheyAreTyped()
    {
        Shown s(dense(4, 0.1));
        QVERIFY(s.good);
        QCOMPARE(s.std()->result(), QString());
        retype(s.std(), "sqrt(2/fan_in)");
        QVERIFY(s.weight("std") == ParameterValue(TypedNumber {"sqrt(2/fan_in)"}));
        QCOMPARE(s.infos.size(), 1);   // no beginning of this text can be used
        QCOMPARE(s.std()->result(), "= " + pretty(std::sqrt(2 / 64.)));
        QCOMPARE(s.panel.initialization()->weightLaw()->words(), QString("σ 0.1768 · σ<sub>w</sub>² = 2"));
        QVERIFY(s.std()->hasFocus());
        // A space changes nothing, and what typesetters write is accepted.
        QTest::keyClick(s.std(), Qt::Key_Space);
        QCOMPARE(s.infos.size(), 1);
        for (const char* text : {"√(2/fan_in)", "1×√(2/fan_in)", "1·√(2/fan_in)"}) {
            retype(s.std(), QString::fromUtf8(text));
            QVERIFY(s.weight("std") == ParameterValue(TypedNumber {text}));
            QCOMPARE(s.std()->result(), "= " + pretty(std::sqrt(2 / 64.)));
        }
        // Return and the loss of focus change nothing.
        const auto edits = s.infos.size();
        QTest::keyClick(s.std(), Qt::Key_Return);
        s.panel.preset()->setFocus();
        QCOMPARE(s.infos.size(), edits);
        QCOMPARE(s.std()->text(), QString::fromUtf8("1·√(2/fan_in)"));
    }

    void numbersStayNumbers()
    {
        Shown s(dense(4, 0.1));
        QVERIFY(s.good);
        retype(s.std(), "0.05");
        QCOMPARE(s.infos.size(), 0);
        QTest::keyClick(s.std(), Qt::Key_Return);
        QVERIFY(s.weight("std") == ParameterValue(0.05));
        // A number replaces an expression when it is confirmed, even if it is equal.
        retype(s.std(), "1/20");
        QVERIFY(typed_text(s.weight("std")));
        retype(s.std(), "0.05");
        QVERIFY(typed_text(s.weight("std")));
        QCOMPARE(s.std()->result(), QString());
        QTest::keyClick(s.std(), Qt::Key_Return);
        QVERIFY(s.weight("std") == ParameterValue(0.05));
        QVERIFY(!s.std()->isWide());
        QTest::keyClick(s.std(), Qt::Key_Up);
        QVERIFY(s.weight("std") == ParameterValue(0.051));
        // Arrow keys do not replace an expression.
        retype(s.std(), "1/d");
        QTest::keyClick(s.std(), Qt::Key_Up);
        QVERIFY(s.weight("std") == ParameterValue(TypedNumber {"1/d"}));
        // An empty text, or a number out of range, is replaced by what is in effect.
        for (const char* text : {"-3", "-"}) {
            retype(s.std(), text);
            QTest::keyClick(s.std(), Qt::Key_Return);
            QCOMPARE(s.std()->text(), QString("1/d"));
        }
    }

    void wrongTextsAreExplained_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* text, const char* sentence) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(sentence);
        };
        row("√(2/N)", "unknown name “N” at 5: did you mean n?");
        row("sqrt(2/fan_in", "the bracket opened at 5 is not closed");
        row("2/", "the formula ends too early: something is missing at its end");
        row("0.02/sqrt(L - l)", "0.02/sqrt(L - l) at layer 4 is inf; must be 0 to 1e+30");
        row("l - 3", "l - 3 at layer 1 is -2; must be 0 to 1e+30");
        row("1/h",
            "1/h has no value at layer 1, since this network has no h (it has L, d, fan_in, fan_out, g, k, l, n, n_in, "
            "n_out)");
        row("big",
            "unknown name “big” at 1 (the variables are n, fan_in, fan_out, n_in, n_out, k, g, d, L, l, h, d_h, V)");
    }

    void wrongTextsAreExplained()
    {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        Shown s(dense(4, 0.1));
        QVERIFY(s.good);
        retype(s.std(), "1/d");
        const Experiment before = s.panel.experiment();
        const auto edits = s.infos.size();
        const int below = s.below();
        s.std()->selectAll();
        QApplication::clipboard()->setText(text);
        QTest::keySequence(
            s.std(), QKeySequence::Paste);   // without the texts that lead to it, some of which are right
        QCOMPARE(s.std()->text(), text);
        QCOMPARE(s.std()->result(), QString());
        QTRY_VERIFY(s.sentence()->isVisible());
        QCOMPARE(s.sentence()->text(), sentence);
        QVERIFY(s.panel.experiment() == before);
        QCOMPARE(s.infos.size(), edits);
        QCOMPARE(s.below(), below);
        // The text stays, also when another setting is edited.
        QTest::keyClick(s.std(), Qt::Key_Return);
        s.panel.preset()->setFocus();
        QTest::keyClick(s.panel.depth()->slider(), Qt::Key_Left);
        QCOMPARE(s.infos.size(), edits + 1);
        QCOMPARE(s.std()->text(), text);
        QVERIFY(s.sentence()->isVisible());
        // A correct text ends it.
        retype(s.std(), "1/d^2");
        QVERIFY(!s.sentence()->isVisible());
        QVERIFY(s.weight("std") == ParameterValue(TypedNumber {"1/d^2"}));
        // Escape restores what is in effect.
        retype(s.std(), "1/(");
        QTRY_VERIFY(s.sentence()->isVisible());
        QTest::keyClick(s.std(), Qt::Key_Escape);
        QCOMPARE(s.std()->text(), QString("1/d^2"));
        QVERIFY(!s.sentence()->isVisible());
    }

    /// Undo shows another experiment, whatever is being typed.
    void anotherExperimentReplacesTheText()
    {
        const Experiment number = dense(4, 0.1), law = dense(4, TypedNumber {"1/d"});
        Shown s(number);
        QVERIFY(s.good);
        for (const char* text : {"2/d", "2/("}) {
            s.panel.setExperiment(number);
            retype(s.std(), text);
            s.panel.setExperiment(law);
            QCOMPARE(s.std()->text(), QString("1/d"));
            QCOMPARE(s.std()->result(), "= " + pretty(1 / 64.));
            retype(s.std(), text);
            s.panel.setExperiment(number);
            QCOMPARE(s.std()->text(), QString("0.1"));
            QVERIFY(!s.std()->isWide() && !s.sentence()->isVisible());
        }
    }

    /// The slider shows the value of an expression, and replaces it when it is dragged.
    void sliderReplacesTheExpression()
    {
        Experiment e = dense(4, 0.1);
        e.network.weight = {"orthogonal", {{"gain", 1.0}}};
        Shown s(e);
        QVERIFY(s.good);
        auto* gain = qobject_cast<LabeledSlider*>(s.panel.weight()->parameterEditor("gain"));
        auto* box = qobject_cast<LawBox*>(gain->box());
        QVERIFY(box);
        const int narrow = box->width();
        retype(box, "2/sqrt(l)");
        QVERIFY(s.weight("gain") == ParameterValue(TypedNumber {"2/sqrt(l)"}));
        QCOMPARE(box->result(), QString("= 2"));
        QCOMPARE(gain->value(), 2.0);
        s.panel.setLayer(4);
        QCOMPARE(box->result(), QString("= 1"));
        ExactSlider* slider = gain->slider();
        QCOMPARE(slider->sliderPosition(), slider->scale().position(1));
        QVERIFY(box->toolTip().contains("1 to 2 in all layers"));
        QTRY_VERIFY(box->width() > 1.5 * narrow);
        const int wide = box->width();

        s.infos.clear();
        QTest::mousePress(slider, Qt::LeftButton, {}, slider->handleCentre(slider->sliderPosition()));
        QVERIFY(s.infos.isEmpty());
        QTest::mouseMove(slider, slider->handleCentre(150));
        QCOMPARE(s.weight("gain"), ParameterValue(slider->scale().value(150)));
        QVERIFY(s.infos.size() == 1 && s.infos.first().dragging);
        QCoreApplication::processEvents();
        QCOMPARE(box->width(), wide);   // otherwise the handle would leave the pointer
        QTest::mouseRelease(slider, Qt::LeftButton, {}, slider->handleCentre(150));
        QTRY_COMPARE(box->width(), narrow);
        QCOMPARE(box->text(), NumberBox::textOf(slider->scale().value(150)));
    }

    /// The box of σ_w takes the expression of σ_w, although the parameter is a variance.
    void sigmaIsTypedAsSigma()
    {
        Experiment e = dense(4, 0.1);
        e.network.weight = {"mean_field", {}};
        Shown s(e);
        QVERIFY(s.good);
        LawBox* box = s.box(s.panel.weight(), "variance");
        retype(box, "1 + 1/l");
        QVERIFY(s.weight("variance") == ParameterValue(TypedNumber {"(1 + 1/l)^2"}));
        QCOMPARE(box->text(), QString("1 + 1/l"));
        QCOMPARE(box->result(), QString("= 2"));
        s.panel.setLayer(2);
        QCOMPARE(box->result(), QString("= 1.5"));
        Experiment variance = s.panel.experiment();
        variance.network.weight.parameters["variance"] = TypedNumber {"(2)*(l)^2"};
        s.panel.setExperiment(variance);
        QCOMPARE(box->text(), QString("√((2)*(l)^2)"));
        QCOMPARE(box->result(), "= " + pretty(std::sqrt(8.)));
    }

    /// An expression gets a separate row, and the rows below stay where they are.
    void rowsStay()
    {
        for (const char* scheme : {"normal", "uniform"}) {
            Experiment e = dense(4, 0.1);
            e.network.weight = {scheme, {}};
            e.network.bias = {scheme, {}};
            Shown s(e);
            QVERIFY(s.good);
            int below = s.below();
            const int width = s.panel.minimumWidth();
            const LawFold* list = s.panel.initialization()->laws();
            for (ChoiceEditor* editor : {s.panel.weight(), s.panel.bias()}) {
                LawBox* box = s.box(editor, std::string(scheme) == "normal" ? "std" : "high");
                const QPoint place = box->mapTo(s.panel.widget(), QPoint());
                const int narrow = box->width();
                retype(box, "0.02/(");
                QCOMPARE(s.below(), below);
                QVERIFY(box->width() > 1.5 * narrow);
                QCOMPARE(box->mapTo(s.panel.widget(), QPoint()).y(), place.y());
                QTRY_VERIFY(editor->findChild<QLabel*>("sentence")->isVisible());
                QCOMPARE(s.below(), below);
                QTest::keyClicks(box, "2*L)");
                QVERIFY(!editor->findChild<QLabel*>("sentence")->isVisible());
                if (editor == s.panel.weight()) {   // the first law shows the list of laws
                    QTRY_COMPARE(s.below(), below + list->height() + list->parentWidget()->layout()->spacing());
                    below = s.below();
                }
                QCOMPARE(s.below(), below);
                QVERIFY(s.panel.widget()->minimumSizeHint().width() <= s.panel.viewport()->width());
                QTest::keyClick(box, Qt::Key_Tab);
                QVERIFY(editor->isAncestorOf(QApplication::focusWidget()));   // the other number is next
            }
            QCOMPARE(s.panel.minimumWidth(), width);
        }
    }

    void lawsAreListed()
    {
        Experiment e = networks::of_kind("transformer", 3, 64);
        e.network.weight = normal(TypedNumber {"sqrt(1/fan_in)"});
        e.network.roles["mlp_out"] = {"normal", {{"std", TypedNumber {"0.02/sqrt(2*l)"}}}};
        e.network.options["residual_scaling"] = std::string("plain");
        Shown s(e, {"laws"});
        QVERIFY(s.good);
        const LawFold* laws = s.panel.initialization()->laws();
        const LawModel* model = laws->model();
        const auto rowsOf = [&](const char* role) {
            std::vector<LawModel::Row> rows;
            for (const LawModel::Row& row : model->rows())
                if (row.role == role)
                    rows.push_back(row);
            return rows;
        };
        const auto q = rowsOf("q"), out = rowsOf("mlp_out"), in = rowsOf("mlp_in");
        QCOMPARE(q.size(), std::size_t(1));
        QVERIFY(q[0].from == 1 && q[0].to == 3);
        QCOMPARE(q[0].std, 1 / 8.);
        QCOMPARE(in.at(0).std, 1 / 8.);
        QCOMPARE(out.size(), std::size_t(3));
        for (int block = 1; block <= 3; ++block) {
            QVERIFY(out[std::size_t(block - 1)].from == block && out[std::size_t(block - 1)].to == block);
            QCOMPARE(out[std::size_t(block - 1)].std, 0.02 / std::sqrt(2. * block));
        }
        QVERIFY(rowsOf("norm_scale").empty());
        QVERIFY(laws->line()->summary().startsWith(QString("σ ") + pretty(0.02 / std::sqrt(6.)) + " to "));

        // So does the editor of a matrix, even if its scheme leaves out parameters.
        s.panel.setMatrix("mlp_out");
        s.panel.setLayer(3);
        QCOMPARE(s.box(s.panel.initialization()->roleScheme(), "std")->result(), "= " + pretty(0.02 / std::sqrt(6.)));
        QCOMPARE(s.panel.initialization()->roleLaw()->name(), QString("block 3"));

        // A click chooses matrix and block.
        QSignalSpy layers(&s.panel, &ExperimentPanel::layerChosen), matrices(&s.panel, &ExperimentPanel::matrixChosen);
        int row = 0;
        while (model->rows()[std::size_t(row)].role != "mlp_out" || model->rows()[std::size_t(row)].from != 2)
            ++row;
        laws->view()->scrollTo(model->index(row, 0));
        QTest::mouseClick(laws->view()->viewport(), Qt::LeftButton, {},
            laws->view()->visualRect(model->index(row, LawModel::Sigma)).center());
        QCOMPARE(layers.size(), 1);
        QCOMPARE(layers[0][0].toInt(), 2);
        QCOMPARE(matrices.size(), 1);
        QCOMPARE(matrices[0][0].toString(), QString("mlp_out"));

        // Without laws, nothing is listed.
        s.panel.setExperiment(networks::of_kind("transformer", 3, 64));
        QVERIFY(model->rows().empty() && !laws->view()->isVisible());
        QCOMPARE(laws->line()->summary(), QString("none"));
    }

    /// STEPZERO_PICTURES=folder saves pictures of the panel with laws, in STEPZERO_TEST_LANGUAGE.
    void pictures()
    {
        const QString folder = qEnvironmentVariable("STEPZERO_PICTURES"),
                      language = qEnvironmentVariable("STEPZERO_TEST_LANGUAGE");
        if (folder.isEmpty())
            QSKIP("no folder for pictures");
        if (!language.isEmpty())
            setLanguage(language);
        const QPalette before = QApplication::palette();
        for (const char* look : {"light", "dark"}) {
            QApplication::setPalette(QPalette(QLatin1String(look) == "dark" ? QColor(0x24272b) : QColor(0xf2f3f5)));
            Experiment plain = dense(10, 0.1);
            plain.network.bias = normal(0.1);
            Shown s(plain, {"laws"});
            s.panel.resize(s.panel.minimumWidth(), 690);
            const auto save = [&](const char* name) {
                QTest::qWait(700);
                s.panel.grab().save(QStringLiteral("%1/laws-%2-%3-%4.png").arg(folder, name, look, language));
            };
            save("plain");
            retype(s.std(), QStringLiteral("√(2/fan_in)"));
            retype(s.box(s.panel.bias(), "std"), "0.02/sqrt(2*(l+1))");
            save("typed");
            retype(s.std(), QStringLiteral("√(2/N)"));
            retype(s.box(s.panel.bias(), "std"), "0.02/sqrt(2*(l+1)");
            save("wrong");
            Experiment blocks = networks::of_kind("transformer", 6, 64);
            blocks.network.weight = {"mean_field", {{"variance", TypedNumber {"(1 + 1/d)^2"}}}};
            blocks.network.roles["mlp_out"] = {"orthogonal", {{"gain", TypedNumber {"1/sqrt(2*l)"}}}};
            s.panel.setExperiment(blocks);
            s.panel.setMatrix("mlp_out");
            s.panel.setOpened({"laws", "matrix"});
            s.panel.resize(s.panel.minimumWidth(), 1000);
            save("blocks");
        }
        QApplication::setPalette(before);
        setLanguage("en");
    }

    /// A thousand layers are listed, in a table that is not much higher than that of eight.
    void deepNetworks()
    {
        Shown s(dense(1000, 0.1), {"laws", "run"});
        QVERIFY(s.good);
        retype(s.std(), "1/sqrt(d");
        const LawFold* laws = s.panel.initialization()->laws();
        QTest::keyClicks(s.std(), ")");
        QCOMPARE(laws->model()->rowCount(), 1);
        QCOMPARE(laws->model()->rows()[0].to, 1000);
        retype(s.std(), "1/l");
        QCOMPARE(laws->model()->rowCount(), 1000);
        QCOMPARE(laws->model()->rows()[999].std, 0.001);
        QCoreApplication::processEvents();
        QVERIFY(laws->view()->height() < 10 * laws->view()->rowHeight(0) + laws->view()->horizontalHeader()->height());
        s.panel.setLayer(500);
        QCOMPARE(s.std()->result(), QString("= 0.002"));
    }
};

STEPZERO_TEST(TestEditorLaws, QApplication)

}   // namespace tst_editor_laws
#include "tst_editor_laws.moc"
