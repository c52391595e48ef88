// SPDX-License-Identifier: GPL-3.0-or-later
// Where to begin: the first lesson, the tour, six networks as pictures, and the files of before.
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

    /// As large as it was told, in the screen's pixels.
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
    /// `presets`: of which it shows six. `lesson`: the first one's title. `recent`: paths, the last one first.
    WelcomePage(
        const QVector<PresetChoice>& presets, const QString& lesson, const QStringList& recent, QWidget* parent);

    QPushButton* lessonButton() const { return lesson_; }
    QPushButton* tourButton() const { return tour_; }
    PictureButton* presetButton(const QString& name) const;   ///< null: not one of the six
    const QVector<QPushButton*>& recentButtons() const { return recent_; }

signals:
    // The page closes before each of them.
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
    LatestJob runner_;   // of one study after the other
};

}   // namespace stepzero
