// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the gain calculator: for each, a name, its typeset formula, and the value.
#pragma once

#include <QVector>
#include <QWidget>

#include "widgets/gains/gain_figures.h"

class QGridLayout;
class QLabel;

namespace stepzero {

class MathLabel;

class GainTable : public QWidget {
    Q_OBJECT
public:
    explicit GainTable(QWidget* parent = nullptr);

    /// Sets the gains; null: every value is a dash.
    void setGains(const GainsPtr& gains);
    void setStyle(const Style& style);

    /// Returns name, formula in plain text and value with all digits, one line each, separated by tabs, for a
    /// spreadsheet.
    QString text() const;
    QLabel* value(const QString& key) const;   ///< for tests; nullptr when the key does not exist

private:
    struct Row {
        QString key, name, formula;
        QLabel *nameLabel, *valueLabel;
        MathLabel* formulaLabel;
        QString exact;
    };
    void addHeading(const QString& text);
    void addRow(const QString& key, const QString& name, const QString& formula);
    void show(const QString& key, std::optional<double> value, const QString& words = {});

    QGridLayout* grid_;
    QVector<QLabel*> headings_;
    QVector<Row> rows_;
    QLabel* remark_;
};

}   // namespace stepzero
