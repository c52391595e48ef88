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

    const Lesson& lesson() const { return content_->lesson; }   ///< without steps: there are no slides
    /// Returns a number for each slide, which it keeps when it is moved or changed.
    const std::vector<int>& ids() const { return content_->ids; }
    int size() const { return int(lesson().steps.size()); }
    bool isEmpty() const { return lesson().steps.empty(); }

    // Each of these is one step of the history. An edit that changes nothing is ignored.
    void insert(int at, const LessonStep& slide);
    void replace(int at, const LessonStep& slide);
    void rename(int at, const QString& title);   ///< in the present language
    void move(int from, int to);
    void remove(int at);
    void clear();
    QUndoStack* undoStack() { return &undo_; }

    /// Appends the slides of an earlier session, and clears the history.
    void restore(const std::vector<LessonStep>& slides);

signals:
    void changed();

private:
    struct Content {
        Lesson lesson;
        std::vector<int> ids;   // one for each step
    };
    void edit(const QString& text, Content after);

    std::shared_ptr<const Content> content_ = std::make_shared<const Content>();
    int nextId_ = 0;
    QUndoStack undo_;
};

}   // namespace stepzero
