// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how a figure or the board is to be written: file, size in pixels or millimetres, dpi, theme, scale,
// caption. Remembers the answers in the settings. An animation's dialog is the same with more to ask.
#pragma once

#include <QDialog>
#include <QVector>

#include "app/settings.h"
#include "widgets/figures/picture.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace stepzero {

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// fileName: proposed, without a folder. `group`: of the settings.
    ExportDialog(Settings& settings, const QString& subject, const QString& fileName, QWidget* parent = nullptr,
        const char* group = "export");

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
    QLineEdit* pathEdit() const { return path_; }
    QPushButton* saveButton() const;

protected:
    /// What a screen reader and what a tooltip say of a control.
    static void name(QWidget* control, const QString& words, const QString& hint);
    QFormLayout* form() const;
    QPushButton* browseButton() const { return browse_; }
    /// From here on in pixels alone, without dpi.
    void inPixels();
    /// Another file for that of path(), chosen by hand; empty: none.
    virtual QString chosenFile();
    /// Of a file that is given none: ".png".
    virtual QString ending() const { return QStringLiteral(".png"); }
    /// What is wrong, and what is asked before it is written, as sentences; empty: nothing.
    virtual QString problem() const;
    virtual QString question() const;
    virtual void remember();
    QByteArray setting(const char* name) const { return group_ + '/' + name; }

    Settings& settings_;

private:
    void browse();
    void unitChanged();
    void showPixels();

    QByteArray group_;
    QLineEdit* path_;
    QPushButton* browse_;
    QDoubleSpinBox *width_, *height_, *scale_;
    QComboBox *unit_, *theme_;
    QSpinBox* dpi_;
    QCheckBox* caption_;
    QLabel* pixels_;
    QVector<QCheckBox*> empty_;
    bool millimetres_ = false;
};

}   // namespace stepzero
