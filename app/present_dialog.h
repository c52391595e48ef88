// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what a presentation shows: up to four figures with their shares, and up to three parameters with a control.
#pragma once

#include <QDialog>
#include <QVector>

#include "app/presented.h"
#include "core/study/grid/sweep.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace stepzero {

class PresentDialog : public QDialog {
    Q_OBJECT
public:
    /// Offers the figures of the experiment's kind, and its parameters.
    PresentDialog(const Experiment& experiment, const Presented& presented, QWidget* parent = nullptr);

    /// Precondition: the dialog was accepted.
    Presented presented() const;

    QComboBox* figureBox(int row) const { return figures_[row].kind; }
    QSpinBox* shareBox(int row) const { return figures_[row].share; }
    QComboBox* dialBox(int row) const { return dials_[row].dial; }
    QLineEdit* valuesEdit(int row) const { return dials_[row].values; }
    QPushButton* acceptButton() const { return accept_; }
    QString problem() const;

private:
    struct FigureRow {
        QComboBox* kind;
        QSpinBox* share;
    };
    struct DialRowParts {
        QComboBox* dial;
        QLineEdit* values;
    };
    void addFigureRow(QFormLayout* form, int row);
    void addDialRow(QFormLayout* form, int row);
    void fill(const Presented& presented);
    void shareEvenly();
    void showState();

    Experiment experiment_;
    std::vector<Dial> known_;   // parameters
    QVector<FigureRow> figures_;
    QVector<DialRowParts> dials_;
    QLabel* problem_;
    QPushButton* accept_;
};

}   // namespace stepzero
