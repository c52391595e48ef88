// SPDX-License-Identifier: GPL-3.0-or-later
// The panel next to a board about one file, a checkpoint or a capture. It shows the file and the one that it is
// compared with, and numbers of what is chosen. A text filters the rows of the table.
#pragma once

#include <QWidget>
#include <optional>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace stepzero {

/// Lays out names and values in two columns, as HTML.
class NumberRows {
public:
    void add(const QString& name, const QString& value);   ///< nothing without a value
    void add(const QString& name, const std::optional<double>& value);
    void addHeading(const QString& words);
    QString html() const { return QStringLiteral("<table cellpadding=\"2\">%1</table>").arg(html_); }

private:
    QString html_;
};

class InspectionPanel : public QWidget {
    Q_OBJECT
public:
    QLineEdit* filterEdit() const { return filter_; }
    QPushButton* openButton() const { return open_; }
    QPushButton* compareButton() const { return compare_; }
    QPushButton* endComparisonButton() const { return end_; }
    QString numbersText() const;   ///< the numbers as text

signals:
    void openRequested();
    void compareRequested();
    void comparisonEnded();
    void filterEdited(const QString& text);

protected:
    /// Texts that depend on the kind of file.
    struct Tips {
        QString open, compare, end, filter, numbers;
    };
    InspectionPanel(const Tips& tips, QWidget* parent);
    /// Returns the row of buttons to open and compare, to which a subclass may add.
    QHBoxLayout* buttons() const { return buttons_; }
    /// Adds a row below these buttons.
    void addRow(QWidget* row);
    struct Shown {
        QString name;   ///< name of the file, or a text that none is open
        QString against;   ///< empty: nothing is compared
        QString filter;
        QString numbers;   ///< HTML
        bool open = false;   ///< whether a file is open
    };
    void show(const Shown& shown);

private:
    QLabel *name_, *against_, *numbers_;
    QLineEdit* filter_;
    QPushButton *open_, *compare_, *end_;
    QHBoxLayout* buttons_;
    QVBoxLayout* rows_;   // below the buttons
};

}   // namespace stepzero
