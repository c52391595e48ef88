// SPDX-License-Identifier: GPL-3.0-or-later
// One scale for everything: by the screen, or as the user chose.
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QStatusBar>
#include <QStyleOption>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <type_traits>

#include "app/appearance.h"
#include "app/application.h"
#include "app/board.h"
#include "app/grid_window.h"
#include "app/main_window.h"
#include "app/verdict_bar.h"
#include "core/kinds/kinds.h"
#include "tests/main/registered_test.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/grid_panel.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/law_fold.h"
#include "widgets/editors/layer_table.h"
#include "widgets/language/language.h"

namespace tst_scale {

using namespace stepzero;

namespace {

struct Opened {
    explicit Opened(const QString& folder) : settings(folder), window(settings)
    {
        window.start();
        window.setWindowState(Qt::WindowNoState);
        window.resize(1920, 1080);
        good = QTest::qWaitForWindowExposed(&window);
    }
    /// Waits for the scale, because fonts change only when events are processed.
    bool hasScale(double scale)
    {
        return window.board()->docks().first()->figure()->style().scale == scale && isPanelWhole()
            && window.panel()->depth()->label()->font().pointSizeF() == QApplication::font().pointSizeF();
    }
    bool isPanelWhole()
    {
        const ExperimentPanel* panel = window.panel();
        return panel->viewport()->width() >= panel->widget()->minimumSizeHint().width()
            && panel->mapTo(&window, QPoint(panel->QWidget::width(), 0)).x()
            <= window.board()->mapTo(&window, QPoint()).x();
    }
    Settings settings;
    MainWindow window;
    bool good;
};

/// Returns the width of an arrow in a control of 200 × 60.
template <class Option>
double arrow(QStyle::ComplexControl control, QStyle::SubControl part, Option option)
{
    const QStyle* style = QApplication::style();
    option.rect = QRect(0, 0, 200, 60);
    option.fontMetrics = QFontMetrics(QApplication::font());
    option.subControls = QStyle::SC_All;
    option.state = QStyle::State_Enabled;
    option.palette = QApplication::palette();
    if constexpr (std::is_same_v<Option, QStyleOptionSpinBox>)
        option.stepEnabled = QAbstractSpinBox::StepUpEnabled | QAbstractSpinBox::StepDownEnabled;
    QImage drawn(option.rect.size(), QImage::Format_RGB32);
    drawn.fill(option.palette.color(QPalette::Button));
    QPainter painter(&drawn);
    style->drawComplexControl(control, &option, &painter);
    // excludes the frame
    const QRect room = style->subControlRect(control, &option, part).adjusted(1, 4, 0, -4) & drawn.rect();
    int left = room.right(), right = room.left();
    for (int y = room.top(); y <= room.bottom(); ++y)
        for (int x = room.left(); x <= room.right(); ++x)
            if (qGray(drawn.pixel(x, y)) < 200) {
                left = std::min(left, x);
                right = std::max(right, x);
            }
    return right - left + 1;
}

/// Returns the sizes that text and controls need, by name.
QMap<QString, double> sizes(MainWindow& w)
{
    return {
        {"menu", w.menuBar()->actionGeometry(w.menuBar()->actions().first()).height()},
        {"panel row", w.panel()->depth()->height()},
        {"panel name", w.panel()->depth()->label()->fontMetrics().height()},
        {"panel width", w.panel()->minimumWidth()},
        {"arrow of a box", arrow(QStyle::CC_ComboBox, QStyle::SC_ComboBoxArrow, QStyleOptionComboBox())},
        {"arrow of a number", arrow(QStyle::CC_SpinBox, QStyle::SC_SpinBoxUp, QStyleOptionSpinBox())},
        {"slider", w.panel()->depth()->slider()->sizeHint().height()},
        {"verdict", w.verdictBar()->height()},
        {"table", w.layerTable()->view()->fontMetrics().height()},
        {"table row", w.layerTable()->view()->rowHeight(0)},
        {"tabs of the board", w.board()->findChild<QTabBar*>()->sizeHint().height()},
        {"icons of the board", w.board()->findChild<QToolButton*>()->iconSize().height()},
        {"status", w.statusBar()->findChild<QLabel*>()->fontMetrics().height()},
        {"hover", QFontMetrics(QToolTip::font()).height()},
        {"figures", w.board()->docks().first()->figure()->style().px(12)},
    };
}

}   // namespace

class TestScale : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        prepareApplication();
        if (const QString code = qEnvironmentVariable("STEPZERO_TEST_LANGUAGE"); !code.isEmpty())
            setLanguage(code);
    }
    void byTheScreen_data();
    void byTheScreen();
    void everythingScales();
    void aChoiceStays();
    void thePanelIsWhole();
    void blocksNeedNoScrolling();
    void thePanelOfStudiesIsWhole();
    void framesAreSeenInHighContrast();
};

void TestScale::byTheScreen_data()
{
    QTest::addColumn<QSize>("screen");
    QTest::addColumn<double>("scale");
    QTest::newRow("small") << QSize(800, 600) << 1.0;
    QTest::newRow("notebook") << QSize(1280, 800) << 1.0;
    QTest::newRow("usual") << QSize(1920, 1080) << 1.0;
    QTest::newRow("tall") << QSize(1920, 1200) << 1.0;
    QTest::newRow("wide") << QSize(3440, 1439) << 1.0;
    QTest::newRow("1440 rows") << QSize(2560, 1440) << 4.0 / 3;
    QTest::newRow("1440 rows, wide") << QSize(5120, 1440) << 4.0 / 3;
    QTest::newRow("on its side") << QSize(1440, 2560) << 1.0;
    QTest::newRow("2160 rows") << QSize(3840, 2160) << 2.0;
    QTest::newRow("wall") << QSize(15360, 8640) << mostScale;
}

void TestScale::byTheScreen()
{
    QFETCH(QSize, screen);
    QFETCH(double, scale);
    QCOMPARE(automaticScale(screen), scale);
}

void TestScale::everythingScales()
{
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi, false);   // Qt Test sets it, and Fusion then scales no arrows
    const QTemporaryDir dir;
    Opened o(dir.path());
    QVERIFY(o.good);
    QCOMPARE(o.window.scale(), automaticScale(o.window.screen()->size()));
    o.window.setScale(1);
    QTRY_VERIFY(o.hasScale(1));
    const QMap<QString, double> one = sizes(o.window);
    o.window.setScale(2);
    QTRY_VERIFY(o.hasScale(2));
    const QMap<QString, double> two = sizes(o.window);
    for (auto part = one.begin(); part != one.end(); ++part) {
        // Frames and margins of a few pixels do not scale, and the height of a font is whole pixels. The faint tips of
        // an arrow are not counted.
        const double ratio = two[part.key()] / part.value();
        QVERIFY2(ratio > 1.5 && ratio < 2.5, qPrintable(QStringLiteral("%1: %2").arg(part.key()).arg(ratio)));
    }
    o.window.setScale(1);
    QTRY_COMPARE(sizes(o.window), one);
    QTRY_VERIFY(o.isPanelWhole());
}

void TestScale::aChoiceStays()
{
    const QTemporaryDir dir;
    {
        Opened o(dir.path());
        QCOMPARE(o.settings.value("look/scale").toDouble(), 0.0);
        o.window.setScale(1.25);
        o.window.close();
    }
    Opened o(dir.path());
    QCOMPARE(o.window.scale(), 1.25);
    o.window.findChild<QAction*>("scaleByScreen")->trigger();
    QCOMPARE(o.window.scale(), automaticScale(o.window.screen()->size()));
    QCOMPARE(o.settings.value("look/scale").toDouble(), 0.0);
}

/// Rows of another kind were once cut off at the border until the window was resized.
void TestScale::thePanelIsWhole()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    QVERIFY(o.good);
    for (const double scale : {1.0, 1.7, 0.8, 1.0}) {
        o.window.setScale(scale);
        QTRY_VERIFY(o.hasScale(scale));
        const int width = o.window.panel()->QWidget::width();
        for (const NetworkKind& kind : kinds()) {
            Experiment e;
            e.network = kind.network;
            e.input = kind.input;
            o.window.panel()->setExperiment(e);
            QCoreApplication::processEvents();
            QVERIFY2(o.isPanelWhole(),
                qPrintable(QStringLiteral("%1 at %2: %3 of %4")
                               .arg(QString::fromStdString(kind.name))
                               .arg(scale)
                               .arg(o.window.panel()->widget()->minimumSizeHint().width())
                               .arg(o.window.panel()->viewport()->width())));
            QCOMPARE(o.window.panel()->QWidget::width(), width);
        }
    }
}

/// At the smallest common screen the panel of every preset shows all its rows, folded.
void TestScale::blocksNeedNoScrolling()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    QVERIFY(o.good);
    o.window.setScale(1);
    o.window.resize(1280, 800);
    QTRY_VERIFY(o.hasScale(1));
    for (const PresetChoice& preset : o.window.panel()->presets()) {
        o.window.panel()->setExperiment(preset.experiment);
        QCoreApplication::processEvents();
        // The list of expressions is a row more.
        const QWidget* laws = o.window.panel()->initialization()->laws();
        const int list = laws->isVisible() ? laws->sizeHint().height() + laws->fontMetrics().height() : 0;
        QVERIFY2(
            o.window.panel()->widget()->minimumSizeHint().height() <= o.window.panel()->viewport()->height() + list,
            qPrintable(QStringLiteral("%1: %2 of %3")
                           .arg(preset.name)
                           .arg(o.window.panel()->widget()->minimumSizeHint().height())
                           .arg(o.window.panel()->viewport()->height())));
    }
}

/// At scale 2 its rows were once cut off: it was as wide as at scale 1, and the window was larger than the screen.
void TestScale::thePanelOfStudiesIsWhole()
{
    const QTemporaryDir dir;
    Opened o(dir.path());
    QVERIFY(o.good);
    o.window.setScale(2);
    QTRY_VERIFY(o.hasScale(2));
    GridWindow* study = o.window.studyWindow();
    const QSize room = study->screen()->availableSize();
    QVERIFY(study->width() <= room.width() && study->height() <= room.height());
    study->show();
    QVERIFY(QTest::qWaitForWindowExposed(study));
    const auto* panel = study->findChild<GridPanel*>();
    QTRY_VERIFY(panel->viewport()->width() >= panel->widget()->minimumSizeHint().width());
    o.window.setScale(1);
    QTRY_VERIFY(o.hasScale(1));
}

/// On black, an outline that is darker than the window is invisible.
void TestScale::framesAreSeenInHighContrast()
{
    applyScale(1);
    applyAppearance(QStringLiteral("contrast"));
    QMenu menu;
    menu.addAction(QStringLiteral("entry"));
    QDoubleSpinBox number;
    QLineEdit line;
    QComboBox choices;
    QPushButton button(QStringLiteral("button"));
    QListView list;
    for (QWidget* widget : std::initializer_list<QWidget*> {&menu, &number, &line, &choices, &button, &list}) {
        widget->resize(120, 40);
        const QImage drawn = widget->grab().toImage();
        int all = 0, seen = 0;   // counts of the outermost pixels, except for rounded corners
        for (int x = 4; x < drawn.width() - 4; ++x)
            for (const int y : {0, drawn.height() - 1}) {
                ++all;
                seen += qGray(drawn.pixel(x, y)) > 90;   // contrast of at least 3:1
            }
        QVERIFY2(seen > 0.9 * all,
            qPrintable(QStringLiteral("%1: %2 of %3").arg(widget->metaObject()->className()).arg(seen).arg(all)));
    }
    applyAppearance(QStringLiteral("light"));
}

STEPZERO_TEST(TestScale, QApplication)

}   // namespace tst_scale
#include "tst_scale.moc"
