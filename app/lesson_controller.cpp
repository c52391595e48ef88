// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_controller.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QProgressDialog>
#include <QStatusBar>

#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/board_window.h"
#include "app/exercise_row.h"
#include "app/file_controller.h"
#include "app/file_names.h"
#include "app/formula_label.h"
#include "app/lesson_bar.h"
#include "app/lesson_language.h"
#include "app/lesson_layout.h"
#include "app/lesson_page.h"
#include "app/lesson_progress.h"
#include "app/lesson_step_dialog.h"
#include "app/long_work.h"
#include "app/manual.h"
#include "app/open_file.h"
#include "app/problem_box.h"
#include "app/settings.h"
#include "app/worker.h"
#include "app/workspace.h"
#include "core/base/formats/file.h"
#include "core/study/lesson/lesson_json.h"
#include "core/study/lesson/lesson_study.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"
#include "widgets/report/handout.h"

namespace stepzero {

namespace {

const QString lessonsPlace = QStringLiteral("lessons.md");

bool isLessonFile(const QString& path) { return path.endsWith(lessonEnding, Qt::CaseInsensitive); }

/// Returns the key of a lesson's progress; empty: its progress is not kept.
QString progressKey(const Lesson& lesson, const QString& path)
{
    return lesson.name.empty() ? path : QString::fromStdString(lesson.name);
}

/// Returns the text of a menu entry: "1  Variance propagation", and on the right "6 min ✓". The tour, which comes
/// first, has no number.
QString menuTextOf(const Lesson& lesson, int number, bool done)
{
    const QString minutes = LessonController::tr("%1 min").arg(lesson_minutes(lesson, lessonLanguage()));
    const QString key = number < 10 ? QStringLiteral("&") : QString();
    return (number > 0 ? QStringLiteral("%1%2  ").arg(key).arg(number) : QString())
        + words(lesson.title).replace('&', "&&") + '\t' + minutes + (done ? QStringLiteral(" ✓") : QString());
}

}   // namespace

LessonController::LessonController(BoardWindow& window, Workspace& workspace, FileController& files, LessonBar* bar)
    : QObject(&window), window_(window), workspace_(workspace), files_(files), bar_(bar)
{
    connect(bar_, &LessonBar::stepChanged, this, &LessonController::keepStep);
    connect(bar_, &LessonBar::ended, this, [this] { path_.clear(); });   // slides may run next
    connect(bar_->exerciseRow(), &ExerciseRow::judged, this, &LessonController::keepAnswer);
    connect(&files_, &FileController::lessonOpened, this,
        [this](const OpenedLesson& opened) { startAt(opened.lesson, 0, opened.path); });
}

void LessonController::start(const Lesson& lesson) { startAt(lesson, 0, {}); }

void LessonController::startAt(const Lesson& lesson, int step, const QString& path)
{
    window_.activateWindow();
    window_.raise();
    bar_->end();
    path_ = path;
    bar_->start(lesson, step);
}

// Progress, and the page of all lessons

/// Remembers the step. The lesson is done when its last one is shown.
void LessonController::keepStep()
{
    const Lesson& lesson = bar_->lesson();
    const QString key = progressKey(lesson, path_);
    if (key.isEmpty())
        return;
    LessonProgress progress = readProgress(window_.settings(), key, lesson);
    progress.step = bar_->step();
    progress.seen.insert(progress.step);
    progress.done = progress.done || progress.step + 1 == int(lesson.steps.size());
    keepProgress(window_.settings(), key, progress);
}

QStringList LessonController::recentFiles() const
{
    QStringList paths = window_.settings().value("document/recent").toStringList();
    paths.removeIf([](const QString& path) { return !isLessonFile(path) || !QFileInfo::exists(path); });
    return paths;
}

void LessonController::showAll()
{
    delete window_.findChild<LessonPage*>();   // it shows an earlier progress
    const Settings& settings = window_.settings();
    QVector<LessonEntry> entries;
    const auto add = [&](const Lesson& lesson, const QString& path) {
        const QString key = progressKey(lesson, path);
        entries << entryOf(lesson, key, readProgress(settings, key, lesson));
        entries.last().mine = !path.isEmpty();
    };
    for (const Lesson& lesson : lessons()) {
        add(lesson, {});
        if (entries.size() > 1)   // the tour, which comes first, has no number
            entries.last().number = QString::number(entries.size() - 1);
    }
    QStringList problems;   // those of invalid files appear when they are opened
    for (const QString& path : recentFiles())
        if (const auto opened = openFile(path, &problems))
            if (const auto* found = std::get_if<OpenedLesson>(&*opened))
                add(found->lesson, path);
    auto* page = new LessonPage(entries, latestLesson(settings), &window_);
    setManualPlace(page, lessonsPlace + QStringLiteral("#all-lessons"));
    connect(page, &LessonPage::chosen, this, &LessonController::startChosen);
    page->show();
    page->raise();
    page->activateWindow();
}

void LessonController::startChosen(const QString& key, int step, bool again)
{
    if (again)
        keepProgress(window_.settings(), key, {});
    const auto found = std::ranges::find(lessons(), key.toStdString(), &Lesson::name);
    if (found != lessons().end())
        return startAt(*found, step, {});
    QStringList problems;
    const auto opened = openFile(key, &problems);
    const auto* mine = opened ? std::get_if<OpenedLesson>(&*opened) : nullptr;
    if (!mine)
        return files_.showFailure(key, problems);
    files_.remember(key);
    startAt(mine->lesson, std::min(step, int(mine->lesson.steps.size()) - 1), key);
}

void LessonController::takePlace(LessonController& before)
{
    answers_ = before.answers_;
    if (auto* there = before.window_.findChild<LessonPage*>()) {
        delete there;
        showAll();
    }
}

// Menu

QMenu* LessonController::makeMenu(QWidget* parent)
{
    auto* menu = new QMenu(tr("&Lessons"), parent);
    menu->setObjectName("lessons");
    QAction* end = menu->addSeparator();
    connect(menu, &QMenu::aboutToShow, this, [this, menu, end] { fillMenu(menu, end); });
    menu->addAction(tr("All &lessons…"), this, &LessonController::showAll)->setObjectName("allLessons");
    menu->addAction(tr("&Open lesson…"), this, &LessonController::askToOpen)->setObjectName("openLesson");
    QMenu* recent = menu->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(recent); });
    menu->addSeparator();
    QAction* handout = menu->addAction(tr("Export &handout…"), this, &LessonController::askForHandout);
    handout->setObjectName("handout");
    handout->setToolTip(tr("Export the current lesson as pages with pictures"));
    connect(menu, &QMenu::aboutToShow, handout, [this, handout] { handout->setEnabled(bar_->isRunning()); });
    QAction* formula = menu->addAction(tr("Copy &formula as LaTeX"), this, [this] { bar_->formula()->copyLatex(); });
    formula->setObjectName("copyFormula");
    connect(menu, &QMenu::aboutToShow, formula,
        [this, formula] { formula->setEnabled(bar_->isRunning() && bar_->formula()->isVisible()); });
    QAction* answers = menu->addAction(tr("&Save answers…"), this, &LessonController::askForAnswers);
    answers->setObjectName("saveAnswers");
    answers->setToolTip(tr("Save your answers to the exercises as a table (CSV), without your name"));
    connect(menu, &QMenu::aboutToShow, answers, [this, answers] { answers->setEnabled(!answers_.empty()); });
    menu->addAction(tr("&Add current view as a step…"), this, &LessonController::askForStep)->setObjectName("addStep");
    return menu;
}

/// Inserts the lessons before `end`. Parsing them takes a moment, so it is not done at the start of the program.
void LessonController::fillMenu(QMenu* menu, QAction* end)
{
    if (menu->actions().first() == end)
        for (const Lesson& lesson : lessons()) {
            auto* action = new QAction(menu);
            action->setObjectName("lesson-" + QString::fromStdString(lesson.name));
            connect(action, &QAction::triggered, this, [this, &lesson] { start(lesson); });
            menu->insertAction(end, action);
        }
    const QStringList done = window_.settings().value("lesson/done").toStringList();
    for (std::size_t i = 0; i < lessons().size(); ++i)
        menu->actions()[qsizetype(i)]->setText(
            menuTextOf(lessons()[i], int(i), done.contains(QString::fromStdString(lessons()[i].name))));
}

void LessonController::fillRecent(QMenu* menu)
{
    menu->clear();
    for (const QString& path : recentFiles())
        menu->addAction(QFileInfo(path).fileName().replace('&', "&&"), this, [this, path] { files_.open(path); });
    if (menu->isEmpty())
        menu->addAction(tr("None yet"))->setEnabled(false);
}

void LessonController::askToOpen()
{
    const QString path = QFileDialog::getOpenFileName(
        &window_, tr("Open lesson"), window_.settings().lastFolder(FolderFor::documents), lessonFilter);
    if (!path.isEmpty())
        files_.open(path);
}

// Handouts

void LessonController::askForHandout()
{
    const QString folder = QFileDialog::getExistingDirectory(
        &window_, tr("Folder for the handout"), window_.settings().lastFolder(FolderFor::exports));
    if (folder.isEmpty())
        return;
    window_.settings().setLastFolder(FolderFor::exports, folder);
    if (bar_->isRunning() && makeHandout(folder))
        window_.statusBar()->showMessage(tr("Wrote %1").arg(QDir::toNativeSeparators(folder)), 5000);
}

/// Computes in another thread, and draws in the GUI thread.
bool LessonController::makeHandout(const QString& folder)
{
    const Lesson lesson = bar_->lesson();
    const QString failure = tr("Could not write the handout");
    ComputedLesson computedLesson;
    const bool done
        = doLongWork(&window_, tr("Running the lesson…"), failure, lessonsPlace, [&](const Context& context) {
              StudyCaches caches(longWorkNoise);
              computedLesson = computed(lesson, caches, context);
          });
    if (!done)
        return false;
    constexpr int steps = 1000;   // steps of the progress bar
    QProgressDialog dialog(tr("Writing the handout…"), tr("Cancel"), 0, steps, &window_);
    setManualPlace(&dialog, lessonsPlace);
    dialog.setWindowModality(Qt::WindowModal);
    dialog.setMinimumDuration(300);
    dialog.setAutoReset(false);
    bool stopped = false;
    const auto problem = failureOf([&] {
        HandoutOptions options;
        options.language = lessonLanguage();
        options.progress = [&](double fraction) {
            dialog.setValue(int(steps * fraction));
            stopped = dialog.wasCanceled();
            if (stopped)
                throw Stopped {};
        };
        writeHandout(pathOf(folder), computedLesson, options);
    });
    dialog.reset();
    if (problem)
        showProblems(&window_, failure, {asSentence(*problem)}, lessonsPlace);
    return !problem && !stopped;
}

// Exercises

void LessonController::keepAnswer(const QString& answer, bool right)
{
    if (!bar_->isRunning())
        return;
    const Lesson& lesson = bar_->lesson();
    const LessonStep& step = lesson.steps[std::size_t(bar_->step())];
    add_answer(answers_,
        {lesson.name.empty() ? lesson.title.in(lesson_languages().front()) : lesson.name, bar_->step() + 1,
            step.title.in(lessonLanguage()), answer.toStdString(), right});
    if (const QString key = progressKey(lesson, path_); right && !key.isEmpty()) {
        LessonProgress progress = readProgress(window_.settings(), key, lesson);
        progress.solved.insert(bar_->step());
        keepProgress(window_.settings(), key, progress);
    }
}

void LessonController::askForAnswers()
{
    const QDir folder(window_.settings().lastFolder(FolderFor::exports));
    const QString path = QFileDialog::getSaveFileName(
        &window_, tr("Save answers"), folder.filePath(QStringLiteral("answers.csv")), tr("Tables (*.csv)"));
    if (path.isEmpty())
        return;
    window_.settings().setLastFolder(FolderFor::exports, QFileInfo(path).path());
    if (QString problem; saveAnswers(path, &problem))
        window_.statusBar()->showMessage(tr("Wrote %1").arg(QDir::toNativeSeparators(path)), 5000);
    else
        showProblems(&window_, tr("Could not save the answers"), {problem}, lessonsPlace);
}

bool LessonController::saveAnswers(const QString& path, QString* problem) const
{
    const auto failure = failureOf([&] { write_file(pathOf(path), answers_csv(answers_)); });
    if (failure)
        *problem = asSentence(*failure);
    return !failure;
}

// Steps

void LessonController::askForStep()
{
    LessonStepDialog dialog(window_.settings(), &window_);
    if (dialog.exec() != QDialog::Accepted)
        return;
    QStringList problems;
    if (addStep(dialog.path(), dialog.title(), dialog.text(), &problems))
        window_.statusBar()->showMessage(tr("Added to %1").arg(QFileInfo(dialog.path()).fileName()), 5000);
    else
        showProblems(&window_, tr("Could not add the step"), problems, lessonsPlace);
}

bool LessonController::addStep(const QString& path, const QString& title, const QString& text, QStringList* problems)
{
    Lesson lesson;
    if (QFileInfo::exists(path)) {
        const auto opened = openFile(path, problems);
        if (!opened)
            return false;
        if (const auto* found = std::get_if<OpenedLesson>(&*opened)) {
            lesson = found->lesson;
        } else {
            *problems = {tr("%1 is not a lesson").arg(QFileInfo(path).fileName())};
            return false;
        }
    } else {
        QString name = QFileInfo(path).fileName();
        name.chop(isLessonFile(name) ? lessonEnding.size() : 0);
        lesson.title.by[lessonLanguage()] = name.toStdString();
    }
    LessonStep step;
    step.title.by[lessonLanguage()] = title.toStdString();
    step.text.by[lessonLanguage()] = text.toStdString();
    step.experiment = workspace_.experiment();
    step.own = lesson.steps.empty() || !(lesson.steps.back().experiment == step.experiment);
    step.step = workspace_.focus().step;
    step.layer = workspace_.focus().layer;
    step.control = workspace_.lastControl().toStdString();
    QVector<BoardCell*> cells = window_.board()->view()->cells();
    const auto area = [](const BoardCell* cell) { return cell->width() * cell->height(); };
    std::stable_sort(cells.begin(), cells.end(), [&](const auto* a, const auto* b) { return area(a) > area(b); });
    for (const BoardCell* cell : cells)
        if (cell->front())
            step.figures.push_back(figureOf(*cell->front()));
    if (!step.figures.empty())
        step.board = boardOf(window_.board()->arrangement());
    lesson.steps.push_back(std::move(step));
    // The texts may be invalid, for example with a brace that encloses no number.
    const auto read = parse_lesson(format_lesson(lesson));
    if (const auto* wrong = std::get_if<std::vector<Problem>>(&read)) {
        problems->clear();
        for (const Problem& problem : *wrong)
            *problems << translated(sentence(pathOf(path).native(), problem));
        return false;
    }
    if (const auto failure = failureOf([&] { save_lesson(pathOf(path), lesson); })) {
        *problems = {*failure};
        return false;
    }
    files_.remember(path);
    window_.settings().set("lesson/file", path);
    return true;
}

}   // namespace stepzero
