// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/speaker_window.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QTextBrowser>
#include <QTime>
#include <QVBoxLayout>

#include "app/slide_list.h"

namespace stepzero {

SpeakerWindow::SpeakerWindow(Slides& slides, QWidget* parent)
    : QWidget(parent, Qt::Window), now_(new QLabel), next_(new QLabel), times_(new QLabel), notes_(new QTextBrowser),
      slides_(new SlideList(slides))
{
    setWindowTitle(tr("Speaker's notes"));
    const auto larger = [](QWidget* widget, double factor) {
        QFont font = widget->font();
        font.setPointSizeF(font.pointSizeF() > 0 ? font.pointSizeF() * factor : 10 * factor);
        widget->setFont(font);
    };
    larger(times_, 2.2);
    larger(now_, 1.5);
    larger(notes_, 1.5);
    larger(next_, 1.3);
    for (QLabel* label : {now_, next_})
        label->setWordWrap(true);
    notes_->setAccessibleName(tr("notes"));
    notes_->setToolTip(tr("What to say"));
    auto* columns = new QHBoxLayout(this);
    auto* rows = new QVBoxLayout;
    columns->addLayout(rows, 3);
    columns->addWidget(slides_, 2);
    rows->addWidget(times_);
    rows->addWidget(now_);
    rows->addWidget(notes_, 1);
    rows->addWidget(next_);
    since_.start();
    connect(&clock_, &QTimer::timeout, this, &SpeakerWindow::tell);
    clock_.start(500);
    tell();
    resize(860, 480);
}

void SpeakerWindow::setStep(const QString& now, const QString& notes, const QString& next)
{
    now_->setText(now);
    notes_->setMarkdown(notes);
    next_->setText(next);
}

QString SpeakerWindow::notes() const { return notes_->toPlainText(); }
QString SpeakerWindow::next() const { return next_->text(); }
QString SpeakerWindow::times() const { return times_->text(); }

void SpeakerWindow::tell()
{
    const int seconds = int(since_.elapsed() / 1000);
    times_->setText(tr("%1 · elapsed %2")
                        .arg(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")),
                            QStringLiteral("%1:%2:%3")
                                .arg(seconds / 3600)
                                .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
                                .arg(seconds % 60, 2, 10, QLatin1Char('0'))));
}

void SpeakerWindow::keyPressEvent(QKeyEvent* event)
{
    if (parentWidget())
        QCoreApplication::sendEvent(parentWidget(), event);
}

}   // namespace stepzero
