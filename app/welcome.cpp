// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/welcome.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <algorithm>
#include <iterator>

#include "app/appearance.h"
#include "app/picture_button.h"

namespace stepzero {

namespace {

constexpr int picturesInRow = 3, mostFiles = 4;

/// Returns the scale of all windows, reduced if two rows of three pictures would not fit the screen.
double scaleFor(const QScreen& screen)
{
    const QSize room = screen.availableGeometry().size();
    return std::min({appliedScale(), room.width() / 1100.0, room.height() / 770.0});
}

}   // namespace

WelcomePage::WelcomePage(
    const QVector<PresetChoice>& presets, const QString& lesson, const QStringList& recent, QWidget* parent)
    : QDialog(parent), pictures_(new PresetPictures(this, scaleFor(*screen())))
{
    setWindowTitle(tr("Welcome"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* rows = new QVBoxLayout(this);
    rows->setSpacing(10);
    rows->addWidget(boldLabel(tr("Stepzero shows a neural network before its first training step."), this));

    auto* learn = new QHBoxLayout;
    lesson_ = new QPushButton(tr("&First lesson: %1").arg(QString(lesson).replace('&', "&&")), this);
    lesson_->setToolTip(tr("The lesson runs step by step above the figures"));
    lesson_->setDefault(true);
    lesson_->setFocus();
    tour_ = new QPushButton(tr("Five-minute &tour"), this);
    tour_->setToolTip(tr("A tour of the window (also in the Help menu)"));
    learn->addWidget(lesson_);
    learn->addWidget(tour_);
    lessons_ = new QPushButton(tr("All &lessons…"), this);
    lessons_->setToolTip(tr("The course with your progress (also in the Lessons menu)"));
    learn->addWidget(lessons_);
    capture_ = new QPushButton(tr("&Example of a PyTorch model"), this);
    capture_->setToolTip(
        tr("A pass through a model with a fault, as stepzero.capture() records it in Python. For your own "
           "model, use File › Open capture of a model"));
    learn->addWidget(capture_);
    learn->addStretch();
    rows->addLayout(learn);

    rows->addWidget(boldLabel(tr("Start from an example"), this));
    auto* grid = new QGridLayout;
    addPresets(presets, grid);
    rows->addLayout(grid);

    auto* last = new QHBoxLayout;
    addRecent(recent, last);
    last->addStretch();
    all_ = new QPushButton(tr("All &presets…"), this);
    all_->setToolTip(tr("Pictures of all presets (also in File › Presets)"));
    last->addWidget(all_);
    auto* close = new QPushButton(tr("&Close"), this);
    close->setToolTip(tr("Help › Welcome shows this page again"));
    last->addWidget(close);
    rows->addLayout(last);
    rows->setSizeConstraint(QLayout::SetFixedSize);

    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(lesson_, &QPushButton::clicked, this, [this] {
        QDialog::close();
        emit lessonRequested();
    });
    connect(tour_, &QPushButton::clicked, this, [this] {
        QDialog::close();
        emit tourRequested();
    });
    connect(lessons_, &QPushButton::clicked, this, [this] {
        QDialog::close();
        emit allLessonsRequested();
    });
    connect(capture_, &QPushButton::clicked, this, [this] {
        QDialog::close();
        emit captureRequested();
    });
    connect(all_, &QPushButton::clicked, this, [this] {
        QDialog::close();
        emit allPresetsRequested();
    });
    connect(pictures_, &PresetPictures::chosen, this, [this](const QString& name) {
        QDialog::close();
        emit presetChosen(name);
    });
    pictures_->update();
}

void WelcomePage::addPresets(const QVector<PresetChoice>& presets, QGridLayout* grid)
{
    QVector<PresetChoice> first;
    std::ranges::copy_if(presets, std::back_inserter(first), [](const PresetChoice& p) { return p.welcome > 0; });
    std::ranges::sort(first, {}, &PresetChoice::welcome);
    for (int at = 0; at < first.size(); ++at)
        grid->addWidget(pictures_->add(first[at]), at / picturesInRow, at % picturesInRow);
}

/// Adds recent files; nothing when there are none.
void WelcomePage::addRecent(const QStringList& paths, QBoxLayout* row)
{
    for (const QString& path : paths) {
        if (recent_.size() == mostFiles || !QFileInfo::exists(path))
            continue;
        if (recent_.isEmpty())
            row->addWidget(boldLabel(tr("Recent files"), this));
        const QString name = QFileInfo(path).fileName();
        auto* button = new QPushButton(this);
        button->setText(button->fontMetrics()
                            .elidedText(name, Qt::ElideMiddle, qRound(190 * scaleFor(*screen())))
                            .replace('&', "&&"));
        button->setAccessibleName(name);
        button->setToolTip(path);
        connect(button, &QPushButton::clicked, this, [this, path] {
            close();
            emit fileChosen(path);
        });
        row->addWidget(button);
        recent_ << button;
    }
}

PictureButton* WelcomePage::presetButton(const QString& name) const { return pictures_->button(name); }

void WelcomePage::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        pictures_->update();
}

}   // namespace stepzero
