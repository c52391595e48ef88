// SPDX-License-Identifier: GPL-3.0-or-later
// A line in which an activation is typed as a formula. It is looked at while it is typed, beside the window's thread:
// while it cannot be used, the one before stays in force.
#pragma once

#include <QLineEdit>
#include <QThreadPool>
#include <atomic>

namespace stepzero {

class FormulaEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit FormulaEdit(QWidget* parent = nullptr);
    ~FormulaEdit() override;

    /// The one in force, telling nobody. What is being typed stays if it is the same as before.
    void setFormula(const QString& formula);

signals:
    void edited(const QString& formula);   ///< by the user: it can be used, and differs from the one in force
    void judged(const QString& sentence);   ///< what is wrong with the text; empty: it is in force

private:
    void check();

    QString inForce_;
    std::atomic<quint64> asked_ = 0;
    QThreadPool worker_;   // one thread; last: it uses the above
};

}   // namespace stepzero
