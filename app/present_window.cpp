// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/present_window.h"

#include <QAction>
#include <QCoreApplication>
#include <QFont>
#include <QKeyEvent>
#include <QLabel>
#include <QLayout>
#include <QMouseEvent>
#include <QToolButton>
#include <algorithm>
#include <numeric>
#include <utility>

#include "app/appearance.h"
#include "app/dial_bar.h"
#include "app/layout.h"
#include "app/lesson_layout.h"
#include "app/present_overlay.h"
#include "app/workspace.h"
#include "core/diagnose/verdict.h"
#include "core/kinds/kinds.h"
#include "core/study/lesson/lesson_claim.h"
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
constexpr double zoomStep = 1.125;
constexpr qsizetype mostFigures = 2;

QString fromText(const std::string& text) { return QString::fromStdString(text); }

/// Returns "✕ Vanishing · the weights are too small".
QString wordsOf(const Verdict& verdict)
{
    const QString why = translated(reason(verdict));
    return headOf(verdict) + (why.isEmpty() ? QString() : QStringLiteral(" · ") + why);
}

}   // namespace

PresentWindow::PresentWindow(Workspace& workspace, Source source, QWidget* parent)
    : QWidget(parent, Qt::Window), workspace_(workspace), source_(std::move(source)), title_(new QLabel(this)),
      place_(new QLabel(this)), row_(this), text_(new PresentText(this)), control_(new DialBar(this)),
      overlay_(new PresentOverlay(this))
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
    control_->setCompact(true);
    control_->setWorkspace(workspace_);
    connect(control_, &DialBar::stepChosen, this, &PresentWindow::stepChosen);
    connect(control_, &DialBar::movingChanged, this, [this] {
        control_->play()->setIcon(lineIcon(control_->isPlaying() ? "pause" : "play", palette()));
        holdAxes();
    });
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

void PresentWindow::setZoom(double scale)
{
    chosenScale_ = scale > 0 ? std::clamp(scale, leastScale, mostScale) : 0;
    restyle();
}

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

QVector<PresentWindow::Shown> PresentWindow::chosen() const
{
    QVector<Shown> shown;
    const RunningLesson running = source_.lesson();
    if (running.lesson) {
        const LessonStep& step = step_of_figures(*running.lesson, std::size_t(running.step));
        const std::vector<double> shares = figureShares(step);
        for (std::size_t i = 0; i < shares.size(); ++i)
            shown << Shown {partOf(step.figures[i]), shares[i] > 0 ? shares[i] : 0.5};
    } else {
        for (const PicturePart& part : source_.figures())
            shown << Shown {part, 0.5};
    }
    const QString subject = subjectOf(kind_of(workspace_.experiment().network));
    shown.removeIf([&](const Shown& one) {
        const FigureKind* kind = findFigureKind(one.part.kind);
        return !kind || !kind->places.contains(subject);
    });
    shown.resize(std::min(shown.size(), mostFigures));
    return shown;
}

/// Takes the figures to show. With `views`, existing ones are updated to the views of the board; a moving parameter
/// leaves them as they are.
void PresentWindow::takeFigures(bool views)
{
    const QVector<Shown> wanted = chosen();
    QStringList kinds;
    shares_.clear();
    for (const Shown& one : wanted) {
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
    for (const Shown& one : wanted) {
        Figure* figure = findFigureKind(one.part.kind)->create(this);
        figure->setFocusPolicy(Qt::NoFocus);
        figure->setViewState(one.part.view);
        figure->setPins(workspace_.shownPins());
        connect(figure, &Figure::layerChosen, &workspace_, &Workspace::chooseLayer);
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
    const RunningLesson running = source_.lesson();
    std::string path = running.lesson ? std::string() : source_.parameter();
    QString text;
    if (running.lesson) {
        const LessonStep& step = running.lesson->steps[std::size_t(running.step)];
        path = step.control;
        if (step.range)
            text = fromText(range_text(workspace_.experiment(), path, step.range->first, step.range->second));
    }
    // Without a lesson there is always a control; the one of another network may not exist.
    control_->setVisible(control_->choose(path, text) || (!running.lesson && control_->choose(control_->path())));
}

void PresentWindow::followExperiment()
{
    if (!shown_)
        return;
    takeFigures(false);   // another kind of network has other figures
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
        figure->setDragging(held_ || control_->isMoving());
}

void PresentWindow::lessonChanged()
{
    if (!shown_)
        return;
    const RunningLesson running = source_.lesson();
    const int now = running.lesson ? running.step : -1;
    answered_ = answered_ && now == shownStep_;
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
    emit wordsChanged();
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

/// Spotlight and pen receive the pointer. The figure below is notified of its position anyway, without buttons.
void PresentWindow::point(const QPointF& place)
{
    pointer_ = place;
    const auto below = std::find_if(figures_.begin(), figures_.end(),
        [&](const Figure* figure) { return figure->geometry().contains(place.toPoint()); });
    if (below == figures_.end() || *below != pointed_)
        leave();
    if (below == figures_.end())
        return;
    pointed_ = *below;
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
    for (auto* part : control_->findChildren<QWidget*>())
        part->setFont(sized(pixels));
    const std::initializer_list<std::pair<QAction*, const char*>> icons {{control_->back(), "step-back"},
        {control_->play(), control_->isPlaying() ? "pause" : "play"}, {control_->forward(), "step-on"}};
    for (const auto& [action, icon] : icons)
        action->setIcon(lineIcon(icon, palette()));
    for (auto* button : control_->findChildren<QToolButton*>())
        button->setIconSize(QSize(1, 1) * qRound(1.2 * pixels));
    control_->layout()->setSpacing(qRound(0.5 * pixels));
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
    if (control_->isVisibleTo(this)) {
        bottom -= row(2);
        control_->setGeometry(edge, bottom, wide, row(2));
    }
    QRect room(edge, top, wide, bottom - top - edge / 2);
    const bool lesson = source_.lesson().lesson != nullptr;
    text_->setVisible(lesson);
    if (lesson) {
        // As wide as needed for large text.
        for (const double share : {0.34, 0.4, 0.46}) {
            text_->setGeometry(room.left(), room.top(), qRound(share * room.width()), room.height());
            if (text_->letters() >= pixels - 0.5)
                break;
        }
        room.setLeft(text_->geometry().right() + edge);
    }
    const double all = std::accumulate(shares_.begin(), shares_.end(), 0.0);
    double from = 0;
    for (qsizetype i = 0; i < figures_.size(); ++i) {
        const double to = from + shares_[i] / all;
        // Stacked next to a text, otherwise side by side.
        const auto at = [&](double share, int length) { return qRound(share * length); };
        figures_[i]->setGeometry(lesson ? QRect(room.left(), room.top() + at(from, room.height()), room.width(),
                                     at(to, room.height()) - at(from, room.height()))
                                        : QRect(room.left() + at(from, room.width()), room.top(),
                                            at(to, room.width()) - at(from, room.width()), room.height()));
        from = to;
    }
    overlay_->setGeometry(rect());
    overlay_->raise();
}

void PresentWindow::resizeEvent(QResizeEvent*) { restyle(); }

void PresentWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        restyle();
}

void PresentWindow::closeEvent(QCloseEvent* event)
{
    control_->play()->setChecked(false);
    shown_ = false;
    kinds_.clear();
    qDeleteAll(std::exchange(figures_, {}));
    study_.reset();
    emit closed();
    QWidget::closeEvent(event);
    parentWidget()->activateWindow();
}

// Keys

/// The next key of a clicker first shows the answer, if there is one.
void PresentWindow::step(int by)
{
    const RunningLesson running = source_.lesson();
    if (!running.lesson)
        return;
    const auto& steps = running.lesson->steps;
    if (by > 0 && !answered_ && !steps[std::size_t(running.step)].answer.empty()) {
        answered_ = true;
        fill();
        return place();
    }
    const int to = running.step + by;
    if (to < 0 || to >= int(steps.size()))
        return;
    answered_ = false;
    source_.go(to);
}

void PresentWindow::moveControl(int by)
{
    const RunningLesson running = source_.lesson();
    const std::string control
        = running.lesson ? running.lesson->steps[std::size_t(running.step)].control : std::string();
    if (control == "layer")
        workspace_.chooseLayer(workspace_.focus().layer + by);
    else if (control_->isVisible())
        control_->move(by);
}

void PresentWindow::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_PageDown:
    case Qt::Key_Space:
        return step(1);
    case Qt::Key_A:
        answered_ = !answered_;
        fill();
        return place();
    case Qt::Key_Left:
    case Qt::Key_PageUp:
    case Qt::Key_Backspace:
        return step(-1);
    case Qt::Key_Up:
        return moveControl(1);
    case Qt::Key_Down:
        return moveControl(-1);
    case Qt::Key_P:
        if (control_->isVisible())
            control_->play()->trigger();
        return;
    case Qt::Key_B:
    case Qt::Key_Period:
        return overlay_->setBlank(!overlay_->isBlank());
    case Qt::Key_F:
        return overlay_->setFrozen(overlay_->isFrozen() ? QPixmap() : grab());
    case Qt::Key_S:
        return overlay_->setSpotlight(!overlay_->hasSpotlight());
    case Qt::Key_D:
        return overlay_->setDrawing(!overlay_->isDrawing());
    case Qt::Key_C:
        return overlay_->clearDrawing();
    case Qt::Key_N:
        return emit speakerRequested();
    case Qt::Key_X:
        return emit compareRequested();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return setZoom(scale() * zoomStep);
    case Qt::Key_Minus:
        return setZoom(scale() / zoomStep);
    case Qt::Key_0:
        return setZoom(0);
    case Qt::Key_Escape:
        close();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

}   // namespace stepzero
