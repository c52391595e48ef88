// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/slides.h"

#include <algorithm>
#include <utility>

#include "app/lesson_language.h"
#include "app/value_command.h"

namespace stepzero {

Slides::Slides(QObject* parent) : QObject(parent) { undo_.setUndoLimit(100); }

void Slides::edit(const QString& text, std::vector<LessonStep> steps)
{
    using Value = std::shared_ptr<const Lesson>;
    Lesson after = *lesson_;
    after.steps = std::move(steps);
    after.title.by[lessonLanguage()] = tr("Slides").toStdString();
    undo_.push(new ValueCommand<Value>(
        lesson_, std::make_shared<const Lesson>(after), {text, {}, false}, [this](const Value& value, bool) {
            lesson_ = value;
            emit changed();
        }));
}

void Slides::insert(int at, const LessonStep& slide)
{
    std::vector<LessonStep> steps = lesson_->steps;
    steps.insert(steps.begin() + std::clamp(at, 0, size()), slide);
    edit(tr("Add slide"), std::move(steps));
}

void Slides::replace(int at, const LessonStep& slide)
{
    std::vector<LessonStep> steps = lesson_->steps;
    steps[std::size_t(at)] = slide;
    edit(tr("Change slide"), std::move(steps));
}

void Slides::rename(int at, const QString& title)
{
    LessonStep slide = lesson_->steps[std::size_t(at)];
    const LessonText before = std::exchange(slide.title, {{{lessonLanguage(), title.trimmed().toStdString()}}});
    if (!title.trimmed().isEmpty() && !(before == slide.title))
        replace(at, slide);
}

void Slides::move(int from, int to)
{
    if (to < 0 || to >= size() || to == from)
        return;
    std::vector<LessonStep> steps = lesson_->steps;
    const auto first = steps.begin() + std::min(from, to), last = steps.begin() + std::max(from, to) + 1;
    std::rotate(first, from < to ? first + 1 : last - 1, last);
    edit(tr("Move slide"), std::move(steps));
}

void Slides::remove(int at)
{
    std::vector<LessonStep> steps = lesson_->steps;
    steps.erase(steps.begin() + at);
    edit(tr("Remove slide"), std::move(steps));
}

void Slides::clear()
{
    if (!isEmpty())
        edit(tr("Remove all slides"), {});
}

void Slides::restore(Lesson lesson)
{
    undo_.clear();
    lesson_ = std::make_shared<const Lesson>(std::move(lesson));
    emit changed();
}

}   // namespace stepzero
