// SPDX-License-Identifier: GPL-3.0-or-later
// Handles lessons in the main window: their menu, opening and exporting them, and adding the present view as a step.
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
    void markDone();
    void askToOpen();
    void askForHandout();
    void askForStep();
    void askForAnswers();
    void keepAnswer(const QString& answer, bool right);

    BoardWindow& window_;
    Workspace& workspace_;
    FileController& files_;
    LessonBar* bar_;
    std::vector<LessonAnswer> answers_;
};

}   // namespace stepzero
