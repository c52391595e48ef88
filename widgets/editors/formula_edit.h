// SPDX-License-Identifier: GPL-3.0-or-later
// A line in which an activation is typed as a formula. The formula is checked in another thread while it is typed. As
// long as it cannot be used, the previous one stays in force.
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

    /// Sets the formula in force without emitting edited(). Text that is being typed stays if it is this formula
    /// already.
    void setFormula(const QString& formula);

signals:
    void edited(const QString& formula);   ///< emitted when the user typed a usable formula that differs from the one
                                           ///< in force
    void judged(const QString& sentence);   ///< emitted with the reason why the text cannot be used; empty: it is in
                                            ///< force

private:
    void check();

    QString inForce_;
    std::atomic<quint64> asked_ = 0;
    QThreadPool worker_;   // has one thread; declared last, because it uses the members above
};

}   // namespace stepzero
