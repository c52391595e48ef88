// SPDX-License-Identifier: GPL-3.0-or-later
// All presets as pictures, under the headings of their groups. Choosing one closes the window.
#pragma once

#include <QDialog>
#include <QVector>
#include <vector>

#include "widgets/editors/experiment_panel.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace stepzero {

class PictureButton;
class PresetPictures;

class PresetGallery : public QDialog {
    Q_OBJECT
public:
    PresetGallery(const QVector<PresetChoice>& presets, QWidget* parent);

    QLineEdit* search() const { return search_; }
    PictureButton* presetButton(const QString& name) const;   ///< also of an example capture

signals:
    // Emitted after the window has closed.
    void presetChosen(const QString& name);
    void captureChosen(const QString& name);   ///< one of example_captures()

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Member {
        PictureButton* button;
        QString words;   // what the search looks through
    };
    struct Group {
        QLabel* heading;
        QGridLayout* grid;
        std::vector<Member> members {};
    };
    /// Adds a button to a group, which is made if it is not the last one.
    void add(const QString& group, PictureButton* button, const QStringList& words);
    void filter(const QString& wanted);
    void arrange();

    QLineEdit* search_;
    QScrollArea* area_;
    QLabel* nothing_;
    QWidget* content_;   // in the scroll area
    QVBoxLayout* rows_;   // of it
    PresetPictures* pictures_;
    std::vector<Group> groups_;
    int columns_ = 0;
};

}   // namespace stepzero
