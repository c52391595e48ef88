// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the texts of a new step of a lesson, and for the file to add it to.
#pragma once

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace stepzero {

class Settings;

class LessonStepDialog : public QDialog {
    Q_OBJECT
public:
    explicit LessonStepDialog(Settings& settings, QWidget* parent = nullptr);

    QString path() const;   ///< with the extension of lessons
    QString title() const;
    QString text() const;   ///< Markdown

private:
    void browse();
    void showReady();

    QLineEdit *path_, *title_;
    QPlainTextEdit* text_;
    QPushButton* add_ = nullptr;
};

}   // namespace stepzero
