// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_window.h"

#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>

#include "app/board.h"
#include "app/capture_panel.h"
#include "app/file_names.h"
#include "app/layout.h"
#include "core/files/presets.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"

namespace stepzero {

void addExampleCaptures(QMenu* file, QObject* owner, const std::function<void(const QString&)>& open)
{
    QMenu* examples = file->addMenu(CaptureWindow::tr("Example captures"));
    examples->setObjectName("exampleCaptures");
    for (const Preset& example : example_captures()) {
        const QString name = QString::fromStdString(example.name);
        examples->addAction(translated(example.title), owner, [open, name] { open(name); })->setObjectName(name);
    }
}

CaptureWindow::CaptureWindow(Settings& settings, QWidget* parent, CaptureWindow* before)
    : InspectionWindow(settings, "capture", oneCapture,
        joinedText({tr("%n module(s)", nullptr, 1000), tr("%1 parameters").arg(QStringLiteral("99.9M"))}, ", "),
        parent),
      ownRunner_(before ? std::move(before->ownRunner_) : std::make_unique<CaptureRunner>()), runner_(*ownRunner_),
      panel_(new CapturePanel)
{
    setWindowTitle(tr("Capture"));
    begin(panel_, runner_, before);
    connectParts();
    if (!before)
        return;
    if (before->study_)
        showStudy(before->study_);
    appearLike(*before);
}

void CaptureWindow::buildMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&Open capture…"), QKeySequence::Open, this, &CaptureWindow::askToOpen)
        ->setObjectName("openCapture");
    addExampleCaptures(file, this, [this](const QString& name) { openExample(name); });
    addCompareActions(file, "compareCapture");
    file->addSeparator();
    addPictureActions(file);
    file->addSeparator();
    file->addAction(tr("C&lose"), QKeySequence::Close, this, &CaptureWindow::close);
    QMenu* view = menuBar()->addMenu(tr("&View"));
    addFind(view);
    addViewActions(view);
}

void CaptureWindow::connectParts()
{
    connect(panel_, &CapturePanel::filterEdited, this, [this](const QString& text) {
        if (study_ && text != QString::fromStdString(study_->filter))
            showStudy(with_filter(*study_, text.toStdString()));
    });
    connect(panel_, &CapturePanel::captureChosen, this, [this](std::size_t index) {
        if (index != study_->shown)
            showStudy(with_width(*study_, index));
    });
    connect(&runner_, &CaptureRunner::inspected, this, [this](const CaptureStudyPtr& study) {
        showStudy(study);
        bringForward();
    });
    connect(panel_, &CapturePanel::weightsRequested, this,
        [this] { emit checkpointRequested(pathText(study_->weights.path)); });
    connect(panel_, &CapturePanel::auditRequested, this, [this] {
        board_->setNotice({});
        runner_.audit(study_);
        showState();
    });
    connect(
        &runner_, &CaptureRunner::audited, this, [this](const std::shared_ptr<const Audit>& audit, quint64 generation) {
            if (study_ && study_->generation == generation)
                showStudy(with_audit(*study_, audit));
        });
    connect(&runner_, &CaptureRunner::compared, this,
        [this](const std::shared_ptr<const Capture>& before, const QString& name) {
            showStudy(with_before(*study_, before, Text::name(name.toStdString())));
        });
    connect(board_, &Board::cellChosen, this, &CaptureWindow::choosePlace);
}

void CaptureWindow::openPath(const QString& path)
{
    settings_.setLastFolder(FolderFor::captures, path);
    board_->setNotice({});
    runner_.open(path);
    showState();
    emit opened(path);
}

void CaptureWindow::openExample(const QString& name)
{
    board_->setNotice({});
    runner_.openExample(name);
    showState();
}

void CaptureWindow::compareWith(const QString& path)
{
    if (!study_)
        return;
    board_->setNotice({});
    runner_.compare(path);
    showState();
}

void CaptureWindow::endComparison()
{
    if (study_ && study_->before)
        showStudy(with_before(*study_, nullptr, {}));
}

void CaptureWindow::choosePlace(int place)
{
    const auto chosen = study_ && place >= 0 && std::size_t(place) < study_->places()
        ? std::optional(std::size_t(place))
        : std::nullopt;
    if (study_ && chosen != study_->chosen)
        showStudy(with_chosen(*study_, chosen));
}

void CaptureWindow::showStudy(const CaptureStudyPtr& study)
{
    study_ = study;
    panel_->setStudy(study);
    board_->setExhibit(study);
    setWindowTitle(tr("%1 – Stepzero capture").arg(QString::fromStdString(study->name)));
    updateLook();
    showState();
}

/// Brings the figure over the width to the front of its tabs for a file with several widths. For another it is empty,
/// and leaves the front.
void CaptureWindow::bringForward()
{
    const QString widths = QStringLiteral("capture_widths"), signal = QStringLiteral("capture_signal");
    const QString front = study_->widths ? widths : signal;
    if (board_->maximised())   // by the user, or by Find
        return;
    if (board_->isShown(front) && (study_->widths || frontsOf(board_->arrangement()).contains(widths)))
        board_->arrange(inFront(board_->arrangement(), front));
}

QString CaptureWindow::verdict() const
{
    if (!study_)
        return tr(
            "Open a capture of your own model, or drop one here: the file that stepzero.capture() writes in Python");
    const auto problems = std::ranges::count_if(
        study_->findings, [](const CaptureFinding& finding) { return finding.severity != Severity::note; });
    return summaryText(*study_) + (problems == 0 ? QString() : tr(" · %n finding(s)", nullptr, int(problems)));
}

void CaptureWindow::showState()
{
    InspectionWindow::showState();
    panel_->setAuditing(runner_.isRunning());
}

QString CaptureWindow::sizeText() const { return stepzero::sizeText(*study_); }

QString CaptureWindow::filePatterns() const
{
    return tr("Captures (%1);;All files (*)").arg(QStringLiteral("*%1 *.json").arg(captureEnding));
}

QString CaptureWindow::fileName() const
{
    if (!study_)
        return QStringLiteral("capture");
    QString name = QString::fromStdString(study_->name);
    return name.endsWith(captureEnding) ? name.chopped(captureEnding.size()) : QFileInfo(name).completeBaseName();
}

}   // namespace stepzero
