// SPDX-License-Identifier: GPL-3.0-or-later
// All lessons in order, each with its length, the reader's progress, and buttons to start or continue it. Choosing one
// closes the window.
#pragma once

#include <QDialog>
#include <QVector>
#include <vector>

#include "app/lesson_progress.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace stepzero {

/// What the page shows of a lesson, in the present language.
struct LessonEntry {
    QString key;   ///< see lesson_progress.h
    QString number;   ///< empty for the tour and for lessons of the user
    QString title, summary;
    QString words;   ///< further words for the search: titles of the steps, and all texts in other languages
    int minutes = 1, steps = 1, exercises = 0;
    bool mine = false;   ///< a file of the user
    LessonProgress progress {};

    /// Returns whether the lesson was begun and has steps left.
    bool isOpen() const { return !progress.seen.empty() && progress.step + 1 < steps; }
};
LessonEntry entryOf(const Lesson& lesson, const QString& key, const LessonProgress& progress);

/// Returns the lesson to read next: the latest one if it has steps left, else the first later one that is not done; −1:
/// none.
int nextLesson(const QVector<LessonEntry>& lessons, const QString& latest);

class LessonPage : public QDialog {
    Q_OBJECT
public:
    LessonPage(const QVector<LessonEntry>& lessons, const QString& latest, QWidget* parent);

    QLineEdit* search() const { return search_; }
    QPushButton* nextButton() const { return next_; }   ///< null when there is nothing to read next
    QPushButton* startButton(const QString& key) const;   ///< starts or continues a lesson
    QPushButton* againButton(const QString& key) const;   ///< null for a lesson that was not begun

signals:
    /// Emitted after the window has closed. `step` is from 0; `again` asks to forget the progress.
    void chosen(const QString& key, int step, bool again);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Row {
        LessonEntry entry;
        QWidget* widget;
        QPushButton *start, *again;
    };
    void addRow(const LessonEntry& entry);
    void choose(const LessonEntry& entry, bool again);
    void filter(const QString& wanted);
    const Row* rowOf(const QString& key) const;

    QLineEdit* search_;
    QPushButton* next_ = nullptr;
    QLabel* nothing_;
    QLabel* mine_ = nullptr;   // heading of the user's files
    QScrollArea* area_;
    QVBoxLayout* rows_;
    std::vector<Row> all_;
};

}   // namespace stepzero
