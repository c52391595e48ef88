// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/slide_controller.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QStatusBar>
#include <algorithm>
#include <cmath>

#include "app/board.h"
#include "app/board_window.h"
#include "app/dial_bar.h"
#include "app/file_names.h"
#include "app/lesson_bar.h"
#include "app/lesson_language.h"
#include "app/lesson_layout.h"
#include "app/present_dialog.h"
#include "app/problem_box.h"
#include "app/settings.h"
#include "app/slides.h"
#include "app/worker.h"
#include "app/workspace.h"
#include "core/kinds/kinds.h"
#include "core/study/lesson/lesson_dials.h"
#include "core/study/lesson/lesson_json.h"
#include "core/study/lesson/lesson_study.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

constexpr const char* choiceSetting = "present/choice";
constexpr qsizetype automaticFigures = 2;
const QString slidesPlace = QStringLiteral("present.md#slides");

}   // namespace

SlideController::SlideController(
    BoardWindow& window, Workspace& workspace, Slides& slides, LessonBar* lesson, const DialBar* dials)
    : QObject(&window), window_(window), workspace_(workspace), slides_(slides), lesson_(lesson), dials_(dials),
      add_(new QAction(tr("Add &slide"), this)), choose_(new QAction(tr("&Choose what to present…"), this))
{
    add_->setObjectName("addSlide");
    add_->setShortcut(QKeySequence("Ctrl+Shift+L"));
    add_->setToolTip(tr("Add the experiment, the presented figures and controls, and the layer as a slide"));
    choose_->setObjectName("choosePresented");
    choose_->setToolTip(tr("Choose the figures and controls of a presentation without a lesson"));
    connect(add_, &QAction::triggered, this, &SlideController::add);
    connect(choose_, &QAction::triggered, this, &SlideController::chooseRequested);
    connect(&slides_, &Slides::changed, this, &SlideController::follow);
    const auto showReady = [this] { choose_->setEnabled(!lesson_->isRunning() || runsSlides_); };
    connect(lesson_, &LessonBar::stepChanged, this, showReady);
    connect(lesson_, &LessonBar::ended, this, [this, showReady] {
        runsSlides_ = false;
        showReady();
    });
}

void SlideController::addTo(QMenu* menu)
{
    menu->setToolTipsVisible(true);
    menu->addAction(choose_);
    menu->addAction(add_);
    QAction* save = menu->addAction(tr("Save slides as a &lesson…"), this, &SlideController::askToSave);
    save->setObjectName("saveSlides");
    QAction* clear = menu->addAction(tr("&Remove all slides"), &slides_, &Slides::clear);
    clear->setObjectName("clearSlides");
    connect(menu, &QMenu::aboutToShow, save, [this, save, clear] {
        save->setEnabled(!slides_.isEmpty());
        clear->setEnabled(!slides_.isEmpty());
    });
}

// Running

RunningLesson SlideController::running() const
{
    if (!lesson_->isRunning())
        return {};
    // The list of slides can be edited where the lesson is the slides themselves.
    return {runsSlides_ ? &slides_.lesson() : &lesson_->lesson(), lesson_->step(), lessonLanguage()};
}

void SlideController::go(int step)
{
    if (lesson_->isRunning())
        lesson_->go(step);
    else
        startSlides(step);
}

void SlideController::startSlides(int slide)
{
    lesson_->end();
    runsSlides_ = true;   // known when the bar shows the first step
    runningIds_ = slides_.ids();
    lesson_->start(slides_.lesson(), slide);
}

/// Keeps the running slide where it was moved to. If it was removed, the next one is shown.
void SlideController::follow()
{
    if (runsSlides_ && slides_.isEmpty()) {
        lesson_->end();
    } else if (runsSlides_) {
        const int before = lesson_->step();
        const auto found = std::ranges::find(slides_.ids(), runningIds_[std::size_t(before)]);
        const bool kept = found != slides_.ids().end();
        runningIds_ = slides_.ids();
        lesson_->revise(
            slides_.lesson(), kept ? int(found - slides_.ids().begin()) : std::min(before, slides_.size() - 1));
        if (!kept)
            lesson_->go(lesson_->step());
    }
    emit changed();
}

// What is presented

Presented SlideController::choice() const
{
    if (!lesson_->isRunning())
        return presentedFrom(window_.settings().object(choiceSetting));
    const Lesson& lesson = lesson_->lesson();
    const LessonStep& shown = step_of_figures(lesson, std::size_t(lesson_->step()));
    Presented presented {sharedFigures(shown), {}};
    presented.figures.resize(std::min(presented.figures.size(), std::size_t(mostPresented)));
    presented.dials = dials_of(lesson.steps[std::size_t(lesson_->step())], workspace_.experiment());
    return presented;
}

/// Returns the chosen figures that this kind of network has, or else those that were used last.
QVector<PresentedFigure> SlideController::figuresOf(const Presented& presented) const
{
    const QString subject = subjectOf(kind_of(workspace_.experiment().network));
    QVector<PresentedFigure> shown;
    for (const LessonFigure& figure : presented.figures) {
        const FigureDock* dock = window_.board()->dock(QString::fromStdString(figure.figure));
        if (dock && dock->kind().places.contains(subject))
            shown << PresentedFigure {Board::partOf(dock), figure.share};
    }
    if (shown.isEmpty())
        for (const PicturePart& part : window_.board()->partsByAttention().first(
                 std::min(automaticFigures, window_.board()->partsByAttention().size())))
            shown << PresentedFigure {part};
    return shown;
}

QVector<PresentedFigure> SlideController::figures() const { return figuresOf(choice()); }

std::vector<LessonDial> SlideController::dials() const
{
    LessonStep wanted;
    wanted.dials = choice().dials;
    std::vector<LessonDial> chosen = dials_of(wanted, workspace_.experiment());
    if (!chosen.empty())
        return chosen;
    const QString& last = workspace_.lastControl();
    wanted.dials = {{dials_->isVisible() || last.isEmpty() ? dials_->path() : last.toStdString()}};
    chosen = dials_of(wanted, workspace_.experiment());
    if (chosen.empty()) {   // there is always a control; the last one may belong to another kind of network
        const std::vector<Dial> known = stepzero::dials(workspace_.experiment());
        chosen = {{known[first_dial(known, {})].path}};
    }
    return chosen;
}

/// Returns figures for a step: with their views, and with shares that do not exceed 1 together.
std::vector<LessonFigure> SlideController::stepFigures(const Presented& presented) const
{
    const QVector<PresentedFigure> shown = figuresOf(presented);
    double all = 0;
    for (const PresentedFigure& each : shown)
        all += each.share;
    std::vector<LessonFigure> figures;
    for (const PresentedFigure& each : shown) {
        figures.push_back(figureOf(*window_.board()->dock(each.part.kind)));
        figures.back().share = std::floor(1000 * each.share / all) / 1000;
    }
    return figures;
}

void SlideController::choose(QWidget* parent)
{
    auto* dialog = new PresentDialog(workspace_.experiment(), choice(), parent);
    dialog->setObjectName("presentDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { take(dialog->presented()); });
    dialog->open();
}

void SlideController::take(const Presented& presented)
{
    if (!runsSlides_) {
        window_.settings().setObject(choiceSetting, toJson(presented));
        emit changed();
        return;
    }
    LessonStep slide = slides_.lesson().steps[std::size_t(lesson_->step())];
    slide.figures = stepFigures(presented);
    slide.dials = presented.dials;
    slides_.replace(lesson_->step(), slide);
}

// Slides

void SlideController::add()
{
    LessonStep slide;
    slide.title.by[lessonLanguage()] = titleOf(workspace_.experiment()).toStdString();
    slide.own = true;
    slide.experiment = workspace_.experiment();
    slide.step = workspace_.focus().step;
    slide.layer = workspace_.focus().layer;
    slide.figures = stepFigures(choice());
    slide.dials = dials();
    const int at = runsSlides_ ? lesson_->step() + 1 : slides_.size();
    slides_.insert(at, slide);
    if (runsSlides_)
        lesson_->go(at);   // the present view is the new slide
    const QString sentence = tr("Added slide %1").arg(at + 1);
    window_.statusBar()->showMessage(sentence, 5000);
    emit added(sentence);
}

void SlideController::askToSave()
{
    const QDir folder(folderFrom({window_.settings().lastFolder(FolderFor::documents)}));
    const QString path = askForFile(&window_, tr("Save slides as a lesson"), folder.filePath("slides" + lessonEnding),
        {lessonEnding}, lessonFilter, slidesPlace);
    if (path.isEmpty())
        return;
    window_.settings().setLastFolder(FolderFor::documents, path);
    if (QString problem; save(path, &problem))
        window_.statusBar()->showMessage(tr("Wrote %1").arg(QDir::toNativeSeparators(path)), 5000);
    else
        showProblems(&window_, tr("Could not save the slides"), {problem}, slidesPlace);
}

bool SlideController::save(const QString& path, QString* problem) const
{
    Lesson lesson = slides_.lesson();
    QString name = QFileInfo(path).fileName();
    if (name.endsWith(lessonEnding))
        name.chop(lessonEnding.size());
    lesson.title.by = {{lessonLanguage(), name.toStdString()}};
    const auto failure = failureOf([&] { save_lesson(pathOf(path), lesson); });
    if (failure)
        *problem = asSentence(*failure);
    return !failure;
}

}   // namespace stepzero
