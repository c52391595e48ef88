// SPDX-License-Identifier: GPL-3.0-or-later
// Rows under a line that summarizes them. A click on the line, or Space or Return, opens and closes the fold. Closed
// rows are hidden, so that Tab skips them.
#pragma once

#include <QAbstractButton>

class QVBoxLayout;

namespace stepzero {

/// The line of a fold: an arrow, a title, and as much of the summary as fits.
class FoldLine : public QAbstractButton {
    Q_OBJECT
public:
    explicit FoldLine(const QString& title, QWidget* parent = nullptr);

    void setSummary(const QString& summary);
    const QString& summary() const { return summary_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString summary_;
};

class Fold : public QWidget {
    Q_OBJECT
public:
    /// `name` identifies the fold when its state is saved.
    Fold(const QString& name, const QString& title, QWidget* parent = nullptr);

    const QString& name() const { return name_; }
    FoldLine* line() const { return line_; }
    QVBoxLayout* rows() const { return rows_; }
    void setSummary(const QString& summary) { line_->setSummary(summary); }
    bool isOpen() const { return line_->isChecked(); }
    void setOpen(bool open) { line_->setChecked(open); }

private:
    QString name_;
    FoldLine* line_;
    QWidget* body_;
    QVBoxLayout* rows_;
};

}   // namespace stepzero
