// SPDX-License-Identifier: GPL-3.0-or-later
// The welcome page: the first lesson, the tour, six networks as pictures, and recent files.
#pragma once

#include <QDialog>
#include <QImage>
#include <QPushButton>
#include <vector>

#include "app/latest_job.h"
#include "core/study/study.h"
#include "widgets/editors/experiment_panel.h"

class QBoxLayout;
class QGridLayout;

namespace stepzero {

/// A picture with two lines below it.
class PictureButton : public QPushButton {
    Q_OBJECT
public:
    PictureButton(const QString& title, const QString& words, const QSize& picture, QWidget* parent);

    /// Sets a picture in the screen's pixels, as large as it was requested.
    void setPicture(const QImage& picture);
    const QImage& picture() const { return picture_; }   ///< null: there is none yet
    const QSize& pictureSize() const { return size_; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString title_, words_;
    QSize size_;
    QImage picture_;
};

class WelcomePage : public QDialog {
    Q_OBJECT
public:
    /// `presets` are the presets, six of which are shown. `lesson` is the title of the first lesson. `recent` are
    /// paths, the latest first.
    WelcomePage(
        const QVector<PresetChoice>& presets, const QString& lesson, const QStringList& recent, QWidget* parent);

    QPushButton* lessonButton() const { return lesson_; }
    QPushButton* tourButton() const { return tour_; }
    PictureButton* presetButton(const QString& name) const;   ///< null: not one of the six
    const QVector<QPushButton*>& recentButtons() const { return recent_; }

signals:
    // The page closes before each of these signals.
    void lessonRequested();
    void tourRequested();
    void presetChosen(const QString& name);
    void fileChosen(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Shown {
        PresetChoice preset;
        QString figure;
        PictureButton* button;
        StudyPtr study {};   // null: not computed yet
    };
    void addPresets(const QVector<PresetChoice>& presets, QGridLayout* grid);
    void addRecent(const QStringList& paths, QBoxLayout* row);
    void compute(std::size_t next);
    void draw(const Shown& shown);

    std::vector<Shown> shown_;
    QPushButton *lesson_, *tour_;
    QVector<QPushButton*> recent_;
    LatestJob runner_;   // computes one study after the other
};

}   // namespace stepzero
