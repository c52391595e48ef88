// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/slides.h"

#include <algorithm>
#include <utility>

#include "app/lesson_language.h"
#include "app/value_command.h"

namespace stepzero {

Slides::Slides(QObject* parent) : QObject(parent) { undo_.setUndoLimit(100); }

void Slides::edit(const QString& text, Content after)
{
    using Value = std::shared_ptr<const Content>;
    after.lesson.title.by[lessonLanguage()] = tr("Slides").toStdString();
    undo_.push(new ValueCommand<Value>(content_, std::make_shared<const Content>(std::move(after)), {text, {}, false},
        [this](const Value& value, bool) {
            content_ = value;
            emit changed();
        }));
}

void Slides::insert(int at, const LessonStep& slide)
{
    const int to = std::clamp(at, 0, size());
    Content after = *content_;
    after.lesson.steps.insert(after.lesson.steps.begin() + to, slide);
    after.ids.insert(after.ids.begin() + to, nextId_++);
    edit(tr("Add slide"), std::move(after));
}

void Slides::replace(int at, const LessonStep& slide)
{
    Content after = *content_;
    after.lesson.steps[std::size_t(at)] = slide;
    edit(tr("Change slide"), std::move(after));
}

void Slides::rename(int at, const QString& title)
{
    LessonStep slide = lesson().steps[std::size_t(at)];
    const LessonText before = std::exchange(slide.title, {{{lessonLanguage(), title.trimmed().toStdString()}}});
    if (!title.trimmed().isEmpty() && !(before == slide.title))
        replace(at, slide);
}

void Slides::move(int from, int to)
{
    if (to < 0 || to >= size() || to == from)
        return;
    const auto moved = [from, to](auto& list) {
        const auto first = list.begin() + std::min(from, to), last = list.begin() + std::max(from, to) + 1;
        std::rotate(first, from < to ? first + 1 : last - 1, last);
    };
    Content after = *content_;
    moved(after.lesson.steps);
    moved(after.ids);
    edit(tr("Move slide"), std::move(after));
}

void Slides::remove(int at)
{
    Content after = *content_;
    after.lesson.steps.erase(after.lesson.steps.begin() + at);
    after.ids.erase(after.ids.begin() + at);
    edit(tr("Remove slide"), std::move(after));
}

void Slides::clear()
{
    if (!isEmpty())
        edit(tr("Remove all slides"), {});
}

void Slides::restore(const std::vector<LessonStep>& slides)
{
    for (const LessonStep& slide : slides)
        insert(size(), slide);
    undo_.clear();
}

}   // namespace stepzero
