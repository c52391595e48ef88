// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/animation_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>

#include "app/board_pictures.h"
#include "app/dial_bar.h"
#include "app/worker.h"
#include "core/network/input/input_file.h"
#include "core/study/grid/axis_values.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/number_box.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr double mostTyped = 1e300;   // a parameter reports its own limits
constexpr int shownFigures = 5;   // visible rows of the list

QString problemSentence(const Text& problem) { return asSentence(translated(problem)); }

/// Returns a path without the extension of a known format.
QString stem(const QString& path, const QComboBox& kinds)
{
    for (int i = 0; i < kinds.count(); ++i)
        if (const QString ending = kinds.itemData(i).toString();
            !ending.isEmpty() && path.endsWith(ending, Qt::CaseInsensitive))
            return path.chopped(ending.size());
    return path;
}

}   // namespace

AnimationDialog::AnimationDialog(
    Settings& settings, const AnimationOffer& offer, const QString& fileName, QWidget* parent)
    : ExportDialog(settings, offer.page ? tr("page") : tr("animation"),
        fileName + (offer.page ? QStringLiteral(".html") : settings.value("animation/ending").toString()), parent,
        "animation"),
      offer_(offer), dials_(dials(offer.experiment)), kind_(new Combo), dial_(new Combo), figures_(new QListWidget),
      values_(new QLineEdit), from_(new NumberBox(-mostTyped, mostTyped, false)),
      to_(new NumberBox(-mostTyped, mostTyped, false)), frames_(new QSpinBox), fps_(new QSpinBox), loops_(new QSpinBox),
      ratios_(new QCheckBox(tr("log spacing"))), range_(new QWidget), words_(new QLabel)
{
    for (const auto& [ending, name] : std::initializer_list<std::pair<const char*, QString>> {
             {".apng", tr("animated PNG")}, {".webp", tr("animated WebP")}, {".webm", tr("WebM video")},
             {".mp4", tr("MP4 video")}, {".html", tr("web page with a slider")}, {"", tr("folder of PNG images")}})
        kind_->addItem(name, QString::fromLatin1(ending));
    for (const Dial& dial : dials_)
        dial_->addItem(translated(dial.label));
    frames_->setRange(1, ranges::most_frames);
    frames_->setKeyboardTracking(false);
    fps_->setRange(1, ranges::most_fps);
    fps_->setValue(offer.fps);
    loops_->setRange(0, ranges::most_loops);
    loops_->setSpecialValueText(tr("forever"));
    loops_->setValue(settings.value("animation/loops").toInt());
    words_->setWordWrap(true);
    fillFigures();
    inPixels();
    addRows();

    connect(kind_, &QComboBox::activated, this, &AnimationDialog::takeKind);
    connect(pathEdit(), &QLineEdit::textChanged, this, &AnimationDialog::takePath);
    connect(figures_, &QListWidget::itemChanged, this, &AnimationDialog::showState);
    connect(figures_, &QListWidget::itemChanged, this, &AnimationDialog::updatePreview);
    connect(dial_, &QComboBox::activated, this, &AnimationDialog::takeDial);
    connect(values_, &QLineEdit::textChanged, this, &AnimationDialog::takeValues);
    for (NumberBox* box : {from_, to_})
        connect(box, &NumberBox::edited, this, &AnimationDialog::takeRange);
    connect(frames_, &QSpinBox::valueChanged, this, &AnimationDialog::takeRange);
    connect(ratios_, &QCheckBox::toggled, this, &AnimationDialog::takeRange);
    connect(fps_, &QSpinBox::valueChanged, this, &AnimationDialog::showState);
    for (QDoubleSpinBox* box : {widthBox(), heightBox()})
        connect(box, &QDoubleSpinBox::valueChanged, this, &AnimationDialog::showState);

    const std::size_t first = first_dial(dials_, offer.dial);
    dial_->setCurrentIndex(int(first));
    takePath();
    takeDial();
    if (dials_[first].path == offer.dial && !offer.values.isEmpty())
        values_->setText(offer.values);
}

/// Inserts rows between the file and its size, and the error message above the buttons.
void AnimationDialog::addRows()
{
    pathEdit()->setToolTip(tr("The extension determines the format: .apng, .webp, .webm, .mp4 or .html. Without an "
                              "extension, Stepzero writes a folder of images."));
    saveButton()->setToolTip(tr("Compute and write the animation (Return)"));
    name(kind_, tr("kind"),
        tr("Animated images are lossless, videos are smaller, a web page has a slider, and a folder of images is for "
           "other programs"));
    name(figures_, tr("figures"),
        tr("If all chosen figures are visible on the board, they keep their arrangement; otherwise they are placed "
           "side by side"));
    name(dial_, tr("parameter"), tr("The parameter that varies"));
    name(values_, tr("values"), valuesHint());
    name(from_, tr("from"), tr("The first value"));
    name(to_, tr("to"), tr("The last value"));
    name(frames_, tr("frames"), tr("Number of values, one per frame"));
    name(ratios_, tr("log spacing"), tr("Values grow by a constant factor instead of a constant difference"));
    name(fps_, tr("frames per second"), tr("Playback speed"));
    name(loops_, tr("loop"), tr("How many times an animated image repeats; for a video, the player decides"));

    auto* row = new QHBoxLayout(range_);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(from_);
    row->addWidget(new QLabel(tr("to")));
    row->addWidget(to_);
    row->addWidget(new QLabel(tr("in")));
    row->addWidget(frames_);
    row->addWidget(new QLabel(tr("frames")));
    row->addWidget(ratios_);
    row->addStretch(1);
    int at = 1;   // row below the file
    form()->insertRow(at++, tr("Kind"), kind_);
    form()->insertRow(at++, tr("Figures"), figures_);
    form()->insertRow(at++, tr("Parameter"), dial_);
    form()->insertRow(at++, tr("Values"), values_);
    form()->insertRow(at++, tr("From"), range_);
    form()->insertRow(at++, tr("Frames per second"), fps_);
    form()->insertRow(at++, tr("Loop"), loops_);
    form()->insertRow(form()->rowCount() - 1, words_);
    QWidget* before = browseButton();
    for (QWidget* control : std::initializer_list<QWidget*> {
             kind_, figures_, dial_, values_, from_, to_, frames_, ratios_, fps_, loops_, widthBox()}) {
        setTabOrder(before, control);
        before = control;
    }
}

void AnimationDialog::fillFigures()
{
    for (const QVector<PicturePart>* group : {&offer_.board, &offer_.others})
        for (const PicturePart& part : *group) {
            auto* item = new QListWidgetItem(findFigureKind(part.kind)->title, figures_);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
            const bool first = figures_->count() == 1;
            item->setCheckState((offer_.page ? first : group == &offer_.board) ? Qt::Checked : Qt::Unchecked);
        }
    figures_->setCurrentRow(0);
    figures_->viewport()->setBackgroundRole(QPalette::Window);   // makes empty boxes visible with a dark theme
    figures_->setFixedHeight(shownFigures * std::max(figures_->sizeHintForRow(0), 1) + 2 * figures_->frameWidth());
    for (QWidget* wide : std::initializer_list<QWidget*> {figures_, values_})
        wide->setMinimumWidth(pathEdit()->minimumWidth());
}

/// Returns the board without the figures left out. If a figure outside the board is chosen, all are in one row.
QVector<PicturePart> AnimationDialog::parts() const
{
    const auto chosen = [this](qsizetype row) { return figures_->item(int(row))->checkState() == Qt::Checked; };
    const qsizetype seen = offer_.board.size();
    QVector<PicturePart> all;
    for (qsizetype i = 0; i < offer_.others.size(); ++i)
        if (chosen(seen + i))
            all << offer_.others[i];
    if (all.isEmpty()) {
        all = offer_.board;
        for (qsizetype i = seen - 1; i >= 0; --i)
            if (!chosen(i))
                all = without(all, i);
        if (all.size() == 1)
            all.first().place = {0, 0, 1, 1};
        return all;
    }
    for (qsizetype i = seen - 1; i >= 0; --i)
        if (chosen(i))
            all.prepend(offer_.board[i]);
    const double share = 1.0 / double(all.size());
    for (qsizetype i = 0; i < all.size(); ++i)
        all[i].place = {share * double(i), 0, share, 1};
    return all;
}

Animation AnimationDialog::animation() const
{
    Animation made {offer_.experiment, {*sweep_}, {}, parts(), options(), {}};
    made.file.path = pathOf(path());
    made.file.fps = fps_->value();
    made.file.loops = loops_->value();
    return made;
}

// Input

void AnimationDialog::takeKind()
{
    const QSignalBlocker blocker(pathEdit());
    setPath(stem(path(), *kind_) + kind_->currentData().toString());
    takePath();
}

/// Chooses the format by the extension. An unknown extension is a problem.
void AnimationDialog::takePath()
{
    const QString suffix = QFileInfo(path()).suffix().toLower();
    kind_->setCurrentIndex(kind_->findData(suffix.isEmpty() ? QString() : u'.' + suffix));
    loops_->setEnabled(kind_->currentIndex() == 0 || kind_->currentIndex() == 1);
    fps_->setEnabled(!is_page(pathOf(path())));
    showState();
}

void AnimationDialog::takeDial()
{
    const QString proposed = QString::fromStdString(dials_[std::size_t(dial_->currentIndex())].text);
    if (values_->text() == proposed)
        takeValues();
    else
        values_->setText(proposed);
}

void AnimationDialog::takeValues()
{
    sweep_.reset();
    wrongValues_.clear();
    try {
        sweep_ = sweep_of(
            offer_.experiment, dials_[std::size_t(dial_->currentIndex())].path, values_->text().toStdString());
    } catch (const BadInput& error) {
        wrongValues_ = problemSentence(text_of(error));
    }
    if (sweep_) {
        form()->setRowVisible(range_, sweep_->numbers);
        const QSignalBlocker blockers[] {QSignalBlocker(frames_), QSignalBlocker(ratios_)};
        if (sweep_->numbers) {
            from_->setValue(number_of(sweep_->values.front()));
            to_->setValue(number_of(sweep_->values.back()));
        }
        frames_->setValue(int(sweep_->values.size()));
        ratios_->setChecked(values_->text().contains(QStringLiteral("log")));
    }
    showState();
}

/// Formats the range as the user would type it.
void AnimationDialog::takeRange()
{
    QString text = NumberBox::textOf(from_->value());
    if (frames_->value() > 1)
        text += QStringLiteral(" .. %1 : %2%3")
                    .arg(NumberBox::textOf(to_->value()))
                    .arg(frames_->value())
                    .arg(ratios_->isChecked() ? QStringLiteral(" log") : QString());
    values_->setText(text);
}

void AnimationDialog::showState()
{
    values_->setAccessibleDescription(wrongValues_);
    const QString wrong = problem();
    words_->setForegroundRole(wrong.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
    if (wrong.isEmpty()) {
        const qsizetype frames = qsizetype(sweep_->values.size());
        const double seconds = double(frames) / fps_->value();
        words_->setText(fps_->isEnabled() ? tr("%n frame(s), %1 s", nullptr, int(frames)).arg(seconds, 0, 'g', 3)
                                          : tr("a slider with %n stop(s)", nullptr, int(frames)));
    } else {
        words_->setText(wrong);
    }
    saveButton()->setEnabled(wrong.isEmpty());
}

QString AnimationDialog::words() const { return words_->text(); }

QString AnimationDialog::problem() const
{
    if (!wrongValues_.isEmpty())
        return wrongValues_;
    if (!sweep_)
        return tr("There is nothing to animate.");
    if (QString wrong = ExportDialog::problem(); !wrong.isEmpty())
        return wrong;
    if (parts().isEmpty())
        return tr("Choose a figure.");
    if (QFileInfo(path()).fileName().isEmpty())
        return tr("The file needs a name.");
    const Text wrong = animation_problem(animation());
    return wrong.empty() ? QString() : problemSentence(wrong);
}

// The file

QString AnimationDialog::ending() const { return kind_->currentData().toString(); }

QString AnimationDialog::chosenFile()
{
    if (ending().isEmpty())
        return QFileDialog::getExistingDirectory(this, windowTitle(), QFileInfo(path()).path());
    return QFileDialog::getSaveFileName(this, windowTitle(), path(),
        tr("Animated PNG (*.apng);;Animated WebP (*.webp);;WebM (*.webm);;MP4 (*.mp4);;Web page (*.html)"), nullptr,
        QFileDialog::DontConfirmOverwrite);   // accept() asks that question
}

QString AnimationDialog::question() const
{
    if (!QFileInfo(path()).isDir())
        return ExportDialog::question();
    return QDir(path()).isEmpty()
        ? QString()
        : tr("The folder %1 is not empty. Save there anyway?").arg(QFileInfo(path()).fileName());
}

void AnimationDialog::remember()
{
    ExportDialog::remember();
    if (!offer_.page)
        settings_.set("animation/ending", ending());
    settings_.set("animation/loops", loops_->value());
}

}   // namespace stepzero
