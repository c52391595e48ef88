// SPDX-License-Identifier: GPL-3.0-or-later
// The slides that the user collected for a presentation without a lesson. They are a lesson in memory whose steps have
// no text, so a presentation runs them as it runs a lesson, and they can be saved as one.
#pragma once

#include <QObject>
#include <QUndoStack>
#include <memory>

#include "core/study/lesson/lesson.h"

namespace stepzero {

class Slides : public QObject {
    Q_OBJECT
public:
    explicit Slides(QObject* parent = nullptr);

    const Lesson& lesson() const { return *lesson_; }   ///< without steps: there are no slides
    int size() const { return int(lesson_->steps.size()); }
    bool isEmpty() const { return lesson_->steps.empty(); }

    // Each of these is one step of the history. An edit that changes nothing is ignored.
    void insert(int at, const LessonStep& slide);
    void replace(int at, const LessonStep& slide);
    void rename(int at, const QString& title);   ///< in the present language
    void move(int from, int to);
    void remove(int at);
    void clear();
    QUndoStack* undoStack() { return &undo_; }

    /// Replaces all slides, and clears the history.
    void restore(Lesson lesson);

signals:
    void changed();

private:
    void edit(const QString& text, std::vector<LessonStep> steps);

    std::shared_ptr<const Lesson> lesson_ = std::make_shared<const Lesson>();
    QUndoStack undo_;
};

}   // namespace stepzero
