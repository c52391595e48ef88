// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how to write a figure or the board: file, size in pixels or millimetres, dpi, theme, scale and caption. The
// settings remember the answers. The dialog of animations extends it.
#pragma once

#include <QDialog>
#include <QVector>
#include <functional>

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

class PicturePreview;

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// `fileName` is the proposal, without a folder. `group` is the group of the settings.
    ExportDialog(Settings& settings, const QString& subject, const QString& fileName, QWidget* parent = nullptr,
        const char* group = "export");

    /// Offers empty figures with the reasons why they are empty; each is left out unless it is checked. `others` is
    /// true when other figures have data.
    void offerEmpty(const QStringList& why, bool others);
    bool wantsEmpty(qsizetype which) const;

    /// Shows a picture of what will be written, next to the choices. `parts` returns the figures that are chosen now.
    void showPreview(const ExhibitPtr& exhibit, std::function<QVector<PicturePart>()> parts);
    PicturePreview* preview() const { return preview_; }   ///< null: none

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
    /// Sets the accessible name and the tooltip of a control.
    static void name(QWidget* control, const QString& words, const QString& hint);
    QFormLayout* form() const { return form_; }
    /// Must be called when the chosen figures have changed.
    void updatePreview();
    QPushButton* browseButton() const { return browse_; }
    /// From now on, asks for the size in pixels only, without dpi.
    void inPixels();
    /// Asks the user for another file than path(); empty: none.
    virtual QString chosenFile();
    /// Returns the default extension: ".png".
    virtual QString ending() const { return QStringLiteral(".png"); }
    /// The first returns what is wrong, the second what to ask before writing, as sentences; empty: nothing.
    virtual QString problem() const;
    virtual QString question() const;
    virtual void remember();
    QByteArray setting(const char* name) const { return group_ + '/' + name; }

    Settings& settings_;

private:
    void makeControls();
    void readSettings();
    void layOut();
    void browse();
    void unitChanged();
    void showPixels();

    QByteArray group_;
    QFormLayout* form_;
    PicturePreview* preview_ = nullptr;
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
