// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: their menu, the effect of a step on the window, and a step made from the present state of the
// window.
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QProgressDialog>
#include <QSpinBox>
#include <QStatusBar>
#include <QToolBar>

#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/file_names.h"
#include "app/lesson_bar.h"
#include "app/lesson_language.h"
#include "app/lesson_layout.h"
#include "app/lesson_step_dialog.h"
#include "app/long_work.h"
#include "app/main_window.h"
#include "app/manual.h"
#include "app/open_file.h"
#include "app/problem_box.h"
#include "app/settings.h"
#include "app/side_panel.h"
#include "app/time_bar.h"
#include "app/verdict_bar.h"
#include "app/worker.h"
#include "core/study/lesson/lesson_json.h"
#include "core/study/lesson/lesson_study.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/fold.h"
#include "widgets/editors/initialization_section.h"
#include "widgets/editors/input_section.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/run_section.h"
#include "widgets/editors/training_rows.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"
#include "widgets/report/handout.h"
#include "widgets/report/json_object.h"

namespace stepzero {

namespace {

const QString manualPlace = QStringLiteral("lessons.md");

bool isLessonFile(const QString& path) { return path.endsWith(lessonEnding, Qt::CaseInsensitive); }

/// Returns a figure with the parts of its view that differ from a new figure.
LessonFigure figureOf(const FigureDock& dock)
{
    LessonFigure figure {dock.kind().id.toStdString()};
    const std::unique_ptr<Figure> fresh(dock.kind().create(nullptr));
    const QJsonObject plain = fresh->viewState();
    QJsonObject view = dock.figure()->viewState();
    for (const QString& key : view.keys())
        if (view[key] == plain[key])
            view.remove(key);
    if (!view.isEmpty())
        figure.view = jsonOf(view);
    return figure;
}

/// Returns "1  Variance propagation", and on the right "6 min ✓". The tour, which comes first, has no number.
QString entryOf(const Lesson& lesson, int number, bool done)
{
    const QString minutes
        = MainWindow::tr("%1 min").arg(std::max(1L, std::lround(spoken(lesson, lessonLanguage()).minutes)));
    const QString key = number < 10 ? QStringLiteral("&") : QString();
    return (number > 0 ? QStringLiteral("%1%2  ").arg(key).arg(number) : QString())
        + words(lesson.title).replace('&', "&&") + '\t' + minutes + (done ? QStringLiteral(" ✓") : QString());
}

/// Adds the lessons when the menu is first opened, because reading them would delay the start of the window.
void addLessons(MainWindow& window, QMenu* menu, QAction* behind)
{
    for (const Lesson& lesson : lessons()) {
        auto* action = new QAction(menu);
        action->setObjectName("lesson-" + QString::fromStdString(lesson.name));
        QObject::connect(action, &QAction::triggered, &window, [&window, &lesson] { window.startLesson(lesson); });
        menu->insertAction(behind, action);
    }
}

}   // namespace

void MainWindow::addLessonMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Lessons"));
    menu->setObjectName("lessons");
    QAction* behind = menu->addSeparator();
    connect(menu, &QMenu::aboutToShow, this, [this, menu, behind] {
        if (menu->actions().first() == behind)
            addLessons(*this, menu, behind);
        const QStringList done = settings_.value("lesson/done").toStringList();
        for (std::size_t i = 0; i < lessons().size(); ++i)
            menu->actions()[qsizetype(i)]->setText(
                entryOf(lessons()[i], int(i), done.contains(QString::fromStdString(lessons()[i].name))));
    });
    connect(lesson_, &LessonBar::stepChanged, this, [this] {
        const QString name = QString::fromStdString(lesson_->lesson().name);
        QStringList done = settings_.value("lesson/done").toStringList();
        if (name.isEmpty() || done.contains(name) || lesson_->step() + 1 < int(lesson_->lesson().steps.size()))
            return;
        settings_.set("lesson/done", done << name);
    });
    menu->addAction(tr("&Open lesson…"), this, &MainWindow::askToOpenLesson)->setObjectName("openLesson");
    recentLessons_ = menu->addMenu(tr("Open &recent"));
    connect(recentLessons_, &QMenu::aboutToShow, this, &MainWindow::fillRecentLessons);
    menu->addSeparator();
    QAction* handout = menu->addAction(tr("Export &handout…"), this, &MainWindow::askForHandout);
    handout->setObjectName("handout");
    handout->setToolTip(tr("Export the current lesson as pages with pictures"));
    connect(menu, &QMenu::aboutToShow, handout, [this, handout] { handout->setEnabled(lesson_->isRunning()); });
    menu->addAction(tr("&Add current view as a step…"), this, &MainWindow::askForLessonStep)->setObjectName("addStep");
}

void MainWindow::fillRecentLessons()
{
    recentLessons_->clear();
    for (const QString& path : settings_.value("document/recent").toStringList())
        if (isLessonFile(path) && QFileInfo::exists(path))
            recentLessons_->addAction(
                QFileInfo(path).fileName().replace('&', "&&"), this, [this, path] { open(path); });
    if (recentLessons_->isEmpty())
        recentLessons_->addAction(tr("None yet"))->setEnabled(false);
}

void MainWindow::askToOpenLesson()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open lesson"), settings_.lastFolder(FolderFor::documents), lessonFilter);
    if (!path.isEmpty())
        open(path);
}

void MainWindow::openLesson(const OpenedLesson& opened)
{
    if (!opened.path.isEmpty())
        remember(opened.path);
    startLesson(opened.lesson);
}

void MainWindow::startLesson(const Lesson& lesson)
{
    activateWindow();
    raise();
    lesson_->start(lesson);
}

/// Sets experiment and focus with one edit and one requested study.
void MainWindow::showLessonStep(const Experiment& experiment, const QString& edit, const Focus& focus, bool layer)
{
    const Focus before = focus_;
    focus_.step = focus.step;
    focus_.comparison = focus.comparison;
    focus_.layer = layer ? focus.layer : focus_.layer;
    if (!(experiment == document_.experiment()))
        document_.edit(experiment, {edit, {}, false});
    else if (!(before == focus_))
        experimentChanged(false);
}

/// Makes a control that a step of a lesson names visible.
QWidget* MainWindow::control(const QString& path)
{
    const QMap<QString, QWidget*> known {{"verdict", verdict_}, {"layer", layerBox_}, {"step", time_},
        {"seed", tools_->widgetForAction(findChild<QAction*>("reroll"))},
        {"export", tools_->widgetForAction(findChild<QAction*>("exportBoard"))}};
    QWidget* found = known.value(path);
    if (!found)
        found = settingControl(path);
    if (found && panel_->isAncestorOf(found)) {
        side_->showExperiment();
        for (QWidget* around = found; around != panel_; around = around->parentWidget())
            if (auto* fold = qobject_cast<Fold*>(around))
                fold->setOpen(true);
        panel_->ensureWidgetVisible(found);
    }
    return found;
}

/// Returns the editor of a path in an experiment file, or of the nearest parent that has one.
QWidget* MainWindow::settingControl(const QString& path) const
{
    const QString last = path.section('.', -1);
    const auto parameter = [&](ChoiceEditor* editor) -> QWidget* {
        QWidget* own = path.count('.') > 1 ? editor->parameterEditor(last.toStdString()) : nullptr;
        return own ? own : editor;
    };
    const auto in = [&](const char* object) {
        return path == QLatin1String(object) || path.startsWith(QLatin1String(object) + '.');
    };
    if (in("network.weight"))
        return parameter(panel_->weight());
    if (in("network.bias"))
        return parameter(panel_->bias());
    if (in("network.activation"))
        return parameter(panel_->activation());
    if (in("network.roles"))
        return panel_->initialization()->matrix();
    if (in("train.optimizer"))
        return parameter(panel_->run()->training()->optimizer());
    TrainingRows* training = panel_->run()->training();
    InputSection* input = panel_->input();
    const QMap<QString, QWidget*> known {{"network.depth", panel_->depth()}, {"network.steps", panel_->depth()},
        {"network.width", panel_->width()}, {"input.samples", input->samples()}, {"input.tokens", input->tokens()},
        {"input.std", input->std()}, {"input.distribution", input->distribution()}, {"input.scaling", input->scaling()},
        {"train.learning_rate", training->rate()}, {"train.steps", training->steps()},
        {"replicas", panel_->run()->replicas()}};
    if (QWidget* found = known.value(path))
        return found;
    if (in("train"))
        return training;
    return in("network") ? panel_->optionEditor(last.toStdString()) : nullptr;
}

void MainWindow::askForHandout()
{
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Folder for the handout"), settings_.lastFolder(FolderFor::exports));
    if (folder.isEmpty())
        return;
    settings_.setLastFolder(FolderFor::exports, folder);
    if (lesson_->isRunning() && makeHandout(folder))
        statusBar()->showMessage(tr("Wrote %1").arg(QDir::toNativeSeparators(folder)), 5000);
}

/// Computes in another thread, and draws in the GUI thread.
bool MainWindow::makeHandout(const QString& folder)
{
    const Lesson lesson = lesson_->lesson();
    const QString failure = tr("Could not write the handout");
    std::vector<StudyPtr> studies;
    const bool done = doLongWork(this, tr("Running the lesson…"), failure, manualPlace, [&](const Context& context) {
        StudyCaches caches(longWorkNoise);
        studies = lesson_studies(lesson, caches, context);
    });
    if (!done)
        return false;
    constexpr int steps = 1000;   // steps of the progress bar
    QProgressDialog dialog(tr("Writing the handout…"), tr("Cancel"), 0, steps, this);
    setManualPlace(&dialog, manualPlace);
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
        writeHandout(pathOf(folder), lesson, studies, options);
    });
    dialog.reset();
    if (problem)
        showProblems(this, failure, {asSentence(*problem)}, manualPlace);
    return !problem && !stopped;
}

void MainWindow::askForLessonStep()
{
    LessonStepDialog dialog(settings_, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    QStringList problems;
    if (addStep(dialog.path(), dialog.title(), dialog.text(), &problems))
        statusBar()->showMessage(tr("Added to %1").arg(QFileInfo(dialog.path()).fileName()), 5000);
    else
        showProblems(this, tr("Could not add the step"), problems, manualPlace);
}

bool MainWindow::addStep(const QString& path, const QString& title, const QString& text, QStringList* problems)
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
    step.experiment = document_.experiment();
    step.own = lesson.steps.empty() || !(lesson.steps.back().experiment == step.experiment);
    step.step = focus_.step;
    step.layer = focus_.layer;
    step.control = lastControl_.toStdString();
    QVector<BoardCell*> cells = board_->view()->cells();
    const auto area = [](const BoardCell* cell) { return cell->width() * cell->height(); };
    std::stable_sort(cells.begin(), cells.end(), [&](const auto* a, const auto* b) { return area(a) > area(b); });
    for (const BoardCell* cell : cells)
        if (cell->front())
            step.figures.push_back(figureOf(*cell->front()));
    if (!step.figures.empty())
        step.board = boardOf(board_->arrangement());
    lesson.steps.push_back(std::move(step));
    // Detects errors such as a brace that does not belong to a number.
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
    remember(path);
    settings_.set("lesson/file", path);
    return true;
}

}   // namespace stepzero
