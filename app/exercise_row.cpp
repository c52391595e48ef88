// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exercise_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "app/worker.h"
#include "core/base/words/shown_text.h"
#include "core/base/words/words.h"
#include "core/math/activation/number_expression.h"
#include "core/study/grid/difference.h"
#include "core/study/lesson/exercise.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

QString shownNumber(double number) { return QString::fromStdString(short_text(number)); }

QString labelsOf(const std::vector<std::string>& paths, const Experiment& from, const Experiment& to)
{
    QStringList all;
    for (const std::string& path : paths)
        all << translated(setting_label(path, from, to));
    return joinedText(all, ", ");
}

}   // namespace

ExerciseRow::ExerciseRow(QWidget* parent)
    : QWidget(parent), box_(new QLineEdit), check_(new QPushButton(tr("&Check"))), verdict_(new QLabel)
{
    box_->setPlaceholderText(tr("A number, such as 0.5 or 2^-5"));
    box_->setAccessibleName(tr("your answer"));
    box_->setFixedWidth(box_->fontMetrics().horizontalAdvance(box_->placeholderText()) + 24);
    check_->setToolTip(tr("Compare your answer with the result (Return)"));
    verdict_->setTextFormat(Qt::PlainText);
    verdict_->setWordWrap(true);
    verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    verdict_->setFocusPolicy(Qt::NoFocus);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(box_);
    row->addWidget(check_);
    row->addWidget(verdict_, 1);
    const auto check = [this] {
        if (const auto* asked = exercise_ ? std::get_if<NumberExercise>(&*exercise_) : nullptr)
            checkNumber(*asked);
    };
    connect(check_, &QPushButton::clicked, this, check);
    connect(box_, &QLineEdit::returnPressed, this, check);
    connect(box_, &QLineEdit::textEdited, this, [this] { tell({}); });
    hide();
}

void ExerciseRow::setStep(const LessonStep& step)
{
    exercise_ = step.exercise;
    own_ = last_ = step.experiment;
    ownStudy_ = nullptr;
    box_->clear();
    tell({});
    const bool number = exercise_ && std::holds_alternative<NumberExercise>(*exercise_);
    box_->setVisible(number);
    check_->setVisible(number);
    setVisible(exercise_.has_value());
}

void ExerciseRow::setStudy(const StudyPtr& study, bool current)
{
    const bool done = study && current && study->stage == Stage::full;
    verdict_->setEnabled(done || box_->isVisibleTo(this));
    if (!done || !exercise_)
        return;
    if (study->experiment == own_)
        ownStudy_ = study;
    if (const auto* goal = std::get_if<GoalExercise>(&*exercise_))
        checkGoal(*goal, *study);
}

void ExerciseRow::checkNumber(const NumberExercise& exercise)
{
    const QString text = box_->text().trimmed();
    const auto read = read_number_expression(text.toStdString(), {});
    if (const auto* problem = std::get_if<FormulaProblem>(&read))
        return tell(asSentence(translated(problem->sentence)));
    const double answer = std::get<NumberExpression>(read).value({}).value_or(NAN);
    if (!std::isfinite(answer))
        return tell(tr("This is not a finite number."));
    if (!ownStudy_)
        return tell(tr("Reset the step first: the answer is that of its own experiment."));
    const auto found = expected_number(exercise, *ownStudy_);
    if (const auto* problem = std::get_if<Text>(&found))
        return tell(asSentence(translated(*problem)));
    const auto [number, low, high] = std::get<ExpectedNumber>(found);
    const bool right = answer >= low && answer <= high;
    tell(right             ? tr("✓ Right: between %1 and %2").arg(shownNumber(low), shownNumber(high))
            : answer < low ? tr("✗ Too small")
                           : tr("✗ Too large"));
    emit judged(text, right);
}

void ExerciseRow::checkGoal(const GoalExercise& exercise, const Study& study)
{
    const GoalResult result = check_goal(exercise, own_, study);
    const QString changed = labelsOf(result.changed, own_, study.experiment);
    if (result.changed.empty())
        tell(exercise.changes > 0 ? tr("Change the experiment: settings to change at most: %1").arg(exercise.changes)
                                  : tr("Change the experiment."));
    else if (result.too_many)
        tell(tr("✗ Settings changed: %1 (%2), at most %3")
                 .arg(result.changed.size())
                 .arg(changed)
                 .arg(exercise.changes));
    else if (result.reached)
        tell(tr("✓ Reached by %1").arg(changed));
    else
        tell(tr("✗ Not yet: %1")
                 .arg(result.claim.problem.empty() ? QString::fromStdString(claim_numbers(result.claim))
                                                   : translated(result.claim.problem)));
    if (result.changed.empty() || study.experiment == last_)
        return;
    last_ = study.experiment;
    emit judged(QString::fromStdString(list_text(result.changed)), result.reached);   // the same in every language
}

void ExerciseRow::tell(const QString& verdict) { verdict_->setText(verdict); }

int ExerciseRow::rowHeight() const { return std::max(box_->sizeHint().height(), check_->sizeHint().height()); }

QString ExerciseRow::verdict() const { return verdict_->text(); }

}   // namespace stepzero
