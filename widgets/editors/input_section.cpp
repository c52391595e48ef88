// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/input_section.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "core/kinds/kinds.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"

namespace stepzero {

InputSection::InputSection(ExperimentEdits& edits, QWidget* parent)
    : Fold(QStringLiteral("input"), tr("Input"), parent), edits_(edits), files_(new QToolButton)
{
    distribution_ = edits_.combo("input.distribution", [](Experiment& e, const std::string& word) {
        e.input.distribution = word;
        e.input.file.clear();
        e.input.scaling = Input().scaling;
    });
    files_->setText(QStringLiteral("…"));
    files_->setToolTip(tr("Read the input from a file of numbers (one sample per row) or a folder of images"));
    files_->setAccessibleName(tr("input from a file"));
    files_->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(files_);
    menu->addAction(tr("&File of numbers…"), this, &InputSection::chooseFile);
    folders_ = menu->addAction(tr("F&older of images…"), this, &InputSection::chooseFolder);
    files_->setMenu(menu);
    rows()->addWidget(fieldRow(labelOf("input.distribution"), distribution_, files_));

    scaling_ = edits_.combo("input.scaling");
    rows()->addWidget(scalingRow_ = fieldRow(labelOf("input.scaling"), scaling_));

    mean_ = edits_.box("input.mean");
    std_ = edits_.box("input.std");
    auto* both = new QWidget;
    auto* bothLayout = new QHBoxLayout(both);
    bothLayout->setContentsMargins(0, 0, 0, 0);
    bothLayout->addWidget(mean_, 1);
    auto* stdLabel = new TermLabel(labelOf("input.std"));
    stdLabel->setBuddy(std_);
    bothLayout->addWidget(stdLabel);
    bothLayout->addWidget(std_, 1);
    rows()->addWidget(numbers_ = fieldRow(labelOf("input.mean"), both));

    samples_ = edits_.slider("input.samples", SliderScale::logarithmicInteger(16, 4096));
    tokens_ = edits_.slider("input.tokens", SliderScale::logarithmicInteger(8, 1024));
    rows()->addWidget(samples_);
    rows()->addWidget(tokens_);
}

void InputSection::chooseFile()
{
    readFrom(QFileDialog::getOpenFileName(
        window(), tr("Input from a file"), folder(), tr("Numbers (*.npy *.csv);;All files (*)")));
}

void InputSection::chooseFolder()
{
    readFrom(QFileDialog::getExistingDirectory(window(), tr("Input from a folder of images"), folder()));
}

/// Returns the folder in which a file dialog begins, that of the present file.
QString InputSection::folder() const
{
    const std::string& file = edits_.experiment().input.file;
    return file.empty() ? QString() : QFileInfo(pathText(file)).path();
}

void InputSection::readFrom(const QString& path)
{
    if (path.isEmpty())
        return;
    edits_.change(tr("Input file"), {}, [&](Experiment& e) { e.input.file = pathOf(path).native(); });
}

/// Shows the rows that apply to this kind of network.
void InputSection::showKind()
{
    const NetworkKind& kind = kind_of(edits_.experiment().network);
    if (kind.name == shownKind_)
        return;
    shownKind_ = kind.name;
    const bool tokens = kind.takes_tokens;
    numbers_->setVisible(!tokens);
    tokens_->setVisible(tokens);
    folders_->setVisible(!tokens);
    samples_->setScale(SliderScale::logarithmicInteger(kind.has_tokens() ? 1 : 16, kind.has_tokens() ? 64 : 4096));
}

void InputSection::showExperiment()
{
    showKind();
    const Input& input = edits_.experiment().input;
    const bool tokens = kind_of(edits_.experiment().network).takes_tokens;
    const QString file = pathText(input.file);
    if (!file.isEmpty())
        distribution_->setCurrentIndex(-1);
    distribution_->setPlaceholderText(QFileInfo(file).fileName());
    distribution_->setToolTip(file.isEmpty() ? helpOf("input.distribution") : file);
    scalingRow_->setVisible(!file.isEmpty() && !tokens);
    for (QWidget* widget : std::initializer_list<QWidget*> {mean_, std_, samples_, tokens_})
        widget->setEnabled(file.isEmpty());

    QStringList parts {file.isEmpty() ? distribution_->currentText() : QFileInfo(file).fileName()};
    if (file.isEmpty() && tokens) {
        parts << tr("%1 × %n token(s)", nullptr, input.tokens).arg(input.samples);
    } else if (file.isEmpty()) {
        if (input.mean != 0)
            parts << tr("mean %1").arg(NumberBox::textOf(input.mean));
        if (input.std != 1)
            parts << tr("std %1").arg(NumberBox::textOf(input.std));
        parts << tr("%n sample(s)", nullptr, input.samples);
    } else if (!tokens && scaling_of(input) != InputScaling::raw) {
        parts << scaling_->currentText();
    }
    setSummary(joinedText(parts, ", "));
}

}   // namespace stepzero
