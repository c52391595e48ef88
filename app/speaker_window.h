// SPDX-License-Identifier: GPL-3.0-or-later
// A window for the speaker only: notes, the time of day and since the start, the next step, and the list of slides.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QTextBrowser;

namespace stepzero {

class SlideList;
class Slides;

class SpeakerWindow : public QWidget {
    Q_OBJECT
public:
    explicit SpeakerWindow(Slides& slides, QWidget* parent = nullptr);

    /// Texts are empty where there are none.
    void setStep(const QString& now, const QString& notes, const QString& next);
    QString notes() const;
    QString next() const;
    QString times() const;
    SlideList* slideList() const { return slides_; }

protected:
    /// Forwards keys to the presentation.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void tell();

    QLabel *now_, *next_, *times_;
    QTextBrowser* notes_;
    SlideList* slides_;
    QElapsedTimer since_;
    QTimer clock_;
};

}   // namespace stepzero
