// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/welcome.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QScreen>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <algorithm>

#include "app/appearance.h"
#include "core/study/make_study.h"
#include "widgets/figures/picture.h"
#include "widgets/style/palette.h"

namespace stepzero {

namespace {

constexpr int picturesInRow = 3, mostFiles = 4;
constexpr QSize pictureAtScale1 {316, 168};

struct Beginning {
    const char *preset, *figure;
    QString words;
};

/// Returns networks that each take at most two seconds.
QVector<Beginning> beginnings()
{
    return {{"he-relu-10", "signal", WelcomePage::tr("Signal and gradient stay level")},
        {"exploding", "signal", WelcomePage::tr("Every layer more than doubles the signal")},
        {"critical-tanh-200", "phase", WelcomePage::tr("On the edge between order and chaos")},
        {"notes-orthogonal", "spectrum", WelcomePage::tr("How ReLU breaks isometry")},
        {"residual-pre-norm", "signal", WelcomePage::tr("A norm in each branch: slow growth")},
        {"vit-ti-32", "signal", WelcomePage::tr("A vision transformer, block by block")}};
}

/// Returns the scale of all windows, reduced if two rows of three pictures would not fit the screen.
double scaleFor(const QScreen& screen)
{
    const QSize room = screen.availableGeometry().size();
    return std::min({appliedScale(), room.width() / 1100.0, room.height() / 740.0});
}

QLabel* heading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

}   // namespace

PictureButton::PictureButton(const QString& title, const QString& words, const QSize& picture, QWidget* parent)
    : QPushButton(parent), title_(title), words_(words), size_(picture)
{
    setAccessibleName(title);
    setAccessibleDescription(words);
    setToolTip(title + QStringLiteral("\n") + words);
}

void PictureButton::setPicture(const QImage& picture)
{
    picture_ = picture;
    update();
}

QSize PictureButton::sizeHint() const { return size_ + QSize(16, 22 + 2 * fontMetrics().height()); }

void PictureButton::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionButton bevel;
    initStyleOption(&bevel);
    painter.drawControl(QStyle::CE_PushButtonBevel, bevel);
    const QRect place((width() - size_.width()) / 2, 8, size_.width(), size_.height());
    painter.setPen(palette().color(QPalette::ButtonText));
    if (picture_.isNull())
        painter.drawText(place, Qt::AlignCenter, tr("computing…"));
    else
        painter.drawImage(place, picture_);
    QRect line(place.left(), place.bottom() + 6, place.width(), fontMetrics().height());
    const auto write = [&](const QString& text) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(text, Qt::ElideRight, line.width()));
        line.translate(0, line.height());
    };
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    write(title_);
    painter.setFont(font());
    write(words_);
}

WelcomePage::WelcomePage(
    const QVector<PresetChoice>& presets, const QString& lesson, const QStringList& recent, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Welcome"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* rows = new QVBoxLayout(this);
    rows->setSpacing(10);
    rows->addWidget(heading(tr("Stepzero shows a neural network before its first training step."), this));

    auto* learn = new QHBoxLayout;
    lesson_ = new QPushButton(tr("&First lesson: %1").arg(QString(lesson).replace('&', "&&")), this);
    lesson_->setToolTip(tr("The lesson runs step by step above the figures; all lessons are in the Lessons menu"));
    lesson_->setDefault(true);
    lesson_->setFocus();
    tour_ = new QPushButton(tr("Five-minute &tour"), this);
    tour_->setToolTip(tr("A tour of the window (also in the Help menu)"));
    learn->addWidget(lesson_);
    learn->addWidget(tour_);
    learn->addStretch();
    rows->addLayout(learn);

    rows->addWidget(heading(tr("Start from an example"), this));
    auto* grid = new QGridLayout;
    addPresets(presets, grid);
    rows->addLayout(grid);

    auto* last = new QHBoxLayout;
    addRecent(recent, last);
    last->addStretch();
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
    compute(0);
}

void WelcomePage::addPresets(const QVector<PresetChoice>& presets, QGridLayout* grid)
{
    const QSize size = pictureAtScale1 * scaleFor(*screen());
    for (const Beginning& beginning : beginnings()) {
        const auto found
            = std::ranges::find(presets, QLatin1String(beginning.preset), [](const auto& p) { return p.name; });
        if (found == presets.end())
            continue;
        auto* button = new PictureButton(found->title, beginning.words, size, this);
        connect(button, &QPushButton::clicked, this, [this, name = found->name] {
            close();
            emit presetChosen(name);
        });
        const int at = int(shown_.size());
        grid->addWidget(button, at / picturesInRow, at % picturesInRow);
        shown_.push_back({*found, beginning.figure, button});
    }
}

/// Adds recent files; nothing when there are none.
void WelcomePage::addRecent(const QStringList& paths, QBoxLayout* row)
{
    for (const QString& path : paths) {
        if (recent_.size() == mostFiles || !QFileInfo::exists(path))
            continue;
        if (recent_.isEmpty())
            row->addWidget(heading(tr("Recent files"), this));
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

PictureButton* WelcomePage::presetButton(const QString& name) const
{
    const auto found = std::ranges::find(shown_, name, [](const Shown& shown) { return shown.preset.name; });
    return found == shown_.end() ? nullptr : found->button;
}

/// Computes the pictures one by one. A network that fails has no picture.
void WelcomePage::compute(std::size_t next)
{
    runner_.disconnect(this);
    if (next == shown_.size())
        return;
    connect(&runner_, &LatestJob::failed, this, [this, next] { compute(next + 1); });
    runner_.start([this, next, experiment = shown_[next].preset.experiment](const LatestJob::Turn& turn) {
        StudyCaches caches(0);
        const StudyPtr study = full_study({experiment}, caches, turn.context());
        turn.post([this, next, study] {
            shown_[next].study = study;
            draw(shown_[next]);
            compute(next + 1);
        });
    });
}

void WelcomePage::draw(const Shown& shown)
{
    const double pixels = devicePixelRatioF();
    PictureOptions options;
    options.pixels = shown.button->pictureSize() * pixels;
    options.dpi *= pixels;
    options.theme = themeFor(palette());
    options.scale = scaleFor(*screen());
    options.caption = false;
    shown.button->setPicture(renderPicture(shown.study, {{shown.figure, {}}}, options));
}

void WelcomePage::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        for (const Shown& shown : shown_)
            if (shown.study)
                draw(shown);
}

}   // namespace stepzero
