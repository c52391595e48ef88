// SPDX-License-Identifier: GPL-3.0-or-later
// Beside the board of a checkpoint: which file it is and with which it is compared, a text that rows of the table must
// have, and the numbers of the chosen tensor.
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

    /// Null: none is open.
    void setStudy(const AuditStudyPtr& study);

    QLineEdit* filterEdit() const { return filter_; }
    QPushButton* openButton() const { return open_; }
    QPushButton* compareButton() const { return compare_; }
    QPushButton* runButton() const { return run_; }
    QPushButton* endComparisonButton() const { return end_; }
    QString numbersText() const;   ///< of the chosen tensor, as it is written

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
