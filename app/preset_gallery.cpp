// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preset_gallery.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "app/appearance.h"
#include "app/picture_button.h"
#include "core/files/presets.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr int galleryMargins = 20;   // left and right of the buttons together

}   // namespace

PresetGallery::PresetGallery(const QVector<PresetChoice>& presets, QWidget* parent)
    : QDialog(parent), search_(new QLineEdit(this)), area_(new QScrollArea(this)), nothing_(new QLabel(this)),
      content_(new QWidget), rows_(new QVBoxLayout(content_)), pictures_(new PresetPictures(content_, appliedScale()))
{
    setWindowTitle(tr("Presets"));
    setAttribute(Qt::WA_DeleteOnClose);
    search_->setPlaceholderText(tr("Search titles, sentences and sources"));
    search_->setAccessibleName(tr("Search presets"));
    search_->setClearButtonEnabled(true);
    nothing_->setText(tr("No preset has these words."));
    nothing_->hide();

    rows_->addWidget(nothing_);
    for (const PresetChoice& preset : presets)
        add(preset.group, pictures_->add(preset), {preset.name, preset.title, preset.about, preset.source});
    for (const Preset& example : example_captures())
        add(tr("Captures of PyTorch models"), pictures_->addCapture(example),
            {QString::fromStdString(example.name), translated(example.title)});
    rows_->addStretch();
    area_->setWidget(content_);
    area_->setWidgetResizable(true);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_->viewport()->installEventFilter(this);

    auto* all = new QVBoxLayout(this);
    all->addWidget(search_);
    all->addWidget(area_);
    const QSize room = screen()->availableGeometry().size();
    resize((QSize(1080, 760) * appliedScale()).boundedTo(room));

    connect(search_, &QLineEdit::textChanged, this, &PresetGallery::filter);
    connect(area_->verticalScrollBar(), &QScrollBar::valueChanged, pictures_, &PresetPictures::update);
    connect(pictures_, &PresetPictures::chosen, this, [this](const QString& name) {
        close();
        emit presetChosen(name);
    });
    connect(pictures_, &PresetPictures::captureChosen, this, [this](const QString& name) {
        close();
        emit captureChosen(name);
    });
}

void PresetGallery::add(const QString& group, PictureButton* button, const QStringList& words)
{
    if (groups_.empty() || groups_.back().heading->text() != group) {
        QLabel* heading = boldLabel(group, content_);
        auto* grid = new QGridLayout;
        rows_->addWidget(heading);
        rows_->addLayout(grid);
        groups_.push_back({heading, grid});
    }
    groups_.back().members.push_back({button, (words + QStringList {group}).join(QChar('\n'))});
}

PictureButton* PresetGallery::presetButton(const QString& name) const { return pictures_->button(name); }

/// Shows the presets that have every word, in any case.
void PresetGallery::filter(const QString& wanted)
{
    const QStringList words = wanted.split(QChar(' '), Qt::SkipEmptyParts);
    bool any = false;
    for (const Group& group : groups_) {
        bool shown = false;
        for (const Member& member : group.members) {
            const bool found = std::ranges::all_of(
                words, [&](const QString& word) { return member.words.contains(word, Qt::CaseInsensitive); });
            member.button->setVisible(found);
            shown = shown || found;
        }
        group.heading->setVisible(shown);
        any = any || shown;
    }
    nothing_->setVisible(!any);
    if (columns_ > 0)   // else the first resize does
        arrange();
}

/// Puts the buttons that match the search into as many columns as fit.
void PresetGallery::arrange()
{
    for (const Group& group : groups_) {
        int at = 0;
        for (const Member& member : group.members)
            group.grid->removeWidget(member.button);
        for (const Member& member : group.members)
            if (!member.button->isHidden()) {
                group.grid->addWidget(member.button, at / columns_, at % columns_, Qt::AlignLeft);
                ++at;
            }
        group.grid->setColumnStretch(columns_, 1);
    }
    QTimer::singleShot(0, pictures_, &PresetPictures::update);   // once the layout shows which are visible
}

bool PresetGallery::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == area_->viewport() && event->type() == QEvent::Resize && !groups_.empty()) {
        const PictureButton* button = groups_.front().members.front().button;
        const int width = button->sizeHint().width() + groups_.front().grid->horizontalSpacing();
        const int columns = std::max(1, (area_->viewport()->width() - galleryMargins) / std::max(1, width));
        if (columns != columns_) {
            for (const Group& group : groups_)
                group.grid->setColumnStretch(columns_, 0);
            columns_ = columns;
            arrange();
        }
    }
    return QDialog::eventFilter(watched, event);
}

void PresetGallery::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    search_->setFocus();
    QTimer::singleShot(0, pictures_, &PresetPictures::update);
}

void PresetGallery::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        QTimer::singleShot(0, pictures_, &PresetPictures::update);
}

}   // namespace stepzero
