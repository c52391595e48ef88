// SPDX-License-Identifier: GPL-3.0-or-later
// Rows under a line that says what is in them. A click on the line, or Space or Return, opens and closes it; what is
// closed is hidden, so that Tab does not enter it.
#pragma once

#include <QAbstractButton>

class QVBoxLayout;

namespace stepzero {

/// The line: an arrow, a title, and what is in it, as much as there is room for.
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
    /// `name`: what its state is remembered by.
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
