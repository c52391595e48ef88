// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the gain calculator: a name, its formula typeset, the value.
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

    /// Null: every value is a dash.
    void setGains(const GainsPtr& gains);
    void setStyle(const Style& style);

    /// Name, formula in plain text and value with all digits, one line each, tabs between: for a spreadsheet.
    QString text() const;
    QLabel* value(const QString& key) const;   ///< for tests; nullptr when there is none

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
