// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardPaths>
#include <algorithm>

#include "app/file_names.h"
#include "app/picture_preview.h"

namespace stepzero {

namespace {
constexpr double millimetresPerInch = 25.4;
constexpr char millimetresUnit[] = "mm";   // as in the settings
constexpr int mostPixels = 20000;   // per side; an image of more than 1.6 GB is a mistake
constexpr double leastPictureScale = 0.5, pictureScaleStep = 0.1;
constexpr double scaleBySize = leastPictureScale - pictureScaleStep;   // special value of the box: by size

/// Returns the name of a theme in the present language. Settings and the command line use the English one.
QString titleOfTheme(const QString& name)
{
    const QMap<QString, QString> titles {{"light", ExportDialog::tr("light")}, {"dark", ExportDialog::tr("dark")},
        {"print", ExportDialog::tr("print")}, {"contrast", ExportDialog::tr("high contrast")}};
    return titles.value(name, name);
}
}   // namespace

ExportDialog::ExportDialog(
    Settings& settings, const QString& subject, const QString& fileName, QWidget* parent, const char* group)
    : QDialog(parent), settings_(settings), group_(group)
{
    setWindowTitle(tr("Export %1").arg(subject));
    makeControls();
    const QString folder = folderFrom(
        {settings_.lastFolder(FolderFor::exports), QStandardPaths::writableLocation(QStandardPaths::PicturesLocation)});
    path_->setText(QDir(folder).filePath(fileName));
    readSettings();
    layOut();
    connect(browse_, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(unit_, &QComboBox::currentIndexChanged, this, &ExportDialog::unitChanged);
    connect(width_, &QDoubleSpinBox::valueChanged, this, &ExportDialog::showPixels);
    connect(height_, &QDoubleSpinBox::valueChanged, this, &ExportDialog::showPixels);
    connect(dpi_, &QSpinBox::valueChanged, this, &ExportDialog::showPixels);
    showPixels();
}

void ExportDialog::makeControls()
{
    path_ = new QLineEdit(this);
    path_->setMinimumWidth(360);
    browse_ = new QPushButton(tr("Browse…"), this);
    const auto length = [this] {
        auto* box = new QDoubleSpinBox(this);
        box->setRange(1, mostPixels);
        box->setDecimals(0);
        return box;
    };
    width_ = length();
    height_ = length();
    unit_ = new QComboBox(this);
    unit_->addItem(tr("pixels"), "px");
    unit_->addItem(tr("millimetres"), millimetresUnit);
    dpi_ = new QSpinBox(this);
    dpi_->setRange(30, 2400);
    theme_ = new QComboBox(this);
    for (const QString& name : themeNames())
        theme_->addItem(titleOfTheme(name), name);
    scale_ = new QDoubleSpinBox(this);
    scale_->setRange(scaleBySize, 8);
    scale_->setSingleStep(pictureScaleStep);
    scale_->setSpecialValueText(tr("automatic"));
    caption_ = new QCheckBox(tr("title and settings"), this);
    pixels_ = new QLabel(this);

    name(path_, tr("file"),
        tr("The format follows the extension: %1").arg(pictureEndings(QStringLiteral("."), QStringLiteral(", ."))));
    name(browse_, tr("browse"), tr("Choose folder and file name"));
    name(width_, tr("width"), tr("Width of the image"));
    name(height_, tr("height"), tr("Height of the image"));
    name(unit_, tr("unit"), tr("Unit of width and height"));
    name(dpi_, tr("dots per inch"), tr("Higher values make text and lines larger in pixels"));
    name(theme_, tr("theme"), tr("Colours; print has a white background, for paper"));
    name(scale_, tr("scale"), tr("Enlarges fonts, lines and markers; automatic makes text readable on a slide"));
    name(caption_, tr("caption"), tr("The experiment's title above the image, its settings below"));
}

void ExportDialog::readSettings()
{
    unit_->setCurrentIndex(std::max(0, unit_->findData(settings_.value(setting("unit")))));
    millimetres_ = unit_->currentData() == millimetresUnit;
    for (QDoubleSpinBox* box : {width_, height_})
        box->setDecimals(millimetres_ ? 1 : 0);
    width_->setValue(settings_.value(setting("width")).toDouble());
    height_->setValue(settings_.value(setting("height")).toDouble());
    dpi_->setValue(settings_.value(setting("dpi")).toInt());
    theme_->setCurrentIndex(std::max(0, theme_->findData(settings_.value(setting("theme")))));
    scale_->setValue(settings_.value(setting("plotScale")).toDouble());   // 0 is below the minimum, which means by size
    caption_->setChecked(settings_.value(setting("caption")).toBool());
}

void ExportDialog::layOut()
{
    auto* columns = new QHBoxLayout(this);   // a preview may follow at the right
    auto* form = form_ = new QFormLayout;
    columns->addLayout(form);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    auto* fileRow = new QHBoxLayout;
    fileRow->addWidget(path_, 1);
    fileRow->addWidget(browse_);
    form->addRow(tr("File"), fileRow);
    auto* sizeRow = new QHBoxLayout;
    sizeRow->addWidget(width_);
    sizeRow->addWidget(new QLabel(QStringLiteral("×"), this));
    sizeRow->addWidget(height_);
    sizeRow->addWidget(unit_);
    sizeRow->addStretch(1);
    form->addRow(tr("Size"), sizeRow);
    auto* dpiRow = new QHBoxLayout;
    dpiRow->addWidget(dpi_);
    dpiRow->addWidget(pixels_);
    dpiRow->addStretch(1);
    form->addRow(tr("Dots per inch"), dpiRow);
    form->addRow(tr("Theme"), theme_);
    form->addRow(tr("Scale"), scale_);
    form->addRow(tr("Caption"), caption_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    form->addRow(buttons);
    buttons->button(QDialogButtonBox::Save)->setToolTip(tr("Save the image (Return)"));
    buttons->button(QDialogButtonBox::Cancel)->setToolTip(tr("Close without saving (Esc)"));
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);
}

void ExportDialog::offerEmpty(const QStringList& why, bool others)
{
    const auto allow = [this, others] {
        saveButton()->setEnabled(
            others || std::ranges::any_of(empty_, [](const QCheckBox* box) { return box->isChecked(); }));
    };
    for (const QString& figure : why) {
        auto* box = new QCheckBox(figure, this);
        box->setToolTip(tr("Nothing to show; tick to include it anyway"));
        connect(box, &QCheckBox::toggled, this, allow);
        form()->insertRow(form()->rowCount() - 1, empty_.isEmpty() ? tr("Omitted") : QString(), box);
        setTabOrder(empty_.isEmpty() ? caption_ : empty_.last(), box);
        empty_ << box;
    }
    allow();
}

bool ExportDialog::wantsEmpty(qsizetype which) const { return empty_[which]->isChecked(); }

void ExportDialog::showPreview(const ExhibitPtr& exhibit, std::function<QVector<PicturePart>()> parts)
{
    preview_ = new PicturePreview(exhibit, std::move(parts), this);
    layout()->addWidget(preview_);
    connect(scale_, &QDoubleSpinBox::valueChanged, this, &ExportDialog::updatePreview);
    connect(theme_, &QComboBox::currentIndexChanged, this, &ExportDialog::updatePreview);
    connect(path_, &QLineEdit::textChanged, this, &ExportDialog::updatePreview);
    for (const QCheckBox* box : QVector<QCheckBox*> {caption_} + empty_)
        connect(box, &QCheckBox::toggled, this, &ExportDialog::updatePreview);
    updatePreview();
}

void ExportDialog::updatePreview()
{
    if (preview_)
        preview_->request(options(), QFileInfo(path()).suffix().toLower());
}

QString ExportDialog::path() const { return path_->text(); }

void ExportDialog::setPath(const QString& path) { path_->setText(path); }

PictureOptions ExportDialog::options() const
{
    PictureOptions options;
    const double unit = millimetres_ ? dpi_->value() / millimetresPerInch : 1;
    options.pixels = {std::max(1, qRound(width_->value() * unit)), std::max(1, qRound(height_->value() * unit))};
    options.dpi = dpi_->value();
    options.theme = theme_->currentData().toString();
    options.scale = scale_->value() < leastPictureScale - pictureScaleStep / 2 ? 0 : scale_->value();
    options.caption = caption_->isChecked();
    return options;
}

void ExportDialog::name(QWidget* control, const QString& words, const QString& hint)
{
    control->setAccessibleName(words);
    control->setToolTip(hint);
}

QPushButton* ExportDialog::saveButton() const { return findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save); }

void ExportDialog::inPixels()
{
    unit_->setCurrentIndex(unit_->findData("px"));
    unit_->hide();
    form()->setRowVisible(2, false);   // the row of the dpi
}

QString ExportDialog::chosenFile()
{
    return QFileDialog::getSaveFileName(this, windowTitle(), path(),
        tr("Images (%1)").arg(pictureEndings(QStringLiteral("*."), QStringLiteral(" *."))), nullptr,
        QFileDialog::DontConfirmOverwrite);   // accept() asks that question
}

void ExportDialog::browse()
{
    if (const QString chosen = chosenFile(); !chosen.isEmpty())
        path_->setText(chosen);
}

void ExportDialog::unitChanged()
{
    const bool millimetres = unit_->currentData() == millimetresUnit;
    if (millimetres == millimetres_)
        return;
    millimetres_ = millimetres;
    const double factor = millimetres ? millimetresPerInch / dpi_->value() : dpi_->value() / millimetresPerInch;
    for (QDoubleSpinBox* box : {width_, height_}) {
        const QSignalBlocker blocker(box);
        const double value = box->value() * factor;
        box->setDecimals(millimetres ? 1 : 0);
        box->setValue(value);
    }
    showPixels();
}

void ExportDialog::showPixels()
{
    const QSize size = options().pixels;
    pixels_->setText(tr("%1 × %2 pixels").arg(size.width()).arg(size.height()));
    updatePreview();
}

QString ExportDialog::problem() const
{
    const QSize size = options().pixels;
    return size.width() > mostPixels || size.height() > mostPixels
        ? tr("An image may have at most %1 pixels per side.").arg(mostPixels)
        : QString();
}

QString ExportDialog::question() const
{
    const QFileInfo file(path());
    return file.exists() ? tr("%1 exists. Replace it?").arg(file.fileName()) : QString();
}

void ExportDialog::accept()
{
    if (QFileInfo(path()).fileName().isEmpty())
        return;
    if (QFileInfo(path()).suffix().isEmpty())
        path_->setText(path() + ending());
    if (const QString wrong = problem(); !wrong.isEmpty()) {
        QMessageBox::warning(this, windowTitle(), wrong);
        return;
    }
    if (const QString asked = question();
        !asked.isEmpty() && QMessageBox::question(this, windowTitle(), asked) != QMessageBox::Yes)
        return;
    remember();
    QDialog::accept();
}

void ExportDialog::remember()
{
    settings_.setLastFolder(FolderFor::exports, path());
    settings_.set(setting("width"), width_->value());
    settings_.set(setting("height"), height_->value());
    settings_.set(setting("unit"), unit_->currentData());
    settings_.set(setting("dpi"), dpi_->value());
    settings_.set(setting("theme"), theme_->currentData());
    settings_.set(setting("plotScale"), options().scale);
    settings_.set(setting("caption"), caption_->isChecked());
}

}   // namespace stepzero
