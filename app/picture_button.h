// SPDX-License-Identifier: GPL-3.0-or-later
// A button that shows a picture with a title and a sentence below it, and pictures of presets and example captures for
// such buttons.
#pragma once

#include <QImage>
#include <QPushButton>
#include <functional>
#include <vector>

#include "app/latest_job.h"
#include "core/files/presets.h"
#include "core/study/exhibit.h"
#include "widgets/editors/experiment_panel.h"

namespace stepzero {

/// A picture with three lines below it: the title, and a sentence of up to two lines.
class PictureButton : public QPushButton {
    Q_OBJECT
public:
    PictureButton(const QString& title, const QString& words, const QSize& picture, QWidget* parent);

    /// Sets a picture in the screen's pixels, as large as it was requested. Null: there is none.
    void setPicture(const QImage& picture, const QString& instead = {});
    const QImage& picture() const { return picture_; }
    const QSize& pictureSize() const { return size_; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString title_, words_, instead_;   // `instead_` is shown where there is no picture
    QSize size_;
    QImage picture_;
};

/// Makes buttons of presets and example captures for a page, and computes their pictures in the background, one after
/// the other and visible ones first. Pictures of large networks use few samples, and those of the largest use theory
/// alone. The latest pictures are kept for other pages.
class PresetPictures : public QObject {
    Q_OBJECT
public:
    /// `scale` is that of the page: pictures have 316 × 168 pixels at scale 1.
    PresetPictures(QWidget* page, double scale);
    ~PresetPictures() override;

    PictureButton* add(const PresetChoice& preset);
    PictureButton* addCapture(const Preset& example);   ///< one of example_captures()
    PictureButton* button(const QString& name) const;   ///< null: not on this page
    /// Computes what is missing. Call this when other buttons become visible, or the colours have changed.
    void update();

signals:
    void chosen(const QString& name);
    void captureChosen(const QString& name);

private:
    struct Shown {
        QString name;
        QString figure;   // the one in the picture
        std::function<ExhibitPtr(const Context&)> make;   // in the worker
        PictureButton* button;
        QString key {};   // key of the picture that it shows, or failed to show; empty: none
    };
    PictureButton* made(const QString& title, const QString& words);
    QString keyOf(const QString& name) const;
    void compute(std::size_t index);
    void draw(Shown& shown, const ExhibitPtr& study);

    QWidget* page_;
    double scale_;
    std::vector<Shown> shown_;
    LatestJob runner_;   // last, because its jobs use the members above
};

}   // namespace stepzero
