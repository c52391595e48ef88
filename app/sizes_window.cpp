// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sizes_window.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QEvent>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollBar>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/appearance.h"
#include "app/control_frame.h"
#include "app/document.h"
#include "app/file_names.h"
#include "app/problem_box.h"
#include "app/worker.h"
#include "core/base/words/ranges.h"
#include "core/exchange/coordinate_check_json.h"
#include "core/exchange/transfer_json.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/train/default_training.h"
#include "widgets/editors/combo.h"
#include "widgets/figures/picture.h"
#include "widgets/language/language.h"
#include "widgets/sizes/size_figures.h"
#include "widgets/style/palette.h"

namespace stepzero {

namespace {

constexpr std::size_t sizesNoise = std::size_t(64) << 20;

QString asText(const std::vector<Text>& sentences)
{
    QStringList all;
    for (const Text& sentence : sentences)
        all << translated(sentence);
    return all.join('\n');
}

SizesPage::Found check(const SizesPage::Asked& asked, const Context& context)
{
    NoiseCache cache(sizesNoise);
    const auto check = std::make_shared<const CoordinateCheck>(coordinate_check(asked.experiment, asked.parametrization,
        {.sizes = asked.sizes, .depths = asked.depths, .steps = asked.steps, .seeds = asked.seeds}, cache, context));
    return {[check] { return asText(check->sentences); }, QString::fromStdString(format_check_table(*check)),
        [check](SizeFigure& figure) { static_cast<CheckFigure&>(figure).setCheck(check); }};
}

SizesPage::Found transferred(const SizesPage::Asked& asked, const Context& context)
{
    NoiseCache cache(sizesNoise);
    Experiment experiment = asked.experiment;
    experiment.train->steps = asked.steps;
    const auto found = std::make_shared<const Transfer>(transfer(experiment, asked.parametrization,
        {.sizes = asked.sizes, .depths = asked.depths, .rates = asked.rates, .seeds = asked.seeds}, cache, context));
    return {[found] { return asText(found->sentences); }, QString::fromStdString(format_transfer_table(*found)),
        [found](SizeFigure& figure) { static_cast<TransferFigure&>(figure).setTransfer(found); }};
}

template <class F>
SizeFigure* make(QWidget* parent)
{
    return new F(parent);
}

}   // namespace

SizesPage::SizesPage(Document& document, const Kind& kind, QWidget* parent, SizesPage* before)
    : QWidget(parent), document_(document), kind_(kind),
      desk_(before ? std::move(before->desk_) : std::make_unique<Desk>())
{
    auto* columns = new QHBoxLayout(this);
    columns->setSpacing(18);
    columns->addWidget(buildLeft());
    auto* right = new QVBoxLayout;
    figure_ = kind_.figure(this);
    figure_->setReadoutShown(true);
    right->addWidget(figure_, 3);
    verdict_ = new QLabel(this);
    verdict_->setTextFormat(Qt::PlainText);
    verdict_->setWordWrap(true);
    verdict_->setAccessibleName(tr("verdict"));
    right->addWidget(verdict_);
    table_ = new QPlainTextEdit(this);
    table_->setReadOnly(true);
    table_->setTabChangesFocus(true);
    frameFocus(table_);
    table_->setLineWrapMode(QPlainTextEdit::NoWrap);
    table_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    table_->setAccessibleName(tr("numbers"));
    connect(table_->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &SizesPage::fitTable);
    right->addWidget(table_);
    columns->addLayout(right, 1);

    desk_->page = this;
    if (before)
        takePlace(*before);
    connectRunner();
    showState();
}

void SizesPage::connectRunner()
{
    const LatestJob* runner = &desk_->runner;
    connect(runner, &LatestJob::runningChanged, this, &SizesPage::showState);
    connect(runner, &LatestJob::progress, this,
        [this](double fraction) { progress_->setValue(qRound(fraction * progress_->maximum())); });
    connect(
        runner, &LatestJob::failed, this, [this](const QString& words) { say([words] { return asSentence(words); }); });
}

void SizesPage::takePlace(SizesPage& before)
{
    QObject::disconnect(&desk_->runner, nullptr, &before, nullptr);
    parametrization_->setCurrentIndex(before.parametrization_->currentIndex());
    side_->setCurrentIndex(before.side_->currentIndex());
    sizes_->setText(before.sizes_->text());
    if (rates_)
        rates_->setText(before.rates_->text());
    steps_->setValue(before.steps_->value());
    seeds_->setValue(before.seeds_->value());
    progress_->setValue(before.progress_->value());
    if (desk_->found.give)
        showFound();
    if (desk_->words)
        say(desk_->words);
    figure_->setViewState(before.figure_->viewState());
}

void SizesPage::say(Words words)
{
    desk_->words = std::move(words);
    verdict_->setText(desk_->words());
}

/// Sets a height of whole rows; all of them if there is room.
void SizesPage::fitTable()
{
    constexpr int fewest = 3, most = 14;
    const int rows = std::clamp(table_->blockCount(), fewest, most);
    const QScrollBar* across = table_->horizontalScrollBar();
    const int bar = across->maximum() > across->minimum() ? across->sizeHint().height() : 0;
    table_->setFixedHeight(
        int(std::ceil(rows * QFontMetricsF(table_->font()).lineSpacing() + 2 * table_->document()->documentMargin()))
        + 2 * table_->frameWidth() + bar);
}

void SizesPage::showFound()
{
    table_->setPlainText(desk_->found.table.trimmed());
    fitTable();
    desk_->found.give(*figure_);
    say(desk_->found.verdict);
}

void SizesPage::addForm(QVBoxLayout* rows)
{
    QWidget* left = rows->parentWidget();
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    rows->addLayout(form);
    const auto add = [&](const QString& name, QWidget* editor, const QString& hint) {
        editor->setToolTip(hint);
        editor->setAccessibleName(QString(name).remove('&'));
        form->addRow(name, editor);
    };
    parametrization_ = new Combo(left);
    const std::string chosen
        = document_.experiment().train ? document_.experiment().train->parametrization : Training().parametrization;
    for (const Parametrization& p : parametrizations()) {
        parametrization_->addItem(translated(p.label), QString::fromStdString(p.name));
        if (p.name == chosen)
            parametrization_->setCurrentIndex(parametrization_->count() - 1);
    }
    add(tr("&parametrization"), parametrization_,
        tr("How σ, multipliers and learning rates are scaled from those of this network"));
    side_ = new Combo(left);
    side_->addItems({tr("widths"), tr("depths")});
    add(tr("&vary"), side_, tr("Everything else stays the same"));
    sizes_ = new QLineEdit(kind_.sizes, left);
    add(tr("val&ues"), sizes_, tr("Two or more, separated by commas"));
    if (kind_.rates) {
        rates_ = new QLineEdit(left);
        rates_->setPlaceholderText(tr("1/16 to 16 times the experiment's learning rate"));
        add(tr("&learning rates"), rates_, tr("Three or more, separated by commas"));
    }
    steps_ = new QSpinBox(left);
    steps_->setRange(int(ranges::steps.low), int(ranges::steps.high));
    steps_->setValue(kind_.steps);
    add(tr("&steps"), steps_, tr("Steps per training run"));
    seeds_ = new QSpinBox(left);
    seeds_->setRange(1, int(ranges::replicas.high));
    seeds_->setValue(CheckRequest().seeds);
    add(tr("s&eeds"), seeds_, tr("Networks per size; they determine the confidence intervals"));
}

QWidget* SizesPage::buildLeft()
{
    auto* left = new QWidget(this);
    left->setFixedWidth(qRound(280 * appliedScale()));
    auto* rows = new QVBoxLayout(left);
    rows->setContentsMargins(0, 0, 0, 0);
    addForm(rows);
    const auto button = [&](const QString& words, const QString& hint, auto&& clicked) {
        auto* made = new QPushButton(words, left);
        made->setToolTip(hint);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, clicked);
        rows->addWidget(made);
        return made;
    };
    run_ = button(tr("&Run"), tr("Train at every size and seed (click again to stop)"), [this] { startOrStop(); });
    progress_ = new QProgressBar(left);
    progress_->setRange(0, 1000);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("progress"));
    rows->addWidget(progress_);
    rows->addSpacing(8);
    save_ = button(tr("Save &image…"), tr("Save the figure as PNG"), [this] { savePicture(); });
    copy_ = button(tr("&Copy data"), tr("Copy the table as text"),
        [this] { QApplication::clipboard()->setText(table_->toPlainText()); });
    rows->addStretch(1);
    return left;
}

std::optional<SizesPage::Asked> SizesPage::asked()
{
    Asked asked {.experiment = document_.experiment(),
        .parametrization = *find_parametrization(parametrization_->currentData().toString().toStdString()),
        .sizes = {},
        .depths = side_->currentIndex() == 1,
        .steps = steps_->value(),
        .seeds = seeds_->value()};
    const NumberRange range = asked.depths ? ranges::depth : ranges::width;
    for (const QString& part : sizes_->text().split(',')) {
        bool good = false;
        const int size = part.trimmed().toInt(&good);
        if (!good || size < range.low || size > range.high) {
            say([range] {
                return tr("Sizes must be whole numbers from %1 to %2, separated by commas.")
                    .arg(range.low)
                    .arg(range.high);
            });
            return std::nullopt;
        }
        asked.sizes.push_back(size);
    }
    std::ranges::sort(asked.sizes);
    if (asked.sizes.size() < 2 || std::ranges::adjacent_find(asked.sizes) != asked.sizes.end()
        || (asked.sizes.size() == 2 && asked.seeds == 1)) {
        say([] { return tr("Enter at least two different sizes (three with one seed)."); });
        return std::nullopt;
    }
    if (!asked.experiment.train)
        asked.experiment.train = default_training(asked.experiment.network);
    asked.experiment.train->parametrization = asked.parametrization.name;
    asked.experiment = with_completed_parameters(asked.experiment);
    if (const Text problem
        = problem_at_sizes(stepzero::tr("This network"), asked.experiment, asked.sizes, asked.depths);
        !problem.empty()) {
        say([problem] { return asSentence(translated(problem)); });
        return std::nullopt;
    }
    if (!rates_ || rates_->text().isEmpty()) {
        asked.rates = rates_around(asked.experiment.train->learning_rate);
        return asked;
    }
    for (const QString& part : rates_->text().split(','))
        asked.rates.push_back(part.toDouble());   // 0 for text that is not a number
    std::ranges::sort(asked.rates);
    if (asked.rates.size() < 3 || !(asked.rates.front() > 0) || asked.rates.back() > ranges::learning_rate.high
        || std::ranges::adjacent_find(asked.rates) != asked.rates.end()) {
        say([] {
            return tr("Enter at least three different learning rates, above 0 and at most %1.")
                .arg(ranges::learning_rate.high);
        });
        return std::nullopt;
    }
    return asked;
}

void SizesPage::startOrStop()
{
    if (desk_->runner.isRunning())
        return desk_->runner.cancel();
    const auto wanted = asked();
    if (!wanted)
        return;
    progress_->setValue(0);
    say([] { return tr("Training…"); });
    desk_->runner.start([desk = desk_.get(), work = kind_.work, wanted = *wanted](const LatestJob::Turn& turn) {
        turn.post([desk, found = work(wanted, turn.context())] {
            desk->found = found;
            desk->page->showFound();
        });
    });
}

void SizesPage::showState()
{
    const bool running = desk_->runner.isRunning();
    run_->setText(running ? tr("&Stop") : tr("&Run"));
    progress_->setEnabled(running);
    if (!running) {
        progress_->setValue(0);
        if (verdict_->text() == tr("Training…"))
            say([] { return tr("Stopped."); });
    }
    save_->setEnabled(bool(desk_->found.give));
    copy_->setEnabled(bool(desk_->found.give));
}

void SizesPage::savePicture()
{
    const QString path = askForFile(this, tr("Save image"),
        QDir(folderFrom({QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)}))
            .filePath(hyphenated(figure_->title()) + QStringLiteral(".png")),
        {QStringLiteral(".png")}, tr("Images (*.png)"));
    if (path.isEmpty())
        return;
    const PictureOptions options;
    const std::unique_ptr<SizeFigure> figure(kind_.figure(nullptr));
    figure->setStyle({theme(options.theme), readableScale(options.pixels, 1)});
    figure->setViewState(figure_->viewState());
    desk_->found.give(*figure);
    QImage image = blankImage(options.pixels, figure->style().theme.background);
    {
        QPainter painter(&image);
        figure->paint(painter, options.pixels);
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(pngOf(image)) < 0 || !file.commit())
        showProblems(this, tr("Could not save the image"), {file.errorString()});
}

void SizesPage::updateLook()
{
    figure_->setStyle({theme(themeFor(palette())), appliedScale()});
    fitTable();
}

SizesWindow::SizesWindow(Document& document, QWidget* parent, SizesWindow* before) : QDialog(parent)
{
    setWindowTitle(tr("Coordinate check and learning-rate transfer"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* rows = new QVBoxLayout(this);
    tabs_ = new QTabWidget(this);
    check_ = new SizesPage(document,
        {CheckRequest().steps, QStringLiteral("64, 128, 256"), false, make<CheckFigure>, check}, tabs_,
        before ? before->check_ : nullptr);
    transfer_ = new SizesPage(document, {20, QStringLiteral("32, 64, 128"), true, make<TransferFigure>, transferred},
        tabs_, before ? before->transfer_ : nullptr);
    tabs_->addTab(check_, tr("Coordinate &check"));
    tabs_->addTab(transfer_, tr("Learning-rate &transfer"));
    rows->addWidget(tabs_);
    check_->runButton()->setFocus();
    resize(QSize(1100, 760) * appliedScale());
    check_->updateLook();
    transfer_->updateLook();
    if (before) {
        tabs_->setCurrentIndex(before->tabs_->currentIndex());
        restoreGeometry(before->saveGeometry());
        setVisible(before->isVisible());
    }
}

void SizesWindow::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && tabs_) {
        check_->updateLook();
        transfer_->updateLook();
    }
}

}   // namespace stepzero
