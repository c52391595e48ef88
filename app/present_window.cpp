// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/present_window.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QFont>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <algorithm>
#include <utility>

#include "app/appearance.h"
#include "app/dial_row.h"
#include "app/layout.h"
#include "app/lesson_language.h"
#include "app/lesson_layout.h"
#include "app/present_overlay.h"
#include "app/slide_list.h"
#include "app/slides.h"
#include "app/workspace.h"
#include "core/diagnose/verdict.h"
#include "core/kinds/kinds.h"
#include "core/study/lesson/lesson_claim.h"
#include "core/study/lesson/lesson_dials.h"
#include "core/study/lesson/lesson_study.h"
#include "core/study/study.h"
#include "widgets/figures/figures.h"
#include "widgets/language/language.h"
#include "widgets/language/verdict_text.h"
#include "widgets/report/handout.h"
#include "widgets/style/palette.h"

namespace stepzero {

namespace {

constexpr double letters = 14;   // font size of the text at scale 1, in pixels
constexpr double leastLetters = 20;   // minimum that the last row of the audience can read, on any screen
constexpr qsizetype mostBesideText = 2;   // figures

QString fromText(const std::string& text) { return QString::fromStdString(text); }

/// Returns "✕ Vanishing · the weights are too small".
QString wordsOf(const Verdict& verdict)
{
    const QString why = translated(reason(verdict));
    return headOf(verdict) + (why.isEmpty() ? QString() : QStringLiteral(" · ") + why);
}

/// Returns whether a step has a text to show next to its figures. Slides have none.
bool hasWords(const LessonStep& of) { return !of.text.empty() || !of.formula.empty() || !of.question.empty(); }

}   // namespace

PresentWindow::PresentWindow(Workspace& workspace, Slides& slides, Source source, QWidget* parent)
    : QWidget(parent, Qt::Window), workspace_(workspace), slides_(slides), source_(std::move(source)),
      title_(new QLabel(this)), place_(new QLabel(this)), row_(this), text_(new PresentText(this)),
      controls_(new DialRow(workspace, this)), overlay_(new PresentOverlay(this)), list_(new SlideList(slides, this))
{
    setWindowTitle(tr("Presentation"));
    setFocusPolicy(Qt::StrongFocus);
    setAutoFillBackground(true);
    for (QLabel* label : {title_, place_})
        label->setTextFormat(Qt::PlainText);
    place_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    // Child widgets never get the focus, so that keys always belong to the presentation.
    for (auto* child : findChildren<QWidget*>())
        child->setFocusPolicy(Qt::NoFocus);
    list_->hide();
    connect(controls_, &DialRow::stepChosen, this, &PresentWindow::stepChosen);
    connect(controls_, &DialRow::movingChanged, this, &PresentWindow::holdAxes);
    connect(list_, &SlideList::chosen, this, &PresentWindow::goTo);
    connect(list_, &SlideList::addRequested, this, &PresentWindow::addSlideRequested);
    connect(overlay_, &PresentOverlay::pointed, this, &PresentWindow::point);
    connect(overlay_, &PresentOverlay::pointerLeft, this, &PresentWindow::leave);
    connect(&workspace_, &Workspace::experimentChanged, this, &PresentWindow::followExperiment);
    connect(&workspace_, &Workspace::studyChanged, this, &PresentWindow::takeStudy);
    connect(&workspace_, &Workspace::pinsChanged, this, &PresentWindow::drawPins);
}

double PresentWindow::scale() const
{
    const double byItself = std::max(height() / 540.0, leastLetters / letters);
    return std::clamp(chosenScale_ > 0 ? chosenScale_ : byItself, leastScale, mostScale);
}

DialBar* PresentWindow::control() const { return controls_->active(); }

void PresentWindow::present(const QRect& place)
{
    shown_ = true;
    followExperiment();
    lessonChanged();
    if (workspace_.study())
        takeStudy(workspace_.study());
    setGeometry(place);
    showFullScreen();
    activateWindow();
    setFocus();
}

// Content

QVector<PresentedFigure> PresentWindow::chosen() const
{
    QVector<PresentedFigure> shown;
    const RunningLesson running = source_.lesson();
    if (running.lesson) {
        for (const LessonFigure& figure : sharedFigures(step_of_figures(*running.lesson, std::size_t(running.step))))
            shown << PresentedFigure {partOf(figure), figure.share};
    } else {
        shown = source_.figures();
    }
    const QString subject = subjectOf(kind_of(workspace_.experiment().network));
    shown.removeIf([&](const PresentedFigure& one) {
        const FigureKind* kind = findFigureKind(one.part.kind);
        return !kind || !kind->places.contains(subject);
    });
    const bool words = running.lesson && hasWords(running.lesson->steps[std::size_t(running.step)]);
    shown.resize(std::min(shown.size(), words ? mostBesideText : mostPresented));
    return shown;
}

/// Takes the figures to show. With `views`, existing ones are updated to the views of the board; a moving parameter
/// leaves them as they are.
void PresentWindow::takeFigures(bool views)
{
    const QVector<PresentedFigure> wanted = chosen();
    QStringList kinds;
    shares_.clear();
    for (const PresentedFigure& one : wanted) {
        kinds << one.part.kind;
        shares_ << one.share;
    }
    if (kinds == kinds_) {
        for (qsizetype i = 0; views && i < wanted.size(); ++i)
            if (!wanted[i].part.view.isEmpty())
                figures_[i]->setViewState(wanted[i].part.view);
        return place();
    }
    kinds_ = kinds;
    qDeleteAll(std::exchange(figures_, {}));
    const bool current = study_ && study_->experiment == workspace_.experiment();
    for (const PresentedFigure& one : wanted) {
        Figure* figure = findFigureKind(one.part.kind)->create(this);
        figure->setFocusPolicy(Qt::NoFocus);
        figure->setViewState(one.part.view);
        figure->setPins(workspace_.shownPins());
        connect(figure, &Figure::layerChosen, &workspace_, &Workspace::chooseLayer);
        connect(figure, &Figure::matrixChosen, &workspace_, &Workspace::chooseMatrix);
        connect(figure, &Figure::experimentEdited, &workspace_.document(), &Document::edit);
        connect(figure, &Figure::trainingRequested, this, &PresentWindow::trainingRequested);
        connect(figure, &Figure::readout, this, &PresentWindow::say);
        figures_ << figure;
        figure->show();
        if (current)
            figure->setExhibit(study_);
    }
    holdAxes();
    restyle();
}

void PresentWindow::chooseControl()
{
    const Experiment& experiment = workspace_.experiment();
    shownKind_ = &kind_of(experiment.network);
    const RunningLesson running = source_.lesson();
    controls_->choose(
        running.lesson ? dials_of(running.lesson->steps[std::size_t(running.step)], experiment) : source_.dials());
}

void PresentWindow::followExperiment()
{
    if (!shown_)
        return;
    takeFigures(false);   // another kind of network has other figures
    if (shownKind_ != &kind_of(workspace_.experiment().network))
        chooseControl();
    fill();
}

void PresentWindow::takeStudy(const StudyPtr& study)
{
    if (!shown_)
        return;
    study_ = study;
    const QString subject = subjectOf(*study);
    for (qsizetype i = 0; i < figures_.size(); ++i)
        if (findFigureKind(kinds_[i])->places.contains(subject))
            figures_[i]->setExhibit(study);
    fill();
    if (pointed_)   // updates the value at a pointer that does not move
        point(pointer_);
}

void PresentWindow::drawPins()
{
    for (Figure* figure : figures_)
        figure->setPins(workspace_.shownPins());
}

void PresentWindow::setHeld(bool held)
{
    held_ = held;
    holdAxes();
}

void PresentWindow::holdAxes()
{
    for (Figure* figure : figures_)
        figure->setDragging(held_ || controls_->isMoving());
}

void PresentWindow::lessonChanged()
{
    if (!shown_)
        return;
    const RunningLesson running = source_.lesson();
    const int now = running.lesson ? running.step : -1;
    answered_ = answered_ && now == shownStep_;
    typed_ = 0;
    shownStep_ = now;
    takeFigures(true);
    chooseControl();
    fill();
    place();
}

/// Fills in the numbers of the study, if it belongs to the present experiment.
QString PresentWindow::numbered(const LessonText& text, const RunningLesson& running) const
{
    const bool current = study_ && study_->experiment == workspace_.experiment() && study_->stage != Stage::theory;
    return fromText(with_numbers(text.in(running.language), current ? study_.get() : nullptr).text);
}

void PresentWindow::fill()
{
    row_.setVerdict(study_ ? wordsOf(*study_->verdict) : QString());
    if (const RunningLesson running = source_.lesson(); running.lesson) {
        const auto& steps = running.lesson->steps;
        const LessonStep& now = steps[std::size_t(running.step)];
        const auto words = [&](const LessonText& text) { return numbered(text, running); };
        title_->setText(words(now.title));
        place_->setText(tr("%1 of %2").arg(running.step + 1).arg(steps.size()));
        text_->setWords(
            {words(now.text), words(now.formula), words(now.question), answered_ ? words(now.answer) : QString()});
    } else {
        title_->setText(titleOf(workspace_.experiment()));
        place_->clear();
        text_->setWords({});
    }
    fillList(*list_);
    emit wordsChanged();
}

void PresentWindow::fillList(SlideList& list) const
{
    const RunningLesson running = source_.lesson();
    if (running.lesson)
        list.setLesson(*running.lesson, running.step, running.language);
    else
        list.setLesson(slides_.lesson(), -1, lessonLanguage());
}

PresentWindow::Notes PresentWindow::notes() const
{
    const RunningLesson running = source_.lesson();
    if (!running.lesson)
        return {titleOf(workspace_.experiment()), {}, {}};
    const auto& steps = running.lesson->steps;
    const LessonStep& now = steps[std::size_t(running.step)];
    QString next = tr("This is the last step.");
    if (std::size_t(running.step) + 1 < steps.size()) {
        const LessonStep& after = steps[std::size_t(running.step) + 1];
        QStringList shown;
        for (const LessonFigure& figure : after.figures)
            if (const FigureKind* kind = findFigureKind(fromText(figure.figure)))
                shown << kind->title;
        next = tr("Next: %1").arg(fromText(after.title.in(running.language)))
            + (shown.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(joinedText(shown, ", ")));
    }
    QString text = numbered(now.notes, running);
    if (!now.answer.empty())
        text += QStringLiteral("\n\n") + tr("**Answer:** %1").arg(numbered(now.answer, running));
    return {numbered(now.title, running), text, next};
}

/// Shows the value at the pointer next to the verdict. It stays bright under a spotlight.
void PresentWindow::say(const QString& words)
{
    row_.setReadout(words);
    overlay_->setBright(words.isEmpty() ? QRect() : row_.readoutPlace());
}

Figure* PresentWindow::figureAt(const QPoint& place) const
{
    const auto found
        = std::ranges::find_if(figures_, [&](const Figure* figure) { return figure->geometry().contains(place); });
    return found == figures_.end() ? nullptr : *found;
}

/// Spotlight, laser pointer and pen receive the pointer. The figure below is notified of its position anyway, without
/// buttons.
void PresentWindow::point(const QPointF& place)
{
    pointer_ = place;
    Figure* below = figureAt(place.toPoint());
    if (!below || below != pointed_)
        leave();
    if (!below)
        return;
    pointed_ = below;
    const QPointF own = place - pointed_->pos();
    QMouseEvent moved(QEvent::MouseMove, own, pointed_->mapToGlobal(own), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(pointed_, &moved);
}

void PresentWindow::leave()
{
    if (!pointed_)
        return;
    QEvent left(QEvent::Leave);
    QCoreApplication::sendEvent(std::exchange(pointed_, nullptr), &left);
}

QString PresentWindow::title() const { return title_->text(); }

// Layout

void PresentWindow::restyle()
{
    const double pixels = letters * scale();
    const auto sized = [this](double size, QFont::Weight weight = QFont::Normal) {
        QFont font = this->font();
        font.setPixelSize(qRound(size));
        font.setWeight(weight);
        return font;
    };
    title_->setFont(sized(1.4 * pixels, QFont::DemiBold));
    place_->setFont(sized(pixels));
    controls_->setLetters(pixels);
    for (auto* part : list_->findChildren<QWidget*>())
        part->setFont(sized(pixels));
    text_->setLetters(pixels);
    const Style style {theme(themeFor(palette())), scale()};
    for (Figure* figure : figures_)
        figure->setStyle(style);
    overlay_->setLine(style.theme.warning, 3 * scale());
    place();
}

void PresentWindow::place()
{
    const double pixels = letters * scale();
    const int edge = qRound(0.9 * pixels), wide = width() - 2 * edge;
    const auto row = [&](double lines) { return qRound(lines * pixels); };
    const int counted = place_->text().isEmpty() ? 0 : place_->sizeHint().width() + edge;
    title_->setGeometry(edge, edge / 2, wide - counted, row(2));
    place_->setGeometry(edge + wide - counted, edge / 2, counted, row(2));
    const int top = edge + row(2);
    int bottom = height() - edge / 2 - row(1.6);
    row_.setPlace(QRect(edge, bottom, wide, row(1.6)), qRound(pixels));
    if (controls_->isVisibleTo(this)) {
        const int high = row(controls_->lines());
        bottom -= high;
        controls_->setGeometry(edge, bottom, wide, high);
    }
    placeFigures(QRect(edge, top, wide, bottom - top - edge / 2));
    overlay_->setGeometry(rect());
    overlay_->raise();
    list_->setGeometry(width() / 2, top, width() / 2 - edge, height() * 3 / 5);
    list_->raise();
}

/// Places the text, if there is one, and the figures next to it.
void PresentWindow::placeFigures(const QRect& all)
{
    const double pixels = letters * scale();
    const RunningLesson running = source_.lesson();
    const bool words = running.lesson && hasWords(running.lesson->steps[std::size_t(running.step)]);
    QRect room = all;
    text_->setVisible(words);
    if (words) {
        // As wide as needed for large text.
        for (const double share : {0.34, 0.4, 0.46}) {
            text_->setGeometry(room.left(), room.top(), qRound(share * room.width()), room.height());
            if (text_->letters() >= pixels - 0.5)
                break;
        }
        room.setLeft(text_->geometry().right() + qRound(0.9 * pixels));
    }
    const QVector<QRect> places = figurePlaces(room, shares_, words);
    for (qsizetype i = 0; i < figures_.size(); ++i)
        figures_[i]->setGeometry(places[i]);
}

void PresentWindow::resizeEvent(QResizeEvent*) { restyle(); }

/// Offers the choices of the figure at the pointer, such as playing the signal, and the actions of the window.
void PresentWindow::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const Figure* figure = figureAt(event->pos())) {
        menu->addActions(figure->choices());
        menu->addSeparator();
    }
    menu->addActions(actions());
    menu->popup(event->globalPos());
}

void PresentWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        restyle();
}

void PresentWindow::closeEvent(QCloseEvent* event)
{
    controls_->stop();
    overlay_->setLaser(false);
    showList(false);
    shown_ = false;
    kinds_.clear();
    qDeleteAll(std::exchange(figures_, {}));
    study_.reset();
    emit closed();
    QWidget::closeEvent(event);
    parentWidget()->activateWindow();
}

}   // namespace stepzero
