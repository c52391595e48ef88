// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_step_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/file_names.h"
#include "app/manual.h"
#include "app/settings.h"

namespace stepzero {

LessonStepDialog::LessonStepDialog(Settings& settings, QWidget* parent)
    : QDialog(parent), path_(new QLineEdit(this)), title_(new QLineEdit(this)), text_(new QPlainTextEdit(this))
{
    setWindowTitle(tr("Add current view as a step"));
    setManualPlace(this, "lessons.md#make-your-own-lesson");
    const QString last = settings.value("lesson/file").toString();
    path_->setText(last.isEmpty()
            ? QDir(folderFrom({settings.lastFolder(FolderFor::documents)})).filePath("my" + lessonEnding)
            : last);
    path_->setMinimumWidth(420);
    path_->setToolTip(tr("Lesson to which the step is added; a new name creates a new lesson"));
    auto* browse = new QPushButton(tr("Browse…"), this);
    browse->setToolTip(tr("Choose a lesson or enter a new name"));
    connect(browse, &QPushButton::clicked, this, &LessonStepDialog::browse);
    title_->setToolTip(tr("A short title, above the text"));
    text_->setToolTip(tr("Two to five sentences, in Markdown; {signal(depth)} inserts a number from the study"));
    text_->setTabChangesFocus(true);
    auto* file = new QHBoxLayout;
    file->addWidget(path_, 1);
    file->addWidget(browse);
    auto* form = new QFormLayout;
    form->addRow(tr("&Lesson"), file);
    form->addRow(tr("&Title"), title_);
    form->addRow(tr("Te&xt"), text_);
    qobject_cast<QLabel*>(form->labelForField(file))->setBuddy(path_);
    auto* hint = new QLabel(tr("The step also stores the experiment, the arrangement of figures, the selected layer, "
                               "the training step and the control that you changed last."),
        this);
    hint->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    add_ = buttons->addButton(tr("&Add"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(hint);
    rows->addWidget(buttons);
    for (QLineEdit* line : {path_, title_})
        connect(line, &QLineEdit::textChanged, this, &LessonStepDialog::showReady);
    connect(text_, &QPlainTextEdit::textChanged, this, &LessonStepDialog::showReady);
    showReady();
    title_->setFocus();
}

void LessonStepDialog::showReady()
{
    add_->setEnabled(!path_->text().trimmed().isEmpty() && !title().isEmpty() && !text().isEmpty());
}

void LessonStepDialog::browse()
{
    // A step is appended to an existing file, which is not replaced.
    const QString chosen = QFileDialog::getSaveFileName(
        this, tr("Lesson"), path(), lessonFilter, nullptr, QFileDialog::DontConfirmOverwrite);
    if (!chosen.isEmpty())
        path_->setText(chosen);
}

QString LessonStepDialog::path() const
{
    const QString path = QDir::cleanPath(path_->text().trimmed());
    return path.endsWith(lessonEnding) ? path : path + lessonEnding;
}

QString LessonStepDialog::title() const { return title_->text().trimmed(); }
QString LessonStepDialog::text() const { return text_->toPlainText().trimmed(); }

}   // namespace stepzero
