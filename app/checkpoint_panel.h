// SPDX-License-Identifier: GPL-3.0-or-later
// The panel next to the board of a checkpoint. It shows its file and the one that it is compared with, and the chosen
// tensor's numbers. A text filters the rows of the table.
#pragma once

#include <QWidget>

#include "core/study/audit_study.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace stepzero {

class CheckpointPanel : public QWidget {
    Q_OBJECT
public:
    explicit CheckpointPanel(QWidget* parent = nullptr);

    /// Shows a study; null: no checkpoint is open.
    void setStudy(const AuditStudyPtr& study);

    QLineEdit* filterEdit() const { return filter_; }
    QPushButton* openButton() const { return open_; }
    QPushButton* compareButton() const { return compare_; }
    QPushButton* runButton() const { return run_; }
    QPushButton* endComparisonButton() const { return end_; }
    QString numbersText() const;   ///< numbers of the chosen tensor as text

signals:
    void openRequested();
    void compareRequested();
    void comparisonEnded();
    void runRequested();
    void filterEdited(const QString& text);

private:
    QLabel *name_, *since_, *numbers_;
    QLineEdit* filter_;
    QPushButton *open_, *compare_, *run_, *end_;
};

}   // namespace stepzero
