// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoint_window.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>

#include "app/board.h"
#include "app/checkpoint_panel.h"
#include "app/file_names.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"
#include "widgets/language/audit_words.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

const QStringList checkpoint_patterns {"*.safetensors", "*.pt", "*.pth", "*.bin", "*.gguf", "*.npz", "*.index.json"};

}   // namespace

bool isCheckpoint(const QString& path)
{
    const QFileInfo file(path);
    return file.isDir() ? !QDir(path).entryList(checkpoint_patterns, QDir::Files).isEmpty()
                        : QDir::match(checkpoint_patterns, file.fileName());
}

CheckpointWindow::CheckpointWindow(Settings& settings, QWidget* parent, CheckpointWindow* before)
    : InspectionWindow(settings, "checkpoint", oneCheckpoint, QStringLiteral("reading the chosen tensor…"), parent),
      ownRunner_(before ? std::move(before->ownRunner_) : std::make_unique<CheckpointRunner>()), runner_(*ownRunner_),
      panel_(new CheckpointPanel)
{
    setWindowTitle(tr("Checkpoint"));
    begin(panel_, runner_, before);
    connectParts();
    if (!before)
        return;
    path_ = before->path_;
    request_ = before->request_;
    if (before->study_)
        showStudy(before->study_);
    appearLike(*before);
}

void CheckpointWindow::buildMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&Open checkpoint…"), QKeySequence::Open, this, &CheckpointWindow::askToOpen)
        ->setObjectName("openCheckpoint");
    file->addAction(tr("Open &folder…"), QKeySequence("Ctrl+Shift+O"), this, &CheckpointWindow::askForFolder)
        ->setObjectName("openFolder");
    addCompareActions(file, "compareCheckpoint");
    file->addSeparator();
    file->addAction(tr("Choose conf&ig…"), this,
            [this] {
                const QString path = QFileDialog::getOpenFileName(this,
                    tr("The model family used to interpret tensor names"), settings_.lastFolder(FolderFor::checkpoints),
                    tr("config.json and experiments (*.json);;All files (*)"));
                if (!path.isEmpty())
                    chooseConfig(path);
            })
        ->setObjectName("chooseConfig");
    QMenu* families = file->addMenu(tr("F&amily"));
    families->setObjectName("families");
    connect(families, &QMenu::aboutToShow, this, [this, families] { fillFamilies(families); });
    run_ = file->addAction(tr("Open as e&xperiment"), QKeySequence("Ctrl+Return"), this, &CheckpointWindow::runIt);
    run_->setObjectName("runCheckpoint");
    file->addSeparator();
    addPictureActions(file);
    file->addSeparator();
    file->addAction(tr("C&lose"), QKeySequence::Close, this, &CheckpointWindow::close);
    QMenu* view = menuBar()->addMenu(tr("&View"));
    addFind(view);
    addViewActions(view);
}

void CheckpointWindow::fillFamilies(QMenu* menu)
{
    menu->clear();
    const auto add = [&](const QString& text, const QString& name) {
        QAction* family = menu->addAction(text, this, [this, name] { chooseFamily(name); });
        family->setCheckable(true);
        family->setChecked(request_.family == name.toStdString());
    };
    add(tr("Detect from tensor &names"), {});
    menu->addSeparator();
    for (const Family& family : families())
        add(translated(family.label), QString::fromStdString(family.name));
    menu->addSeparator();
    menu->addAction(tr("&File…"), this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Custom family"),
            settings_.lastFolder(FolderFor::checkpoints), tr("Families (*.json);;All files (*)"));
        if (!path.isEmpty())
            chooseFamily(path);
    });
    menu->setEnabled(true);
}

void CheckpointWindow::connectParts()
{
    connect(panel_, &CheckpointPanel::runRequested, this, &CheckpointWindow::runIt);
    connect(&runner_, &CheckpointRunner::experimentMade, this, &CheckpointWindow::runRequested);
    connect(panel_, &CheckpointPanel::filterEdited, this, [this](const QString& text) {
        if (study_ && text != QString::fromStdString(study_->filter))
            showStudy(with_filter(*study_, text.toStdString()));
    });
    connect(&runner_, &CheckpointRunner::audited, this, [this](const AuditStudyPtr& study) {
        showStudy(study);
        readChosen();
    });
    connect(&runner_, &CheckpointRunner::compared, this,
        [this](const std::shared_ptr<const CheckpointChange>& change, const QString& name) {
            showStudy(with_change(*study_, change, name.toStdString()));
            if (auto* map = board_->dock("audit_map")->figure(); map->viewState().value("what") == "scale") {
                QJsonObject view = map->viewState();
                view["what"] = "change";
                map->setViewState(view);
            }
            readChosen();
        });
    connect(&runner_, &CheckpointRunner::matrixRead, this,
        [this](std::size_t place, const std::shared_ptr<const MatrixReading>& reading) {
            if (study_ && study_->chosen == place)
                showStudy(with_reading(*study_, reading));
        });
    connect(board_, &Board::cellChosen, this, &CheckpointWindow::chooseTensor);
}

void CheckpointWindow::openPath(const QString& path)
{
    path_ = path;
    request_ = {};
    settings_.setLastFolder(FolderFor::checkpoints, path);
    openAgain();
    emit opened(path);
}

void CheckpointWindow::openAgain()
{
    if (path_.isEmpty())
        return;
    board_->setNotice({});
    runner_.open(path_, request_);
    showState();
}

void CheckpointWindow::chooseConfig(const QString& path)
{
    request_.config = pathOf(path);
    openAgain();
}

void CheckpointWindow::chooseFamily(const QString& family)
{
    request_.family = family.toStdString();
    openAgain();
}

void CheckpointWindow::runIt()
{
    if (!study_)
        return;
    board_->setNotice({});
    runner_.makeExperiment();
    showState();
}

void CheckpointWindow::compareWith(const QString& path)
{
    if (!study_)
        return;
    board_->setNotice({});
    runner_.compare(path, study_);
    showState();
}

void CheckpointWindow::endComparison()
{
    if (study_ && study_->change)
        showStudy(with_change(*study_, nullptr, {}));
}

void CheckpointWindow::chooseTensor(int place)
{
    const auto chosen = study_ && place >= 0 && std::size_t(place) < study_->places.size()
        ? std::optional(std::size_t(place))
        : std::nullopt;
    if (!study_ || chosen == study_->chosen)
        return;
    showStudy(with_chosen(*study_, chosen));
    readChosen();
}

/// Reads the entries of a chosen matrix, if the file has them, which takes a moment.
void CheckpointWindow::readChosen()
{
    if (study_ && study_->chosen && study_->part(*study_->chosen).rows && !study_->reading)
        runner_.read(study_);
    showState();
}

void CheckpointWindow::showStudy(const AuditStudyPtr& study)
{
    study_ = study;
    panel_->setStudy(study);
    board_->setExhibit(study);
    setWindowTitle(tr("%1 – Stepzero checkpoint").arg(QString::fromStdString(study->name)));
    updateLook();
    showState();
}

QString CheckpointWindow::verdict() const
{
    if (!study_)
        return tr("Open a checkpoint, or drop one here: safetensors, PyTorch, GGUF, npz, or a folder");
    const auto grave = std::ranges::count_if(
        study_->audit->findings, [](const AuditFinding& finding) { return finding.severity != Severity::note; });
    return summaryText(*study_) + (grave == 0 ? QString() : tr(" · %n finding(s)", nullptr, int(grave)));
}

void CheckpointWindow::showState()
{
    InspectionWindow::showState();
    run_->setEnabled(study_ != nullptr);
}

QString CheckpointWindow::sizeText() const { return stepzero::sizeText(*study_); }

bool CheckpointWindow::isGrave() const { return study_ && study_->audit->verdict == AuditVerdict::deviates; }

QString CheckpointWindow::filePatterns() const
{
    return tr("Checkpoints (%1);;All files (*)").arg(checkpoint_patterns.join(' '));
}

void CheckpointWindow::askForFolder()
{
    const QString path
        = QFileDialog::getExistingDirectory(this, openTitle(), settings_.lastFolder(FolderFor::checkpoints));
    if (!path.isEmpty())
        openPath(path);
}

QString CheckpointWindow::fileName() const
{
    return study_ ? QFileInfo(QString::fromStdString(study_->name)).completeBaseName() : QStringLiteral("checkpoint");
}

}   // namespace stepzero
