// SPDX-License-Identifier: GPL-3.0-or-later
// The welcome page: the first lesson, the tour, all lessons, an example of a capture, six networks as pictures, and
// recent files.
#pragma once

#include <QDialog>
#include <QVector>

#include "widgets/editors/experiment_panel.h"

class QBoxLayout;
class QGridLayout;
class QPushButton;

namespace stepzero {

class PictureButton;
class PresetPictures;

class WelcomePage : public QDialog {
    Q_OBJECT
public:
    /// `presets` are the presets; those with a place on the page are shown. `lesson` is the title of the first lesson.
    /// `recent` are paths, the latest first.
    WelcomePage(
        const QVector<PresetChoice>& presets, const QString& lesson, const QStringList& recent, QWidget* parent);

    QPushButton* lessonButton() const { return lesson_; }
    QPushButton* tourButton() const { return tour_; }
    QPushButton* allLessonsButton() const { return lessons_; }
    QPushButton* captureButton() const { return capture_; }
    PictureButton* presetButton(const QString& name) const;   ///< null: not on the page
    QPushButton* allPresetsButton() const { return all_; }
    const QVector<QPushButton*>& recentButtons() const { return recent_; }

signals:
    // The page closes before each of these signals.
    void lessonRequested();
    void tourRequested();
    void allLessonsRequested();
    void captureRequested();
    void presetChosen(const QString& name);
    void allPresetsRequested();
    void fileChosen(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void addPresets(const QVector<PresetChoice>& presets, QGridLayout* grid);
    void addRecent(const QStringList& paths, QBoxLayout* row);

    PresetPictures* pictures_;
    QPushButton *lesson_, *tour_, *lessons_, *capture_, *all_;
    QVector<QPushButton*> recent_;
};

}   // namespace stepzero
