// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture_button.h"

#include <QCache>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QTextLayout>
#include <algorithm>

#include "core/study/capture_study.h"
#include "core/study/effort.h"
#include "core/study/make_study.h"
#include "widgets/figures/picture.h"
#include "widgets/language/language.h"
#include "widgets/style/palette.h"

namespace stepzero {

namespace {

constexpr QSize pictureAtScale1 {316, 168};
constexpr int linesOfWords = 2;

/// The latest pictures of all pages. The cost is in bytes: room for about 300 pictures at scale 1.
QCache<QString, QImage>& pictures()
{
    static QCache<QString, QImage> kept(64 << 20);
    return kept;
}

/// The latest studies by name, as many as a page shows at once: other colours need no computation.
QCache<QString, ExhibitPtr>& studies()
{
    static QCache<QString, ExhibitPtr> kept(12);
    return kept;
}

/// Returns the study whose picture is shown: the full one if it takes about two seconds on two cores, else a preview.
/// Networks of more than 500 MB are shown by theory alone.
StudyPtr pictured(const Experiment& experiment, const Context& context)
{
    constexpr double mostBytes = 5e8, mostOperations = 1.2e11;
    StudyCaches caches(0);
    StudyRequest request {experiment};
    request.plan = plan_of(request, context);
    const Effort effort = effort_of(experiment, *request.plan, 0);
    if (effort.bytes > mostBytes)
        return theory_study(request, caches, context);
    return effort.operations > mostOperations ? preview_study(request, caches, context)
                                              : full_study(request, caches, context);
}

}   // namespace

PictureButton::PictureButton(const QString& title, const QString& words, const QSize& picture, QWidget* parent)
    : QPushButton(parent), title_(title), words_(words), instead_(tr("computing…")), size_(picture)
{
    setAccessibleName(title);
    setAccessibleDescription(words);
    setToolTip(title + QStringLiteral("\n") + words);
}

void PictureButton::setPicture(const QImage& picture, const QString& instead)
{
    picture_ = picture;
    instead_ = instead;
    update();
}

QSize PictureButton::sizeHint() const
{
    return size_ + QSize(16, 22 + (1 + linesOfWords) * fontMetrics().lineSpacing());
}

void PictureButton::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionButton bevel;
    initStyleOption(&bevel);
    painter.drawControl(QStyle::CE_PushButtonBevel, bevel);
    const QRect place((width() - size_.width()) / 2, 8, size_.width(), size_.height());
    painter.setPen(palette().color(QPalette::ButtonText));
    if (picture_.isNull())
        painter.drawText(place, Qt::AlignCenter | Qt::TextWordWrap, instead_);
    else
        painter.drawImage(place, picture_);
    QRect line(place.left(), place.bottom() + 6, place.width(), fontMetrics().lineSpacing());
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
    // The last line has the rest of the sentence, shortened if need be.
    QTextLayout layout(words_, font());
    layout.beginLayout();
    for (int i = 1; i <= linesOfWords; ++i) {
        QTextLine next = layout.createLine();
        if (!next.isValid())
            break;
        next.setLineWidth(line.width());
        write(i == linesOfWords ? words_.mid(next.textStart())
                                : words_.mid(next.textStart(), next.textLength()).trimmed());
    }
    layout.endLayout();
}

PresetPictures::PresetPictures(QWidget* page, double scale) : QObject(page), page_(page), scale_(scale)
{
    connect(&runner_, &LatestJob::runningChanged, this, [this] {
        if (!runner_.isRunning())
            update();
    });
}

PresetPictures::~PresetPictures()
{
    runner_.disconnect(this);
    runner_.end();
}

PictureButton* PresetPictures::add(const PresetChoice& preset)
{
    PictureButton* button = made(preset.title, preset.about);
    if (!preset.source.isEmpty())
        button->setToolTip(button->toolTip() + QStringLiteral("\n") + preset.source);
    connect(button, &QPushButton::clicked, this, [this, name = preset.name] { emit chosen(name); });
    shown_.push_back({preset.name, preset.figure,
        [experiment = preset.experiment](const Context& context) { return pictured(experiment, context); }, button});
    return button;
}

PictureButton* PresetPictures::addCapture(const Preset& example)
{
    PictureButton* button = made(translated(example.title), tr("A capture of a PyTorch model with a fault."));
    const QString name = QString::fromStdString(example.name);
    connect(button, &QPushButton::clicked, this, [this, name] { emit captureChosen(name); });
    const auto file = std::get<CaptureFile>(parse_capture(example.text));   // a test reads every example
    shown_.push_back({name,
        std::holds_alternative<CapturedWidths>(file) ? QStringLiteral("capture_widths")
                                                     : QStringLiteral("capture_signal"),
        [file, name](const Context&) { return capture_study(file, name.toStdString()); }, button});
    return button;
}

PictureButton* PresetPictures::made(const QString& title, const QString& words)
{
    return new PictureButton(title, words, pictureAtScale1 * scale_, page_);
}

PictureButton* PresetPictures::button(const QString& name) const
{
    const auto found = std::ranges::find(shown_, name, &Shown::name);
    return found == shown_.end() ? nullptr : found->button;
}

/// Returns what determines a picture.
QString PresetPictures::keyOf(const QString& name) const
{
    return QStringLiteral("%1 %2 %3 %4 %5")
        .arg(name, themeFor(page_->palette()), language())
        .arg(scale_)
        .arg(page_->devicePixelRatioF());
}

void PresetPictures::update()
{
    std::size_t next = shown_.size();
    bool seen = false;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        Shown& shown = shown_[i];
        const QString key = keyOf(shown.name);
        if (shown.key == key)
            continue;
        if (const QImage* kept = pictures().object(key)) {
            shown.key = key;
            shown.button->setPicture(*kept);
            continue;
        }
        const bool visible = !shown.button->visibleRegion().isEmpty();
        if (const ExhibitPtr* study = studies().object(shown.name)) {
            if (visible)   // others are drawn when they become visible
                draw(shown, *study);
            continue;
        }
        if (next == shown_.size() || (visible && !seen))
            next = i;
        seen = seen || visible;
    }
    if (next < shown_.size() && !runner_.isRunning())   // calls this again when it has ended
        compute(next);
}

void PresetPictures::compute(std::size_t index)
{
    disconnect(&runner_, &LatestJob::failed, this, nullptr);
    connect(&runner_, &LatestJob::failed, this, [this, index](const QString& sentence) {
        shown_[index].key = keyOf(shown_[index].name);
        shown_[index].button->setPicture({}, sentence);
    });
    runner_.start([this, index, make = shown_[index].make](const LatestJob::Turn& turn) {
        const ExhibitPtr study = make(turn.context());
        turn.post([this, index, study] {
            studies().insert(shown_[index].name, new ExhibitPtr(study));
            draw(shown_[index], study);
        });
    });
}

void PresetPictures::draw(Shown& shown, const ExhibitPtr& study)
{
    const double pixels = page_->devicePixelRatioF();
    PictureOptions options;
    options.pixels = shown.button->pictureSize() * pixels;
    options.dpi *= pixels;
    options.theme = themeFor(page_->palette());
    options.scale = scale_;
    options.caption = false;
    const QImage picture = renderPicture(study, {{shown.figure, {}}}, options);
    shown.key = keyOf(shown.name);
    shown.button->setPicture(picture);
    pictures().insert(shown.key, new QImage(picture), int(picture.sizeInBytes()));
}

}   // namespace stepzero
