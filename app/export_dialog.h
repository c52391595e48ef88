// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how a figure or the board is to be written: file, size in pixels or millimetres, dpi, theme, scale,
// caption. Remembers the answers in the settings.
#pragma once

#include <QDialog>
#include <QVector>

#include "app/settings.h"
#include "widgets/figures/picture.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace stepzero {

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// fileName: proposed, without a folder.
    ExportDialog(Settings& settings, const QString& subject, const QString& fileName, QWidget* parent = nullptr);

    /// Figures that have nothing to show, and why: each is left out unless it is checked. `others`: there are figures
    /// that have.
    void offerEmpty(const QStringList& why, bool others);
    bool wantsEmpty(qsizetype which) const;

    QString path() const;
    void setPath(const QString& path);
    PictureOptions options() const;
    void accept() override;

    QDoubleSpinBox* widthBox() const { return width_; }
    QDoubleSpinBox* heightBox() const { return height_; }
    QComboBox* unitBox() const { return unit_; }
    QSpinBox* dpiBox() const { return dpi_; }
    const QVector<QCheckBox*>& emptyBoxes() const { return empty_; }

private:
    void browse();
    void unitChanged();
    void showPixels();
    Settings& settings_;
    QLineEdit* path_;
    QDoubleSpinBox *width_, *height_, *scale_;
    QComboBox *unit_, *theme_;
    QSpinBox* dpi_;
    QCheckBox* caption_;
    QLabel* pixels_;
    QVector<QCheckBox*> empty_;
    bool millimetres_ = false;
};

}   // namespace stepzero
