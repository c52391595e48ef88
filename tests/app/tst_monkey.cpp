// SPDX-License-Identifier: GPL-3.0-or-later
// A random user: every control of every window once, then random actions, by mouse and keys alone. The board, a lesson,
// a study and the manual get equal parts. Each action is a line of text that names its widget, so that a failure can be
// replayed and shortened (tests/shrink.py).  STEPZERO_MONKEY_ACTIONS  how many (default 300)     STEPZERO_MONKEY_SEED
// of what is chosen (default 1) STEPZERO_MONKEY_SCRIPT   where lines are written    STEPZERO_MONKEY_REPLAY  a script to
// play instead
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QRegularExpression>
#include <QSet>
#include <QSplitter>
#include <QStringList>
#include <QTabBar>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <QWheelEvent>
#include <QWindow>
#include <functional>
#include <memory>
#include <random>

#include "app/application.h"
#include "app/board.h"
#include "app/grid_window.h"
#include "app/lesson_bar.h"
#include "app/manual_window.h"
#include "core/study/lesson/lesson_json.h"
#include "tests/app/opened_window.h"
#include "tests/main/registered_test.h"
#include "widgets/figures/frame/figure.h"

namespace tst_monkey {

using namespace stepzero;

namespace {

/// Returns the name of a child, or its class and index among its siblings: "ExperimentPanel/depth/QSpinBox:0".
QString partOf(const QWidget* widget)
{
    const QWidget* parent = widget->isWindow() ? nullptr : widget->parentWidget();
    const QString name = widget->objectName();
    const QString word = QString::fromLatin1(widget->metaObject()->className());
    if (!parent)
        return word;
    int same = 0, number = 0;
    for (const QObject* child : parent->children()) {
        number = child == widget ? same : number;
        same += name.isEmpty() ? child->metaObject()->className() == word : child->objectName() == name;
    }
    return (name.isEmpty() ? word : '#' + name) + ':' + QString::number(number);
}

QString pathOf(const QWidget* widget)
{
    QStringList parts;
    for (; widget; widget = widget->isWindow() ? nullptr : widget->parentWidget())
        parts.prepend(partOf(widget));
    return parts.join('/');
}

QWidget* widgetAt(const QString& path)
{
    const QStringList parts = path.split('/');
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (!widget->isVisible() || partOf(widget) != parts[0])
            continue;
        for (int i = 1; widget && i < parts.size(); ++i) {
            const QList<QWidget*> children = widget->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
            const auto found = std::find_if(children.begin(), children.end(),
                [&](const QWidget* child) { return !child->isWindow() && partOf(child) == parts[i]; });
            widget = found == children.end() ? nullptr : *found;
        }
        if (widget)
            return widget;
    }
    return nullptr;
}

template <class... Types>
bool isA(const QWidget* widget)
{
    return (qobject_cast<const Types*>(widget) || ...);
}

bool isControl(const QWidget* widget)
{
    return isA<QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QMenu,
        QMenuBar, QSplitterHandle, QTabBar, Figure>(widget);
}

/// Qt's file dialog can go anywhere and delete files, so here only names are typed and accepted or not.
bool isHarmless(const QWidget* widget)
{
    return !isA<QFileDialog>(widget->window()) || widget->objectName() == QLatin1String("fileNameEdit")
        || isA<QDialogButtonBox>(widget->parentWidget());
}

/// Presses keys, with the letter that they write, if any. Each key is sent separately, because each may close the
/// window, which QTest's own presses of modifiers do not check.
void press(const QPointer<QWindow>& window, const QKeySequence& keys, const QString& letter = {})
{
    if (keys.isEmpty())
        return;
    const Qt::KeyboardModifiers held = keys[0].keyboardModifiers();
    QVector<QPair<Qt::Key, Qt::KeyboardModifier>> first;
    for (const auto& [key, modifier] : {std::pair(Qt::Key_Shift, Qt::ShiftModifier),
             {Qt::Key_Control, Qt::ControlModifier}, {Qt::Key_Alt, Qt::AltModifier}})
        if (held & modifier)
            first << qMakePair(key, modifier);
    const auto send = [&](bool down, Qt::Key key, Qt::KeyboardModifiers with, const QString& text) {
        if (window)
            QTest::simulateEvent(window, down, key, with, text, false);
    };
    for (const auto& [key, modifier] : first)
        send(true, key, {}, {});
    send(true, keys[0].key(), held, letter);
    send(false, keys[0].key(), held, letter);
    for (const auto& [key, modifier] : first)
        send(false, key, modifier, {});
}

const QStringList& texts()
{
    static const QStringList all {"0", "1", "-1", "3", "7.5", "1e-4", "1e9", "", "abc", "tanh(z)", "sin(3*z)", "nan",
        "0.02", "64", "5, 10", "0 .. 2 : 5", "π/0", "1e400", "layer", "sqrt(2/n)"};
    return all;
}

const QStringList& keys()
{
    static const QStringList all {"Tab", "Shift+Tab", "Return", "Space", "Escape", "Up", "Down", "Left", "Right",
        "PgUp", "PgDown", "Home", "End", "Del", "Ctrl+Z", "Ctrl+Y", "Ctrl+R", "Ctrl+P", "Ctrl+G", "Ctrl+T", "Ctrl++",
        "Ctrl+-", "Ctrl+0", "0", "?", "F1", "F2", "F5", "Alt+F", "Menu"};
    return all;
}

/// Parts of the program that a random user would rarely reach.
class Places {
public:
    explicit Places(MainWindow& window) : window_(window)
    {
        for (const Lesson& lesson : lessons())
            things_ << QStringLiteral("lesson ") + QString::fromStdString(lesson.name);
        const QDir studies(QStringLiteral(STEPZERO_SOURCE_DIR "/resources/studies"));
        for (const QString& file : studies.entryList(QDir::Files))
            things_ << QStringLiteral("study ") + file.section('.', 0, 0);
        things_ << QStringLiteral("manual lessons.md") << QStringLiteral("manual studies.md");
    }
    static const QStringList& names()
    {
        static const QStringList all {"board", "lesson", "study", "manual", "any"};
        return all;
    }
    /// Returns the visible widget of a place; null: it is not visible, or the place is any window.
    QWidget* find(const QString& place) const
    {
        const auto shown = [](QWidget* widget) { return widget && widget->isVisible() ? widget : nullptr; };
        if (place == QLatin1String("lesson"))
            return shown(window_.lessonBar());
        if (place == QLatin1String("board"))
            return shown(&window_);
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (shown(widget)
                && (place == QLatin1String("study") ? isA<GridWindow>(widget)
                                                    : place == QLatin1String("manual") && isA<ManualWindow>(widget)))
                return widget;
        return nullptr;
    }
    /// Returns the files and names that can be opened there.
    QStringList things(const QString& place) const { return things_.filter(QRegularExpression('^' + place + ' ')); }
    void open(const QString& thing)
    {
        const QString name = thing.section(' ', 1);
        if (thing.startsWith(QLatin1String("manual")))
            emit window_.board()->manualRequested(name);
        else
            window_.open(name);
    }

private:
    MainWindow& window_;
    QStringList things_;
};

class Monkey : public QObject {
public:
    /// Lines are written to the script before they are executed, so that a crash leaves them there. Before each, `look`
    /// returns what is wrong on the screen.
    Monkey(unsigned seed, const QString& script, const Places& places, std::function<QString()> look);

    /// Plays `actions` random actions, in windows that are open or that they open.
    void play(int actions);
    /// Plays the lines of a script. If a named widget is absent or hidden, nothing happens.
    void replay(const QStringList& lines);

    int done() const { return done_; }
    QString last() const { return last_; }
    int worstWait() const { return int(worst_); }   ///< in milliseconds, from when an action could begin to when it did
    QString worstAction() const { return worstAction_; }
    const QStringList& faults() const { return faults_; }
    QStringList neverReached() const;   ///< controls that were visible, but never used

private:
    void run();
    void act();
    QString choose();
    void perform(const QString& line);
    QVector<QWidget*> controls(QWidget* within);
    QWidget* operated() const;

    std::mt19937 random_;
    QFile script_;
    Places places_;
    QEventLoop loop_;
    QStringList given_;
    int actions_ = 0, done_ = 0;
    int acting_ = 0;   // the loop level of the running action
    QSet<QString> seen_, reached_;
    QElapsedTimer waiting_;
    qint64 worst_ = 0;
    QString last_, worstAction_;
    std::function<QString()> look_;
    QStringList faults_;
};

Monkey::Monkey(unsigned seed, const QString& script, const Places& places, std::function<QString()> look)
    : random_(seed), script_(script), places_(places), look_(std::move(look))
{
    script_.open(QIODevice::WriteOnly | QIODevice::Unbuffered);
}

void Monkey::play(int actions)
{
    actions_ = actions;
    run();
}

void Monkey::replay(const QStringList& lines)
{
    given_ = lines;
    actions_ = int(lines.size());
    run();
}

void Monkey::run()
{
    waiting_.start();
    QTimer::singleShot(0, this, [this] { act(); });
    loop_.exec();
}

/// The next action is scheduled before this one is done, because dialogs and drags wait in their own event loops.
/// Nested processing of events, as in a press of QTest, does not start an action.
void Monkey::act()
{
    const int level = QThread::currentThread()->loopLevel();
    if (level == acting_) {
        QTimer::singleShot(1, this, [this] { act(); });
        return;
    }
    if (waiting_.elapsed() > worst_) {
        worst_ = waiting_.elapsed();
        worstAction_ = QStringLiteral("action %1, %2").arg(done_).arg(last_);
    }
    if (const QString wrong = look_(); !wrong.isEmpty())
        faults_ << QStringLiteral("action %1, %2: %3").arg(done_).arg(last_, wrong);
    if (done_ == actions_) {   // open dialogs are closed without an answer
        QWidget* popup = QApplication::activePopupWidget();
        QWidget* waiting = popup ? popup : QApplication::activeModalWidget();
        if (!waiting)
            return loop_.quit();
        QTimer::singleShot(1, this, [this] { act(); });
        waiting->close();
        return;
    }
    last_ = given_.isEmpty() ? choose() : given_[done_];
    ++done_;
    script_.write(last_.toUtf8() + '\n');
    waiting_.restart();
    QTimer::singleShot(1, this, [this] { act(); });
    const int outer = std::exchange(acting_, level);
    perform(last_);
    acting_ = outer;
}

/// Returns the window that receives events: a popup, a dialog, or a random open one.
QWidget* Monkey::operated() const
{
    if (QWidget* popup = QApplication::activePopupWidget())
        return popup;
    if (QWidget* modal = QApplication::activeModalWidget())
        return modal;
    QVector<QWidget*> windows;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (widget->isVisible() && widget->windowType() != Qt::ToolTip)
            windows << widget;
    auto random = random_;
    return windows.isEmpty() ? nullptr : windows[int(random() % unsigned(windows.size()))];
}

/// Returns the controls of a window, or of a part of one.
QVector<QWidget*> Monkey::controls(QWidget* within)
{
    QVector<QWidget*> all;
    if (within) {
        QList<QWidget*> widgets = within->findChildren<QWidget*>();
        widgets << within;
        for (QWidget* widget : widgets)
            if (isControl(widget) && isHarmless(widget) && widget->window() == within->window()
                && !widget->visibleRegion().isEmpty()) {
                all << widget;
                seen_ << pathOf(widget);
            }
    }
    return all;
}

QString Monkey::choose()
{
    const auto below = [this](int n) { return int(random_() % unsigned(n)); };
    const auto at = [&] { return QStringLiteral("%1 %2").arg(below(101)).arg(below(101)); };   // in percent
    const auto of = [&](const QStringList& list) { return list[below(int(list.size()))]; };
    QWidget* within = operated();
    if (!QApplication::activePopupWidget() && !QApplication::activeModalWidget()) {
        const QString place = of(Places::names());
        const QStringList things = places_.things(place);
        if (QWidget* found = places_.find(place); found && (things.isEmpty() || below(20)))
            within = found;
        else if (!things.isEmpty())
            return QStringList {"open", of(things)}.join('\t');
    }
    const QVector<QWidget*> all = controls(within);
    const bool files = isA<QFileDialog>(QApplication::activeModalWidget());
    if (all.isEmpty() || below(8) == 0)
        return QStringList {"key", "", files ? QStringLiteral("Escape") : of(keys())}.join('\t');
    QVector<QWidget*> fresh;
    for (QWidget* widget : all)
        if (!reached_.contains(pathOf(widget)))
            fresh << widget;
    const QVector<QWidget*>& from = fresh.isEmpty() ? all : fresh;
    QWidget* widget = from[below(int(from.size()))];
    const QString path = pathOf(widget);
    reached_ << path;
    if (auto* button = qobject_cast<QAbstractButton*>(widget); button && button->text() == QLatin1String("Run anyway"))
        return QStringList {"hover", path, at()}.join('\t');   // actions that would do harm
    if (isA<QLineEdit, QAbstractSpinBox>(widget) && below(3))
        return QStringList {"type", path, of(texts())}.join('\t');
    const int die = below(12);
    if (die < 6 || isA<QAbstractButton, QMenu, QMenuBar>(widget))
        return QStringList {"click", path, isA<QAbstractButton>(widget) ? QStringLiteral("50 50") : at()}.join('\t');
    if (die < 8)
        return QStringList {"drag", path, at(), at()}.join('\t');
    if (die == 8)
        return QStringList {"carry", path, at(), at()}.join('\t');   // to anywhere in the window
    if (die == 9)
        return QStringList {"wheel", path, at(), below(2) ? QStringLiteral("120") : QStringLiteral("-120")}.join('\t');
    if (die == 10)
        return QStringList {"double", path, at()}.join('\t');
    return QStringList {"menu", path, at()}.join('\t');
}

void Monkey::perform(const QString& line)
{
    const QStringList parts = line.split('\t');
    const QString verb = parts[0];
    if (verb == QLatin1String("key")) {
        press(QGuiApplication::focusWindow(), QKeySequence(parts[2]));
        return;
    }
    if (verb == QLatin1String("open"))
        return places_.open(parts[1]);
    const QPointer<QWidget> widget = widgetAt(parts[1]);
    if (!widget || !widget->window()->windowHandle() || widget->visibleRegion().isEmpty())
        return;
    const QPointer<QWindow> window = widget->window()->windowHandle();   // both may be deleted by any event
    const auto point = [&](int part, const QWidget* within) {
        const QStringList percent = parts[part].split(' ');
        const QRect seen = within->visibleRegion().boundingRect();
        return within->mapTo(within->window(),
            seen.topLeft()
                + QPoint(
                    percent[0].toInt() * (seen.width() - 1) / 100, percent[1].toInt() * (seen.height() - 1) / 100));
    };
    if (verb == QLatin1String("type")) {
        widget->setFocus();
        press(window, QKeySequence::SelectAll);
        press(window, QKeySequence(Qt::Key_Delete));
        for (const QChar c : parts[2])
            press(window, QKeySequence(QString(c)), c);
        press(window, QKeySequence(Qt::Key_Return));
        return;
    }
    const QPoint first = point(2, widget);
    const QPoint last = parts.size() < 4 || verb == QLatin1String("wheel")
        ? first
        : point(3, verb == QLatin1String("drag") ? widget.data() : widget->window());
    QTest::mouseMove(window, first);
    if (!window || !widget)
        return;
    if (verb == QLatin1String("click")) {
        QTest::mouseClick(window, Qt::LeftButton, {}, first);
    } else if (verb == QLatin1String("double")) {
        QTest::mouseDClick(window, Qt::LeftButton, {}, first);
    } else if (verb == QLatin1String("menu")) {
        QTest::mouseClick(window, Qt::RightButton, {}, first);
    } else if (verb == QLatin1String("wheel")) {
        const QPointF here = widget->mapFrom(widget->window(), first);
        QWheelEvent turned(
            here, widget->mapToGlobal(here), {}, {0, parts[3].toInt()}, {}, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &turned);
    } else if (verb == QLatin1String("drag") || verb == QLatin1String("carry")) {
        QTest::mousePress(window, Qt::LeftButton, {}, first);
        for (int step = 1; step <= 6 && window; ++step)
            QTest::mouseMove(window, first + (last - first) * step / 6);
        if (window)
            QTest::mouseRelease(window, Qt::LeftButton, {}, last);
    }
}

QStringList Monkey::neverReached() const
{
    const QSet<QString> rest = seen_ - reached_;
    QStringList sorted(rest.begin(), rest.end());
    sorted.sort();
    return sorted;
}

/// Detects a figure that shows another network than the controls without being marked. It may do so for the 150 ms in
/// which a study stays current; a timer of twice that time detects longer ones. On a slow machine both are late, but in
/// their order.
class Watch {
public:
    explicit Watch(MainWindow& window) : window_(window)
    {
        patience_->setSingleShot(true);
        patience_->setTimerType(Qt::PreciseTimer);
    }
    QString operator()()
    {
        QStringList stale;
        for (const FigureDock* dock : window_.board()->docks()) {
            const auto study = std::dynamic_pointer_cast<const Study>(dock->figure()->exhibit());
            if (study && dock->isVisible() && dock->old().isEmpty() && !window_.runner().isCurrent(*study))
                stale << QStringLiteral("%1 shows study %2, stage %3")
                             .arg(dock->kind().id)
                             .arg(study->generation)
                             .arg(int(study->stage));
        }
        if (stale.isEmpty() || stale != stale_)
            patience_->start(300);
        stale_ = stale;
        if (stale.isEmpty() || patience_->isActive())
            return {};
        return QStringLiteral("%1; current are %2 and later, asked is %3")
            .arg(stale.join(QStringLiteral(", ")))
            .arg(window_.runner().oldestCurrent())
            .arg(window_.runner().requestedGeneration());
    }

private:
    MainWindow& window_;
    QStringList stale_;
    std::shared_ptr<QTimer> patience_ = std::make_shared<QTimer>();
};

QStringList warnings;
const Monkey* playing = nullptr;

/// Collects Qt's messages, except those about limits of the tests' platform.
void hear(QtMsgType type, const QMessageLogContext&, const QString& words)
{
    if (type != QtDebugMsg && type != QtInfoMsg && !words.contains(QLatin1String("This plugin does not support")))
        warnings << QStringLiteral("action %1, %2: %3").arg(playing->done()).arg(playing->last(), words);
}

int number(const char* variable, int otherwise)
{
    bool ok = false;
    const int given = qEnvironmentVariableIntValue(variable, &ok);
    return ok ? given : otherwise;
}

}   // namespace

class TestMonkey : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareApplication();
        qApp->setQuitOnLastWindowClosed(false);
        for (const char* scheme : schemes)
            QDesktopServices::setUrlHandler(scheme, this, "nowhere");
    }

    void anything()
    {
        QTemporaryDir folder;   // for saved files
        const QString before = QDir::currentPath();
        QDir::setCurrent(folder.path());
        qputenv("HOME", folder.path().toLocal8Bit());
        const QString script = qEnvironmentVariable("STEPZERO_MONKEY_SCRIPT", folder.filePath("script"));
        {
            OpenedWindow o;
            QVERIFY(o.good);
            o.window.document().replace(smallNetwork(), {});
            QStringList given;
            if (const QString path = qEnvironmentVariable("STEPZERO_MONKEY_REPLAY"); !path.isEmpty()) {
                QFile file(path);
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
                given = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
            }
            Monkey monkey(unsigned(number("STEPZERO_MONKEY_SEED", 1)), script, Places(o.window), Watch(o.window));
            playing = &monkey;
            const QtMessageHandler usual = qInstallMessageHandler(hear);
            if (given.isEmpty())
                monkey.play(number("STEPZERO_MONKEY_ACTIONS", 300));
            else
                monkey.replay(given);
            qInstallMessageHandler(usual);
            qInfo("%d actions, longest wait %d ms after %s", monkey.done(), monkey.worstWait(),
                qPrintable(monkey.worstAction()));
            qInfo("%lld controls never reached\n%s", qlonglong(monkey.neverReached().size()),
                qPrintable(monkey.neverReached().join('\n')));
            const QStringList wrong = warnings + monkey.faults();
            for (const QString& sentence : wrong)   // QVERIFY2 would truncate them
                qInfo("%s", qPrintable(sentence));
            QCOMPARE(wrong.size(), 0);

            // Resets the window to its initial state.
            o.window.show();
            o.window.document().replace(smallNetwork(), {});
            QTRY_VERIFY_WITH_TIMEOUT(o.settled(), 60000);
            for (const FigureDock* dock : o.window.board()->docks())
                if (o.window.board()->applies(dock))
                    QVERIFY2(dock->old().isEmpty(), qPrintable(dock->kind().id));
        }
        QDir::setCurrent(before);
    }

    void cleanupTestCase()
    {
        for (const char* scheme : schemes)
            QDesktopServices::unsetUrlHandler(scheme);
    }

public slots:
    void nowhere(const QUrl&) { }

private:
    static constexpr std::array schemes {"http", "https", "file"};
};

STEPZERO_TEST(TestMonkey, QApplication)

}   // namespace tst_monkey
#include "tst_monkey.moc"
