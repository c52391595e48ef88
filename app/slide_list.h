// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a presentation's slides, which are the steps of the running lesson, or the slides that the user
// collected. Only the latter can be renamed, moved and removed. The audience's and the speaker's window each have one.
#pragma once

#include <QFrame>

#include "core/study/lesson/lesson.h"

class QKeyEvent;
class QLabel;
class QListWidget;
class QPushButton;

namespace stepzero {

class Slides;

class SlideList : public QFrame {
    Q_OBJECT
public:
    /// `slides` are those that the user collected.
    explicit SlideList(Slides& slides, QWidget* parent = nullptr);

    /// Shows the steps of a lesson, or those of the slides; `current` is −1 for none.
    void setLesson(const Lesson& lesson, int current, const std::string& language);
    int selected() const;
    void select(int slide);
    /// Handles keys that edit slides or move the selection. Returns whether the key is one of them.
    bool handle(QKeyEvent* event);

    QListWidget* list() const { return list_; }
    QPushButton* undoButton() const { return undo_; }

signals:
    void chosen(int slide);
    void addRequested();

protected:
    /// Leaves keys to the presentation.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void askForTitle();
    void move(int by);
    void remove();
    void showButtons();

    Slides& slides_;
    QListWidget* list_;
    QPushButton *add_, *rename_, *up_, *down_, *remove_, *undo_;
    QLabel* empty_;   // shown in place of slides
    QStringList titles_;   // as in the list
    int current_ = -1;
    bool editable_ = false;
};

}   // namespace stepzero
