// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of the panel's rows: a constant width, no gaps, folds, and sketches.
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QTest>

#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "tests/cases.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/fold.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/input_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/run_section.h"
#include "widgets/editors/sketch.h"
#include "widgets/language/language.h"
#include "widgets/style/palette.h"
#include "widgets/style/style.h"

namespace tst_editor_panel_room {

using namespace stepzero;

namespace {

const QStringList every {"details", "bias", "matrix", "input", "run"};   // names of the folds

Experiment of(const NetworkKind& kind)
{
    Experiment e;
    e.network = kind.network;
    e.input = kind.input;
    return e;
}

struct Shown {
    explicit Shown(const Experiment& e = {}, const QStringList& opened = {}) : panel({})
    {
        panel.setExperiment(e);
        panel.setOpened(opened);
        panel.resize(panel.minimumWidth(), 900);
        panel.show();
        good = QTest::qWaitForWindowExposed(&panel);
    }
    void set(const Experiment& e)
    {
        panel.setExperiment(e);
        QCoreApplication::processEvents();
    }
    ExperimentPanel panel;
    bool good;
};

/// Returns the rectangles of everything visible in the panel's body.
QVector<QRect> seenParts(const ExperimentPanel& panel)
{
    QVector<QRect> parts;
    for (const QWidget* part : panel.widget()->findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(part);
        const auto* sketch = qobject_cast<const Sketch*>(part);
        const bool draws = (label && !label->text().isEmpty()) || (sketch && !sketch->words().isEmpty())
            || qobject_cast<const QAbstractButton*>(part) || qobject_cast<const QComboBox*>(part)
            || qobject_cast<const QAbstractSpinBox*>(part) || qobject_cast<const QAbstractSlider*>(part);
        if (!part->isVisible() || !draws)
            continue;
        QRect area(part->mapTo(panel.widget(), QPoint()), part->size());
        if (sketch && !sketch->hasCurves())
            area.setHeight(sketch->fontMetrics().height());
        parts << area;
    }
    std::sort(parts.begin(), parts.end(), [](const QRect& a, const QRect& b) { return a.top() < b.top(); });
    return parts;
}

int widestGap(const ExperimentPanel& panel)
{
    int gap = 0, bottom = 0;
    for (const QRect& part : seenParts(panel)) {
        gap = std::max(gap, part.top() - bottom);
        bottom = std::max(bottom, part.bottom());
    }
    return gap;
}

/// Returns all widgets that Tab reaches, starting at the preset.
QVector<QWidget*> tabRound(ExperimentPanel& panel)
{
    panel.preset()->setFocus();
    QVector<QWidget*> reached;
    QWidget* last = nullptr;
    for (QWidget* now = QApplication::focusWidget(); now && !reached.contains(now) && now != last;
         now = QApplication::focusWidget()) {
        reached << now;
        last = now;
        QTest::keyClick(now, Qt::Key_Tab);
    }
    return reached;
}

int pixelsOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += QColor(image.pixel(x, y)) == colour;
    return count;
}

}   // namespace

class TestEditorPanelRoom : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (const QString code = qEnvironmentVariable("STEPZERO_TEST_LANGUAGE"); !code.isEmpty())
            setLanguage(code);
    }
    void oneWidthWithoutHoles_data();
    void oneWidthWithoutHoles();
    void rowsBelowStay_data();
    void rowsBelowStay();
    void folds_data();
    void folds();
    void foldsSayWhatIsInThem();
    void tabEntersWhatIsSeen_data();
    void tabEntersWhatIsSeen();
    void sketchOfTheActivation();
    void laws();
    void sketchesPaintWhatChanged();
    void aGatedPairHasNoCriticalPoint();
    void followsTheFont();
};

void TestEditorPanelRoom::oneWidthWithoutHoles_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("opened");
    for (const NetworkKind& kind : kinds()) {
        QTest::addRow("%s", kind.name.c_str()) << QString::fromStdString(kind.name) << QStringList();
        QTest::addRow("%s, all open", kind.name.c_str()) << QString::fromStdString(kind.name) << every;
    }
}

void TestEditorPanelRoom::oneWidthWithoutHoles()
{
    QFETCH(QString, kind);
    QFETCH(QStringList, opened);
    Experiment plain = of(*find_kind(kind.toStdString()));
    if (has_option(plain.network, "biases"))   // without biases, the room of their distribution stays empty
        plain.network.options["biases"] = std::string("true");
    Shown s({}, opened);
    QVERIFY(s.good);
    const int width = s.panel.minimumWidth(), row = s.panel.preset()->height() + 4;
    const auto fits = [&](const Experiment& e) {
        s.set(e);
        return s.panel.minimumWidth() == width && s.panel.QWidget::width() == width
            && s.panel.widget()->minimumSizeHint().width() <= s.panel.viewport()->width() && widestGap(s.panel) <= row;
    };
    QVERIFY(fits(plain));
    // Schemes and activations take turns over the kinds.
    std::size_t turn = std::size_t(find_kind(kind.toStdString()) - kinds().data()) + (opened.isEmpty() ? 0 : 1);
    for (const Scheme& scheme : schemes()) {
        if (!fills(scheme, Role::weight, kind_of(plain.network).kernels) || !tested::in_turn(turn++))
            continue;
        Experiment e = plain;
        e.network.weight = {scheme.name, {}};
        if (scheme.for_bias)
            e.network.bias = {scheme.name, {}};
        if (!roles_of(e.network).empty())
            e.network.roles[roles_of(e.network).front().name] = {scheme.name, {}};
        QVERIFY2(fits(e), scheme.name.c_str());
    }
    for (const ActivationInfo& activation : activations()) {
        if (!tested::in_turn(turn++))
            continue;
        Experiment e = plain;
        e.network.activation = {activation.name, {}};
        QVERIFY2(fits(e), activation.name.c_str());
    }
    if (find_kind(kind.toStdString())->gated)
        for (const std::string& pair : gated_pairs()) {
            Experiment e = plain;
            e.network.activation = {pair, {}};
            QVERIFY2(fits(e), pair.c_str());
        }
}

void TestEditorPanelRoom::rowsBelowStay_data()
{
    QTest::addColumn<QString>("kind");
    for (const NetworkKind& kind : kinds())
        QTest::addRow("%s", kind.name.c_str()) << QString::fromStdString(kind.name);
}

/// The rows do not move, neither at once nor after an intermediate layout.
void TestEditorPanelRoom::rowsBelowStay()
{
    QFETCH(QString, kind);
    const Experiment plain = of(*find_kind(kind.toStdString()));
    Shown s(plain, {"matrix"});
    QVERIFY(s.good);
    const auto place = [&] { return s.panel.run()->mapTo(s.panel.widget(), QPoint()).y(); };
    const int before = place();
    for (const ActivationInfo& activation : activations()) {
        Experiment e = plain;
        e.network.activation = {activation.name, {}};
        s.panel.setExperiment(e);
        QCOMPARE(place(), before);
        s.set(e);
        QVERIFY2(place() == before, activation.name.c_str());
    }
    for (const Scheme& scheme : schemes()) {
        if (!fills(scheme, Role::weight, kind_of(plain.network).kernels))
            continue;
        Experiment e = plain;
        e.network.weight = {scheme.name, {}};
        if (scheme.for_bias)
            e.network.bias = {scheme.name, {}};
        if (const auto roles = roles_of(e.network); !roles.empty()) {
            s.panel.initialization()->setMatrix(QString::fromStdString(roles.front().name));
            e.network.roles[roles.front().name] = {scheme.name, {}};
        }
        s.panel.setExperiment(e);
        QCOMPARE(place(), before);
        s.set(e);
        QVERIFY2(place() == before, scheme.name.c_str());
    }
}

void TestEditorPanelRoom::folds_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : every + QStringList("laws"))
        QTest::newRow(qPrintable(name)) << name;
}

void TestEditorPanelRoom::folds()
{
    QFETCH(QString, name);
    Experiment e = of(transformer_kind());
    if (name == "laws")   // the list is there for expressions only
        e.network.weight = {"normal", {{"std", TypedNumber {"1/sqrt(d)"}}}};
    Shown s(e);
    QVERIFY(s.good);
    QVERIFY(s.panel.opened().isEmpty());
    const auto all = s.panel.folds();
    Fold* fold = *std::find_if(all.begin(), all.end(), [&](const Fold* f) { return f->name() == name; });
    const int closed = fold->sizeHint().height();
    QCOMPARE(closed, fold->line()->sizeHint().height());
    fold->line()->setFocus();
    for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter}) {
        QTest::keyClick(fold->line(), key);
        QVERIFY(fold->isOpen());
        QCOMPARE(s.panel.opened(), QStringList(name));
        QTRY_VERIFY(fold->height() > closed);
        QTest::keyClick(fold->line(), key);
        QVERIFY(!fold->isOpen());
        QTRY_COMPARE(fold->height(), closed);
    }
    QTest::mouseClick(fold->line(), Qt::LeftButton);
    QVERIFY(fold->isOpen());
    s.panel.setOpened({});
    QVERIFY(!fold->isOpen());
}

void TestEditorPanelRoom::foldsSayWhatIsInThem()
{
    Shown s;
    QCOMPARE(s.panel.input()->line()->summary(), QString("normal, 256 samples"));
    QCOMPARE(s.panel.run()->line()->summary(), QString("seed 42"));
    Experiment e;
    e.input.mean = 0.5;
    e.input.std = 2;
    e.input.samples = 1;
    e.seed = 7;
    e.replicas = 3;
    e.measure.jacobian = false;
    s.set(e);
    QCOMPARE(s.panel.input()->line()->summary(), QString("normal, mean 0.5, std 2, 1 sample"));
    QCOMPARE(s.panel.run()->line()->summary(), QString("seed 7, 3 replicas, no Jacobian"));
    e.input.file = "/somewhere/digits.npy";
    s.set(e);
    QCOMPARE(s.panel.input()->line()->summary(), QString("digits.npy"));
    e = of(transformer_kind());
    s.set(e);
    QCOMPARE(
        s.panel.input()->line()->summary(), QString("uniform, 4 × %1 tokens").arg(transformer_kind().input.tokens));
    const Fold* details = s.panel.folds().first();
    QCOMPARE(details->line()->summary(), QString("default"));
    e.network.options["causal"] = "false";
    e.network.options["vocabulary"] = 100.0;
    s.set(e);
    QCOMPARE(details->line()->summary(), QString("vocabulary 100, no causal"));
    QCOMPARE(s.panel.initialization()->matrix()->line()->summary(), QString("query, same as weights"));
}

void TestEditorPanelRoom::tabEntersWhatIsSeen_data() { oneWidthWithoutHoles_data(); }

void TestEditorPanelRoom::tabEntersWhatIsSeen()
{
    QFETCH(QString, kind);
    QFETCH(QStringList, opened);
    Shown s(of(*find_kind(kind.toStdString())), opened);
    QVERIFY(s.good);
    s.panel.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&s.panel));
    const QVector<QWidget*> reached = tabRound(s.panel);
    QVERIFY(reached.size() > 10);
    for (const QWidget* widget : reached)
        QVERIFY2(widget->isVisible(), widget->metaObject()->className());
    // Tab enters everything that is visible and enabled.
    for (QWidget* widget : s.panel.widget()->findChildren<QWidget*>())
        if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus)
            && !widget->focusProxy())
            QVERIFY2(reached.contains(widget), qPrintable(widget->accessibleName()));
    for (const Fold* fold : s.panel.folds())
        if (fold->isVisible()) {
            const bool within = std::any_of(reached.begin(), reached.end(),
                [&](const QWidget* widget) { return widget != fold->line() && fold->isAncestorOf(widget); });
            QCOMPARE(within, fold->isOpen());
        }
}

void TestEditorPanelRoom::sketchOfTheActivation()
{
    Shown s;
    QVERIFY(s.good);
    const Sketch* sketch = s.panel.activationSketch();
    const Theme& look = theme(themeFor(s.panel.palette()));
    for (const ActivationInfo& info : activations()) {
        Experiment e;
        e.network.activation = {info.name, {}};
        s.set(e);
        QCOMPARE(sketch->words(), "φ(z) = " + QString::fromStdString(info.formula));
        const QImage drawn = s.panel.activationSketch()->grab().toImage();
        QVERIFY2(pixelsOf(drawn, look.forward) > 20, info.name.c_str());
        QVERIFY2(info.name == "linear" || pixelsOf(drawn, look.gradient) > 10, info.name.c_str());
    }
    Experiment gated = of(transformer_kind());
    gated.network.activation = {"swiglu", {}};
    s.set(gated);
    QVERIFY(sketch->words().startsWith("gate φ(z) = ") && sketch->hasCurves());
}

void TestEditorPanelRoom::laws()
{
    Shown s;
    QVERIFY(s.good);
    const InitializationSection* rows = s.panel.initialization();
    // He yields σ_w² = 2 for any fan.
    QCOMPARE(rows->weightLaw()->name(), QString("layer 1"));
    QCOMPARE(rows->weightLaw()->words(), QString("σ 0.08839 · σ<sub>w</sub>² = 2"));
    QCOMPARE(rows->biasLaw()->words(), QString("all 0 · σ<sub>b</sub>² = 0"));
    Experiment e;
    e.network.widths = {64, 256, 16};
    e.network.depth = 3;
    e.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.5}}};
    e.network.bias = {"normal", {{"mean", 0.0}, {"std", 0.1}}};
    s.set(e);
    s.panel.setLayer(3);   // fan_in is 256: 256 · 0.25
    QCOMPARE(rows->weightLaw()->name(), QString("layer 3"));
    QCOMPARE(rows->weightLaw()->words(), QString("σ 0.5 · σ<sub>w</sub>² = 64"));
    QCOMPARE(rows->biasLaw()->words(), QString("σ 0.1 · σ<sub>b</sub>² = 0.01"));
    s.panel.setLayer(2);   // fan_in is 64
    QCOMPARE(rows->weightLaw()->words(), QString("σ 0.5 · σ<sub>w</sub>² = 16"));
    // A layer with its own scheme is shown with that scheme.
    e.network.overrides = {{2, {}, Initializer {"zeros", {}}, {}}};
    s.set(e);
    QCOMPARE(rows->weightLaw()->words(), QString("all 0 · σ<sub>w</sub>² = 0"));

    // GPT-2's rule divides the last projections by √(2·12). A role has its own distribution.
    e = of(transformer_kind());
    s.set(e);
    QCOMPARE(rows->weightLaw()->name(), QString("query"));
    QCOMPARE(rows->weightLaw()->words(), QString("σ 0.02 · σ<sub>w</sub>² = 0.1024"));   // 256 · 0.0004
    s.panel.setMatrix("mlp_out");   // 1024 · 0.0004 / 24
    QCOMPARE(rows->roleLaw()->words(), QString("σ 0.004082 · σ<sub>w</sub>² = 0.01707"));
    QCOMPARE(rows->weightLaw()->words(), rows->roleLaw()->words());
    e.network.roles["mlp_out"] = {"zeros", {}};
    s.set(e);
    QCOMPARE(rows->roleLaw()->words(), QString("all 0 · σ<sub>w</sub>² = 0"));
    QCOMPARE(rows->weightLaw()->name(), QString("query"));   // a matrix to which the weights' scheme applies
    e.network.options["biases"] = "false";
    s.set(e);
    QCOMPARE(rows->biasLaw()->words(), QString("no biases"));
    // The window does not wait for the plan of ten thousand blocks.
    e.network.depth = 10000;
    s.set(e);
    QVERIFY(!rows->weightLaw()->hasCurves() && !rows->weightLaw()->words().isEmpty());
}

/// A change of one distribution repaints only its sketch.
void TestEditorPanelRoom::sketchesPaintWhatChanged()
{
    struct Paints : QObject {
        explicit Paints(QWidget* of) : line(of->fontMetrics().height()) { of->installEventFilter(this); }
        int line, count = 0;
        bool eventFilter(QObject*, QEvent* event) override
        {
            // Counts paint events of the curves; a neighbour may cause a repaint of the top edge of the text.
            if (event->type() == QEvent::Paint)
                count += static_cast<QPaintEvent*>(event)->rect().bottom() > line;
            return false;
        }
    };
    Shown s;
    QVERIFY(s.good);
    Experiment e;
    e.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.1}}};
    s.set(e);
    QTest::qWait(50);   // lets the rows of another scheme be laid out
    Paints activation(s.panel.activationSketch()), bias(s.panel.initialization()->biasLaw()),
        weights(s.panel.initialization()->weightLaw());
    e.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.2}}};
    s.set(e);
    QCOMPARE(activation.count + bias.count, 0);
    QCOMPARE(weights.count, 1);
}

void TestEditorPanelRoom::aGatedPairHasNoCriticalPoint()
{
    Shown s;
    Experiment e = of(transformer_kind());
    e.network.activation = {"swiglu", {}};
    e.network.weight = {"mean_field", {}};
    s.set(e);
    auto* sigma = qobject_cast<LabeledSlider*>(s.panel.weight()->parameterEditor("variance"));
    QVERIFY(sigma);
    QTest::keyClick(sigma->slider(), Qt::Key_End);
    QCOMPARE(number(s.panel.experiment().network.weight.parameters, "variance"), 16.0);
    e.network.activation = {"gelu", {}};
    s.set(e);
    QVERIFY(sigma->slider()->scale().centre > 1);
}

/// A larger font cuts nothing off, even in an existing panel.
void TestEditorPanelRoom::followsTheFont()
{
    Shown s(of(transformer_kind()), every);
    QVERIFY(s.good);
    const int width = s.panel.minimumWidth(), name = labelColumnWidth(&s.panel);
    QFont font = QApplication::font();
    const QFont before = font;
    font.setPointSizeF(1.5 * font.pointSizeF());
    QApplication::setFont(font);
    QTRY_VERIFY(s.panel.minimumWidth() > 1.3 * width);
    s.panel.resize(s.panel.minimumWidth(), 900);
    QTRY_VERIFY(s.panel.widget()->minimumSizeHint().width() <= s.panel.viewport()->width());
    QVERIFY(labelColumnWidth(&s.panel) > 1.3 * name);
    QCOMPARE(s.panel.depth()->label()->width(), labelColumnWidth(&s.panel));
    QCOMPARE(s.panel.depth()->box()->width(), boxColumnWidth(&s.panel));
    QVERIFY(widestGap(s.panel) <= s.panel.preset()->height() + 4);
    QApplication::setFont(before);
    QTRY_COMPARE(s.panel.minimumWidth(), width);
}

STEPZERO_TEST(TestEditorPanelRoom, QApplication)

}   // namespace tst_editor_panel_room
#include "tst_editor_panel_room.moc"
