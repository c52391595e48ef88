// SPDX-License-Identifier: GPL-3.0-or-later
// Handles lessons in the main window: their menu and page, the reader's progress, opening and exporting them, and
// adding the present view as a step.
#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "app/lesson_answers.h"

class QAction;
class QMenu;
class QWidget;

namespace stepzero {

class BoardWindow;
class FileController;
class LessonBar;
class Workspace;
struct Lesson;

class LessonController : public QObject {
    Q_OBJECT
public:
    LessonController(BoardWindow& window, Workspace& workspace, FileController& files, LessonBar* bar);

    QMenu* makeMenu(QWidget* parent);
    void start(const Lesson& lesson);
    /// Starts a lesson at a step. `path` is its file; empty for a built-in one.
    void startAt(const Lesson& lesson, int step, const QString& path);
    const QString& path() const { return path_; }   ///< file of the running lesson; empty: none
    /// Shows all lessons in a window.
    void showAll();
    /// Takes over answers and the page of all lessons from another window, in the present language.
    void takePlace(LessonController& before);
    /// Writes the pictures and pages of the running lesson into a folder. Returns false unless all were written.
    bool makeHandout(const QString& folder);
    /// Appends the present view as a step to a lesson file, which is created if needed. Returns false and a sentence
    /// for each problem when it cannot be written.
    bool addStep(const QString& path, const QString& title, const QString& text, QStringList* problems);
    /// Answers to exercises since the program was started.
    const std::vector<LessonAnswer>& answers() const { return answers_; }
    /// Writes them to a CSV file. Returns false and a sentence when it cannot be written.
    bool saveAnswers(const QString& path, QString* problem) const;

private:
    void fillMenu(QMenu* menu, QAction* end);
    void fillRecent(QMenu* menu);
    void startChosen(const QString& key, int step, bool again);
    QStringList recentFiles() const;   ///< lessons among the recent files that exist
    void keepStep();
    void askToOpen();
    void askForHandout();
    void askForStep();
    void askForAnswers();
    void keepAnswer(const QString& answer, bool right);

    BoardWindow& window_;
    Workspace& workspace_;
    FileController& files_;
    LessonBar* bar_;
    QString path_;
    std::vector<LessonAnswer> answers_;
};

}   // namespace stepzero
