// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextDocument>
#include <QTimer>
#include <QVBoxLayout>

#include "app/board.h"
#include "app/board_cell.h"
#include "app/board_view.h"
#include "app/control_frame.h"
#include "app/exercise_row.h"
#include "app/formula_label.h"
#include "app/lesson_language.h"
#include "app/lesson_layout.h"
#include "app/workspace.h"
#include "core/kinds/kinds.h"
#include "core/network/experiment/experiment.h"
#include "core/study/lesson/lesson_claim.h"
#include "core/study/lesson/lesson_study.h"
#include "widgets/language/language.h"
#include "widgets/report/handout.h"

namespace stepzero {

namespace {

constexpr int asideShare = 42;   // percent of the width for formula and claims
constexpr double tallest = 0.3;   // fraction of the window that fits without scrolling

QLabel* wrapped(Qt::TextFormat format)
{
    auto* label = new QLabel;
    label->setTextFormat(format);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

QString numbered(const LessonText& text, const Study* study, bool* whole = nullptr)
{
    const NumberedText filled = with_numbers(text.in(lessonLanguage()), study);
    if (whole)
        *whole = *whole && filled.problems.empty();
    return QString::fromStdString(filled.text);
}

}   // namespace

LessonBar::LessonBar(Workspace& workspace, Board* board, FindControl control)
    : workspace_(workspace), board_(board), control_(std::move(control)), title_(new QLabel), place_(new QLabel),
      text_(wrapped(Qt::MarkdownText)), claims_(wrapped(Qt::RichText)), question_(wrapped(Qt::MarkdownText)),
      formula_(new FormulaLabel), exercise_(new ExerciseRow), restore_(new QPushButton(tr("&Reset step"))),
      back_(new QPushButton(tr("&Back"))), next_(new QPushButton), end_(new QPushButton(tr("Exit lesson"))),
      answer_(new QPushButton(tr("Show &answer"))), area_(new QScrollArea), aside_(new QWidget), asked_(new QWidget)
{
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("lesson"));
    QFont bold = title_->font();
    bold.setWeight(QFont::DemiBold);
    title_->setFont(bold);
    place_->setForegroundRole(QPalette::PlaceholderText);
    restore_->setToolTip(tr("Restore the experiment of this step"));
    back_->setToolTip(tr("The previous step, with its experiment"));
    next_->setToolTip(tr("The next step (Return)"));
    end_->setToolTip(tr("Exit the lesson (Esc); Undo restores your experiment"));
    answer_->setToolTip(tr("The answer to the question"));

    layOut();
    connectParts();
    hide();
}

void LessonBar::layOut()
{
    auto* row = new QHBoxLayout;
    row->addWidget(title_, 1);
    for (QWidget* part : std::initializer_list<QWidget*> {place_, restore_, back_, next_, end_})
        row->addWidget(part);
    auto* besideText = new QVBoxLayout(aside_);
    besideText->setContentsMargins(0, 0, 0, 0);
    besideText->addWidget(formula_);
    besideText->addWidget(claims_);
    besideText->addStretch(1);
    auto* below = new QHBoxLayout(asked_);
    below->setContentsMargins(0, 0, 0, 0);
    below->addWidget(question_, 1);
    below->addWidget(answer_, 0, Qt::AlignTop);
    auto* told = new QVBoxLayout;
    told->setSpacing(4);
    told->addWidget(text_);
    told->addWidget(asked_);
    told->addWidget(exercise_);
    told->addStretch(1);
    auto* body = new QWidget;
    auto* words = new QHBoxLayout(body);
    words->setContentsMargins(0, 0, 0, 0);
    words->setSpacing(16);
    words->addLayout(told, 100 - asideShare);
    words->addWidget(aside_, asideShare);
    area_->setWidget(body);
    area_->setWidgetResizable(true);
    area_->setFrameShape(NoFrame);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_->setFocusPolicy(Qt::NoFocus);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(10, 4, 8, 4);
    rows->setSpacing(2);
    rows->addLayout(row);
    rows->addWidget(area_);
}

void LessonBar::connectParts()
{
    connect(back_, &QPushButton::clicked, this, [this] { go(step_ - 1); });
    connect(
        next_, &QPushButton::clicked, this, [this] { step_ + 1 < int(lesson_.steps.size()) ? go(step_ + 1) : end(); });
    connect(end_, &QPushButton::clicked, this, &LessonBar::end);
    connect(restore_, &QPushButton::clicked, this, [this] { go(step_); });
    connect(answer_, &QPushButton::clicked, this, [this] {
        answered_ = !answered_;
        showQuestion();
    });
    connect(&workspace_, &Workspace::experimentChanged, this, &LessonBar::showRestore);
    connect(&workspace_, &Workspace::studyChanged, this,
        [this](const StudyPtr& study) { setStudy(study, workspace_.isCurrent()); });
    connect(&workspace_, &Workspace::currencyChanged, this, &LessonBar::setCurrent);
    connect(board_, &Board::subjectChanged, this, &LessonBar::arrange);
}

void LessonBar::start(const Lesson& lesson, int step)
{
    end();
    lesson_ = lesson;
    focusBefore_ = window()->focusWidget();
    workspace_.document().beginSteps(tr("Lesson: %1").arg(words(lesson.title)));
    layoutsBefore_ = board_->layoutState();
    viewsBefore_ = board_->views();
    show();
    parentWidget()->layout()->activate();   // determines the width
    go(step);
    next_->setFocus(Qt::OtherFocusReason);
}

void LessonBar::end()
{
    if (!isRunning())
        return;
    step_ = -1;
    frame();
    workspace_.document().endSteps();
    // Hiding would pass the focus to the next control, which is the box of the chosen layer.
    if (QWidget* focus = window()->focusWidget(); focus && isAncestorOf(focus)) {
        focus->clearFocus();
        if (focusBefore_ && focusBefore_->isVisible() && focusBefore_->window() == window())
            focusBefore_->setFocus(Qt::OtherFocusReason);
    }
    hide();
    layouts_.clear();
    board_->restoreLayout(layoutsBefore_);
    board_->setViews(viewsBefore_);
    emit ended();
}

void LessonBar::go(int step)
{
    step_ = step;
    showExperiment();
    showStep();
}

void LessonBar::revise(const Lesson& lesson, int step)
{
    lesson_ = lesson;
    step_ = step;
    showStep();
}

void LessonBar::showStep()
{
    const LessonStep& told = now();
    title_->setText(words(told.title));
    place_->setText(tr("%1 of %2").arg(step_ + 1).arg(lesson_.steps.size()));
    back_->setEnabled(step_ > 0);
    next_->setText(step_ + 1 < int(lesson_.steps.size()) ? tr("&Next") : tr("Do&ne"));
    answered_ = false;
    exercise_->setStep(told);
    arrange();
    fill();
    showQuestion();
    showRestore();
    keepHeight();
    QTimer::singleShot(0, this, &LessonBar::showFramed);
    area_->verticalScrollBar()->setValue(0);
    if (!next_->hasFocus() && !back_->hasFocus())
        next_->setFocus(Qt::OtherFocusReason);
    emit stepChanged();
}

/// Makes one edit, which requests one study. The layer does not change until the lesson has named one.
void LessonBar::showExperiment()
{
    const Focus told = focus_of(lesson_, std::size_t(step_));
    Focus focus = workspace_.focus();
    focus.step = told.step;
    focus.comparison = told.comparison;
    const auto first = lesson_.steps.begin();
    if (std::any_of(first, first + step_ + 1, [](const LessonStep& each) { return each.layer.has_value(); }))
        focus.layer = told.layer;
    workspace_.edit(now().experiment, {tr("Lesson: %1").arg(words(now().title)), {}, false}, focus);
}

/// Arranges the board for the step. If the board still shows another subject, this happens when it has changed.
void LessonBar::arrange()
{
    if (!isRunning())
        return;
    const LessonStep& told = now();
    if (board_->subject() == subjectOf(kind_of(told.experiment.network))) {
        const auto before = layouts_.constFind(board_->subject());
        const BoardLayout base = before == layouts_.constEnd()
            ? *layouts_.insert(board_->subject(), restored(board_->arrangement()))
            : *before;
        const LessonStep& shown = step_of_figures(lesson_, std::size_t(step_));
        board_->arrange(lessonLayout(base, shown, board_->width() > board_->height()));
        for (const LessonFigure& figure : shown.figures)
            if (figure.view)
                board_->setViews({{QString::fromStdString(figure.figure), partOf(figure).view}});
    }
    frame();
}

/// Frames the step's only figure among others, and the control to be changed.
void LessonBar::frame()
{
    for (const QPointer<QWidget>& old : std::exchange(frames_, {}))
        delete old;
    framed_.clear();
    if (!isRunning())
        return;
    const auto add = [this](QWidget* target, bool inside) {
        if (target) {
            frames_ << new ControlFrame(target, inside, 3);
            framed_ << target;
        }
    };
    if (const auto& figures = now().figures; figures.size() == 1 && board_->view()->cells().size() > 1)
        if (const FigureDock* dock = board_->dock(QString::fromStdString(figures.front().figure)))
            add(board_->view()->cellOf(dock), true);
    if (!now().control.empty())
        add(control_(QString::fromStdString(now().control)), false);
}

/// Frames again what has been unfolded or created since. While the user changes the experiment, the panel does not
/// scroll.
void LessonBar::showFramed()
{
    if (isRunning() && workspace_.experiment() == now().experiment
        && std::any_of(framed_.begin(), framed_.end(),
            [](const QPointer<QWidget>& each) { return !each || each->visibleRegion().isEmpty(); }))
        frame();
}

void LessonBar::setStudy(const StudyPtr& study, bool current)
{
    study_ = study;
    current_ = current;
    if (!isRunning())
        return;
    fill();   // by way of setCurrent() also the exercise
    showFramed();
}

void LessonBar::setCurrent(bool current)
{
    current_ = current;
    claims_->setEnabled(current && study_ && study_->stage == Stage::full);
    exercise_->setStudy(study_, current_);
}

/// Fills in numbers. Pending ones keep the previous study's value, but never show another experiment's.
void LessonBar::fill()
{
    const bool known = study_ && current_ && study_->stage != Stage::theory;
    const bool kept = study_ && text_->property("step") == step_;
    const Study* study = known ? study_.get() : nullptr;
    bool whole = true;
    const QString text = numbered(now().text, study, &whole), formula = numbered(now().formula, study, &whole);
    if (whole || !kept || (study && !is_coming(study->stage))) {
        text_->setText(text);
        formula_->setFormula(formula);
        text_->setProperty("step", step_);
        showQuestion();
    }
    formula_->setVisible(!now().formula.empty());
    claims_->setVisible(!now().claims.empty());
    aside_->setVisible(!now().formula.empty() || !now().claims.empty());
    if (study && study->stage == Stage::full)
        fillClaims(*study);
    else if (!kept || claims_->property("step") != step_)
        claims_->clear();
    setCurrent(current_);
}

void LessonBar::fillClaims(const Study& study)
{
    const bool changed = !(workspace_.experiment() == now().experiment);
    QStringList lines;
    for (const LessonClaim& claim : now().claims) {
        const ClaimResult result = check_claim(claim.that, study);
        const QString mark = result.holds ? tr("✓ true")
            : !result.problem.empty()     ? tr("– n/a")
            : changed                     ? tr("✗ not with these settings")
                                          : tr("✗ false");
        const QString numbers
            = result.problem.empty() ? QString::fromStdString(claim_numbers(result)) : translated(result.problem);
        lines << QStringLiteral("<b>%1</b>: %2 <small>[%3]</small>")
                     .arg(mark.toHtmlEscaped(), numbered(claim.text, &study).toHtmlEscaped(), numbers.toHtmlEscaped());
    }
    claims_->setText(lines.join(QStringLiteral("<br>")));
    claims_->setProperty("step", step_);
}

void LessonBar::showQuestion()
{
    asked_->setVisible(!now().question.empty());
    const Study* study = study_ && current_ && study_->stage != Stage::theory ? study_.get() : nullptr;
    QString asked = tr("**Question:** %1").arg(numbered(now().question, study));
    if (answered_)
        asked += QStringLiteral("\n\n") + tr("**Answer:** %1").arg(numbered(now().answer, study));
    question_->setText(asked);
    answer_->setText(answered_ ? tr("Hide &answer") : tr("Show &answer"));
}

void LessonBar::showRestore() { restore_->setVisible(isRunning() && !(workspace_.experiment() == now().experiment)); }

QString LessonBar::text() const { return text_->text(); }
QString LessonBar::claims() const { return claims_->text(); }
QString LessonBar::question() const { return question_->text(); }

void LessonBar::keyPressEvent(QKeyEvent* event)
{
    auto* button = qobject_cast<QPushButton*>(focusWidget());
    if (event->key() == Qt::Key_Escape)
        end();
    else if (event->key() == Qt::Key_PageDown && isRunning())
        next_->click();
    else if (event->key() == Qt::Key_PageUp && isRunning())
        back_->click();
    else if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        button->click();
    else
        QFrame::keyPressEvent(event);
}

/// Sets a height for the longest step, or a fraction of the window, so that the board below stays in place.
void LessonBar::keepHeight()
{
    const auto heightOf = [this](const QString& text, bool markdown, int width) {
        if (text.isEmpty())
            return 0;
        QTextDocument document;
        document.setDefaultFont(text_->font());
        document.setDocumentMargin(1);
        markdown ? document.setMarkdown(text) : document.setHtml(text);
        document.setTextWidth(width);
        return int(document.size().height()) + 2;
    };
    const QMargins margins = contentsMargins();
    const int all = width() - margins.left() - margins.right() - 36;
    int most = 0;
    for (const LessonStep& step : lesson_.steps) {
        QString claims;
        for (const LessonClaim& claim : step.claims)
            claims += QStringLiteral("<p style='margin:0'>000000000000 000000000000000 %1</p>")
                          .arg(words(claim.text).toHtmlEscaped());
        const bool both = !step.formula.empty() || !claims.isEmpty();
        const int left = both ? (all - 16) * (100 - asideShare) / 100 : all, right = all - 16 - left;
        int beside = heightOf(claims, false, right);
        if (!step.formula.empty())
            beside += FormulaLabel::heightOf(words(step.formula), text_->font()) + 4;
        int below = 0;
        if (!step.question.empty())
            below = std::max(answer_->sizeHint().height(),
                        heightOf(tr("**Question:** %1").arg(words(step.question)) + "\n\n"
                                + tr("**Answer:** %1").arg(words(step.answer)),
                            true, left - answer_->sizeHint().width()))
                + 4;
        if (step.exercise)
            below += exercise_->rowHeight() + 4;
        most = std::max({most, heightOf(words(step.text), true, left) + below, beside});
    }
    const int height = std::min(most, int(tallest * window()->height()));
    if (height == area_->height() && area_->minimumHeight() == height)
        return;
    area_->setFixedHeight(height);
    updateGeometry();
}

void LessonBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    if (isRunning())
        keepHeight();
}

void LessonBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange && isRunning())
        keepHeight();
}

}   // namespace stepzero
