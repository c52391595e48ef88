// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QScreen>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStatusBar>
#include <QStyleFactory>
#include <QToolBar>
#include <QToolButton>

#include "app/appearance.h"
#include "app/board.h"
#include "app/board_pictures.h"
#include "app/export_dialog.h"
#include "app/file_names.h"
#include "app/gain_window.h"
#include "app/grid_window.h"
#include "app/open_file.h"
#include "app/pin_panel.h"
#include "app/problem_box.h"
#include "app/report_dialog.h"
#include "app/side_panel.h"
#include "app/worker.h"
#include "core/kinds/kinds.h"
#include "core/files/experiment_file.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/version.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/layer_table.h"

static void initIconResource() { Q_INIT_RESOURCE(icons); }

namespace stepzero {

namespace {

constexpr int stateVersion = 2;   // rises when toolbars of a stored state would no longer fit
constexpr int mostRecent = 8;
constexpr double leastScale = 0.6, mostScale = 3, scaleStep = 1.125;
const QString fileFilter = QStringLiteral("Experiments (*.stepzero.json *.json);;All files (*)");

QVector<PresetChoice> presetChoices()
{
    QVector<PresetChoice> choices;
    for (const Preset& preset : presets()) {
        auto parsed = parse_experiment(preset.text);
        if (auto* experiment = std::get_if<Experiment>(&parsed))
            choices.push_back(
                {QString::fromStdString(preset.name), QString::fromStdString(preset.title), std::move(*experiment)});
    }
    return choices;
}

}   // namespace

void prepareApplication()
{
    initIconResource();
    QApplication::setApplicationName("stepzero");
    QApplication::setApplicationDisplayName("Stepzero");
    QApplication::setApplicationVersion(QString::fromLatin1(version));
    QApplication::setDesktopFileName("org.stepzero.Stepzero");
    QApplication::setWindowIcon(QIcon(":/icons/stepzero.svg"));
    QApplication::setStyle(QStyleFactory::create("Fusion"));
    installFonts();
    QFont font = QApplication::font();
    font.setFamily(Style().font().family());
    QApplication::setFont(font);
}

MainWindow::MainWindow(Settings& settings, QWidget* parent) : QMainWindow(parent), settings_(settings)
{
    setAcceptDrops(true);
    writer_.setMaxThreadCount(1);
    board_ = new Board({networkLayers, networkStream, networkTokens}, this);
    buildPanels();
    buildMenus();
    buildToolBar();
    buildStatusBar();
    connectStudies();
    showNetworkKind();
    autosaveTimer_.setSingleShot(true);
    autosaveTimer_.setInterval(1000);
    connect(&autosaveTimer_, &QTimer::timeout, this, &MainWindow::autosave);
    scale_ = std::clamp(settings_.value("look/scale").toDouble(), leastScale, mostScale);
    setAppearance(settings_.value("look/theme").toString());
    resize(1280, 800);
}

MainWindow::~MainWindow() { writer_.waitForDone(); }

void MainWindow::buildPanels()
{
    panel_ = new ExperimentPanel(presetChoices());
    table_ = new LayerTable;
    pinPanel_ = new PinPanel(pins_);
    side_ = new SidePanel(panel_, table_, pinPanel_);
    halves_ = new PanelAndBoard(side_, board_, this);
    setCentralWidget(halves_);
}

void MainWindow::buildMenus()
{
    const auto action
        = [this](QMenu* menu, const QString& text, const QKeySequence& keys, auto&& slot, const QString& icon = {}) {
              QAction* made = menu->addAction(text);
              made->setShortcut(keys);
              connect(made, &QAction::triggered, this, slot);
              if (!icon.isEmpty())
                  icons_.push_back({made, icon});
              return made;
          };

    QMenu* file = menuBar()->addMenu(tr("&File"));
    action(file, tr("&New"), QKeySequence::New, [this] {
        if (mayReplaceDocument())
            document_.replace({}, {});
    });
    action(file, tr("&Open…"), QKeySequence::Open, [this] {
        const QString path = QFileDialog::getOpenFileName(
            this, tr("Open experiment"), settings_.value("document/folder").toString(), fileFilter);
        if (!path.isEmpty())
            open(path);
    });
    recentMenu_ = file->addMenu(tr("Open &recent"));
    connect(recentMenu_, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    QMenu* presetMenu = file->addMenu(tr("&Presets"));
    for (const Preset& preset : presets())
        action(presetMenu, QString::fromStdString(preset.title), {},
            [this, name = QString::fromStdString(preset.name)] { open(name); });
    file->addSeparator();
    action(file, tr("&Save"), QKeySequence::Save, [this] { save(); });
    action(file, tr("Save &as…"), QKeySequence::SaveAs, [this] { saveAs(); });
    file->addSeparator();
    QAction* exportAll = action(
        file, tr("&Export board…"), QKeySequence("Ctrl+E"), [this] { exportBoard(nullptr); }, "export");
    exportAll->setObjectName("exportBoard");
    action(file, tr("&Report…"), QKeySequence("Ctrl+Shift+E"), [this] {
        askForReport(this, settings_, study_, fileNameOf(document_.path(), document_.experiment().title));
    })->setObjectName("report");
    QMenu* exportFigure = file->addMenu(tr("Export &figure"));
    QAction* copyBoard = action(
        file, tr("&Copy board"), QKeySequence("Ctrl+Shift+C"),
        [this] { copyPicture(this, settings_, *board_, nullptr, scale_); }, "copy");
    copyBoard->setObjectName("copyBoard");
    QMenu* copyFigure = file->addMenu(tr("Co&py figure"));
    for (FigureDock* dock : board_->docks()) {
        figureActions_ << qMakePair(
            action(exportFigure, dock->kind().title + "…", {}, [this, dock] { exportBoard(dock); }), dock);
        figureActions_ << qMakePair(action(copyFigure, dock->kind().title, {},
                                        [this, dock] { copyPicture(this, settings_, *board_, dock, scale_); }),
            dock);
    }
    file->addSeparator();
    action(file, tr("&Quit"), QKeySequence::Quit, [this] { close(); });

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = document_.undoStack()->createUndoAction(this, tr("&Undo"));
    undo->setObjectName("undo");
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = document_.undoStack()->createRedoAction(this, tr("&Redo"));
    redo->setObjectName("redo");
    redo->setShortcuts({QKeySequence(QKeySequence::Redo), QKeySequence("Ctrl+Y")});
    edit->addActions({undo, redo});
    icons_.push_back({undo, "undo"});
    icons_.push_back({redo, "redo"});
    edit->addSeparator();
    action(
        edit, tr("Re-roll &seed"), QKeySequence("Ctrl+R"), [this] { panel_->rerollSeed(); }, "dice")
        ->setObjectName("reroll");
    action(
        edit, tr("&Pin this experiment"), QKeySequence("Ctrl+P"), [this] { pinExperiment(); }, "pin")
        ->setObjectName("pin");
    action(
        edit, tr("&Compute again"), QKeySequence::Refresh, [this] { runner_.request(document_.experiment(), focus_); });

    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (FigureDock* dock : board_->docks()) {
        view->addAction(dock->toggleViewAction());
        figureActions_ << qMakePair(dock->toggleViewAction(), dock);
    }
    view->addSeparator();
    view->addActions({side_->experimentAction(), side_->layersAction(), side_->pinsAction()});
    view->addSeparator();
    action(view, tr("Default &layout"), {}, [this] {
        board_->resetLayout();
        side_->reset();
    })->setObjectName("defaultLayout");
    restoreAction_
        = action(view, tr("&Back to the board"), QKeySequence("Esc"), [this] { board_->restoreMaximised(); });
    restoreAction_->setEnabled(false);
    connect(
        board_, &Board::maximisedChanged, this, [this] { restoreAction_->setEnabled(board_->maximised() != nullptr); });
    QAction* fullScreen = action(view, tr("&Full screen"), QKeySequence("F11"), [this](bool on) {
        setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    });
    fullScreen->setCheckable(true);
    view->addSeparator();
    QAction* larger = action(view, tr("Larger &plots"), {}, [this] { setScale(scale_ * scaleStep); });
    larger->setShortcuts({QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")});
    action(view, tr("S&maller plots"), QKeySequence("Ctrl+-"), [this] { setScale(scale_ / scaleStep); });
    action(view, tr("&Usual size"), QKeySequence("Ctrl+0"), [this] { setScale(1); });
    view->addSeparator();
    auto* themes = new QActionGroup(this);
    const QVector<QPair<QString, QString>> looks {
        {"light", tr("L&ight")}, {"dark", tr("&Dark")}, {"system", tr("Follow s&ystem")}};
    for (const auto& [name, text] : looks) {
        QAction* look = action(view, text, {}, [this, choice = name] { setAppearance(choice); });
        look->setCheckable(true);
        look->setObjectName("look-" + name);
        themes->addAction(look);
    }

    QMenu* tools = menuBar()->addMenu(tr("&Tools"));
    action(tools, tr("&Gain calculator…"), QKeySequence("Ctrl+G"), [this] {
        auto* window = findChild<GainWindow*>();
        if (!window)
            window = new GainWindow(document_, this);
        window->show();
        window->raise();
        window->activateWindow();
    })->setObjectName("gainCalculator");
    action(tools, tr("&Study of many experiments…"), QKeySequence("Ctrl+T"), [this] {
        showStudyWindow();
    })->setObjectName("studyWindow");
    QMenu* studies = tools->addMenu(tr("Study &presets"));
    for (const Preset& preset : study_presets())
        action(studies, QString::fromStdString(preset.title), {},
            [this, name = QString::fromStdString(preset.name)] { open(name); });

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    action(help, tr("&About Stepzero"), {}, [this] {
        QMessageBox::about(this, tr("About Stepzero"),
            tr("<b>Stepzero %1</b><p>A neural network before its first training step.</p>"
               "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                .arg(QLatin1String(version)));
    });
}

void MainWindow::buildToolBar()
{
    QToolBar* bar = addToolBar(tr("Tools"));
    bar->setObjectName("tools");
    bar->setMovable(false);
    bar->setIconSize({18, 18});
    bar->addAction(findChild<QAction*>("undo"));
    bar->addAction(findChild<QAction*>("redo"));
    bar->addSeparator();
    bar->addAction(findChild<QAction*>("reroll"));
    bar->addAction(findChild<QAction*>("pin"));
    bar->addSeparator();
    layerLabel_ = new QLabel(bar);
    layerLabel_->setContentsMargins(6, 0, 6, 0);
    bar->addWidget(layerLabel_);
    layerBox_ = new QSpinBox(bar);
    layerBox_->setAccessibleName(tr("chosen layer"));
    layerBox_->setToolTip(tr("The layer or block that all figures show (← and →)"));
    layerBox_->setMinimumWidth(layerBox_->fontMetrics().horizontalAdvance("00000") + 34);
    layerBox_->setKeyboardTracking(false);
    bar->addWidget(layerBox_);
    layerCount_ = new QLabel(bar);
    layerCount_->setContentsMargins(6, 0, 6, 0);
    bar->addWidget(layerCount_);
    connect(layerBox_, &QSpinBox::valueChanged, this, &MainWindow::chooseLayer);
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    bar->addAction(findChild<QAction*>("copyBoard"));
    bar->addAction(findChild<QAction*>("exportBoard"));
}

void MainWindow::buildStatusBar()
{
    readout_ = new QLabel(this);
    readout_->setTextFormat(Qt::PlainText);
    readout_->setMinimumWidth(1);   // a long readout must not widen the window
    progress_ = new QProgressBar(this);
    progress_->setRange(0, 1000);
    progress_->setFixedWidth(160);
    progress_->setTextVisible(true);
    cancel_ = new QToolButton(this);
    cancel_->setText(tr("Cancel"));
    cancel_->setAccessibleName(tr("cancel the computation"));
    state_ = new QLabel(this);
    state_->setFixedWidth(state_->fontMetrics().horizontalAdvance("preview of 16 × 1024 tokens · 00000 ms") + 16);
    state_->setContentsMargins(0, 0, 8, 0);
    state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    statusBar()->addWidget(readout_, 1);
    statusBar()->addPermanentWidget(progress_);
    statusBar()->addPermanentWidget(cancel_);
    statusBar()->addPermanentWidget(state_);
    statusBar()->setSizeGripEnabled(false);
    progress_->hide();
    cancel_->hide();
    connect(cancel_, &QToolButton::clicked, &runner_, &StudyRunner::cancel);
}

void MainWindow::connectStudies()
{
    connect(panel_, &ExperimentPanel::edited, &document_, &Document::edit);
    connect(table_, &LayerTable::edited, &document_, &Document::edit);
    connect(panel_, &ExperimentPanel::dragStarted, board_, [this] { board_->setDragging(true); });
    connect(panel_, &ExperimentPanel::dragEnded, board_, [this] { board_->setDragging(false); });
    connect(board_, &Board::experimentEdited, &document_, &Document::edit);
    connect(board_, &Board::dragStarted, board_, [this] { board_->setDragging(true); });
    connect(board_, &Board::dragEnded, board_, [this] { board_->setDragging(false); });
    connect(&document_, &Document::experimentChanged, this, &MainWindow::experimentChanged);
    connect(&document_, &Document::pathChanged, this, &MainWindow::updateTitle);
    connect(&document_, &Document::dirtyChanged, this, &MainWindow::updateTitle);

    connect(&runner_, &StudyRunner::delivered, this, &MainWindow::showStudy);
    connect(&runner_, &StudyRunner::stateChanged, this, &MainWindow::showState);
    connect(&runner_, &StudyRunner::failed, this, [this](quint64, const QString& sentence) {
        board_->setNotCurrent(sentence.left(1).toUpper() + sentence.mid(1) + (sentence.endsWith('.') ? "" : "."));
        state_->setText(tr("not computed"));
    });
    connect(&runner_, &StudyRunner::cancelled, this, [this] {
        if (!study_ || !(study_->experiment == document_.experiment()))
            board_->setNotCurrent(tr("Cancelled. The figures show an earlier experiment. F5 computes again."));
        state_->setText(tr("cancelled"));
    });
    connect(&runner_, &StudyRunner::progress, this, [this](double fraction, const QString& stage) {
        progress_->setValue(qRound(fraction * 1000));
        progress_->setFormat(stage.isEmpty() ? QStringLiteral("%p %") : stage + QStringLiteral(" %p %"));
        if (!study_)
            state_->setText(tr("computing…"));
        progress_->show();
        cancel_->show();
    });

    connect(&pins_, &PinList::changed, this, &MainWindow::showPins);
    connect(pinPanel_, &PinPanel::swapRequested, this, &MainWindow::swapPin);
    connect(pinPanel_, &PinPanel::saveRequested, this, &MainWindow::savePin);
    connect(board_, &Board::subjectChanged, this, &MainWindow::showNetworkKind);
    connect(board_, &Board::matrixChosen, this, &MainWindow::chooseMatrix);
    connect(board_, &Board::comparisonChosen, this, &MainWindow::chooseComparison);
    connect(board_, &Board::fixChosen, this, &MainWindow::takeFix);
    connect(board_, &Board::fixPreviewed, this, &MainWindow::previewFix);
    connect(board_, &Board::fixPreviewEnded, &fixes_, &FixPreview::hide);
    connect(&fixes_, &FixPreview::changed, this, &MainWindow::drawPins);
    connect(&fixes_, &FixPreview::made, this,
        [this](const Experiment& before, const Experiment& after, const QString& label) {
            if (document_.experiment() == before)
                document_.edit(after, {label, {}, false});
        });
    connect(&fixes_, &FixPreview::failed, this,
        [this](const QString& sentence) { showProblems(this, tr("The fix cannot be made"), {sentence}); });
    connect(panel_, &ExperimentPanel::matrixChosen, this, &MainWindow::chooseMatrix);
    connect(board_, &Board::layerChosen, this, &MainWindow::chooseLayer);
    connect(board_, &Board::layerHovered, this, &MainWindow::hoverLayer);
    connect(board_, &Board::readout, readout_, &QLabel::setText);
    connect(board_, &Board::exportRequested, this, &MainWindow::exportBoard);
    connect(board_, &Board::copyRequested, this,
        [this](FigureDock* dock) { copyPicture(this, settings_, *board_, dock, scale_); });
    connect(table_, &LayerTable::layerChosen, this, &MainWindow::chooseLayer);
    connect(table_, &LayerTable::layerHovered, this, &MainWindow::hoverLayer);
}

void MainWindow::start(const QString& fileOrPreset)
{
    QStringList problems;
    std::optional<OpenedExperiment> opened;
    std::optional<OpenedGrid> study;
    focus_.layer = settings_.value("document/layer").toInt();
    bool saved = true;
    const auto take = [&](const QString& name, QStringList* wrong) {
        const std::optional<Opened> found = openFile(name, wrong);
        if (const auto* experiment = found ? std::get_if<OpenedExperiment>(&*found) : nullptr)
            opened = *experiment;
        else if (const auto* many = found ? std::get_if<OpenedGrid>(&*found) : nullptr)
            study = *many;
    };
    if (!fileOrPreset.isEmpty())
        take(fileOrPreset, &problems);
    if (!opened && QFileInfo::exists(settings_.autosavePath())) {
        QStringList ignored;   // a damaged autosave is no reason to bother anybody
        take(settings_.autosavePath(), &ignored);
        if (opened) {
            opened->path = settings_.value("document/path").toString();
            saved = settings_.value("document/saved").toBool();
        }
    } else if (opened && !opened->path.isEmpty()) {
        remember(opened->path);
    }
    // The computation starts first: it runs while the window is being shown.
    if (opened)
        document_.replace(opened->experiment, opened->path, saved);
    else
        document_.replace({}, {});

    // Geometry, show, then the layout: its default depends on the room that there is.
    if (!restoreGeometry(settings_.value("window/geometry").toByteArray())) {
        // A usual screen is filled: six figures need the room.
        const QRect screen = this->screen()->availableGeometry();
        const QSize wanted(1920, 1080);
        if (screen.width() <= wanted.width() || screen.height() <= wanted.height()) {
            setGeometry(screen);
            setWindowState(Qt::WindowMaximized);
        } else {
            resize(wanted);
        }
    }
    show();
    restoreState(settings_.value("window/state").toByteArray(), stateVersion);
    const auto stored
        = [this](const char* name) { return QJsonDocument::fromJson(settings_.value(name).toByteArray()).object(); };
    side_->restore(stored("window/side"));
    halves_->setPanelWidth(settings_.value("window/panel").toInt());
    board_->restoreLayout(stored("board/layout"));
    board_->setViews(stored("board/views"));
    pins_.load(settings_.pinFolder());
    if (study)
        openStudy(*study);
    if (!problems.isEmpty())
        QTimer::singleShot(0, this, [this, fileOrPreset, problems] {
            showProblems(this, tr("%1 could not be opened").arg(QFileInfo(fileOrPreset).fileName()), problems);
        });
}

void MainWindow::experimentChanged(bool dragging)
{
    fixes_.forget();
    const Experiment& experiment = document_.experiment();
    panel_->setExperiment(experiment);
    table_->setExperiment(experiment);
    const int depth = stepzero::depth(experiment.network);
    focus_.layer = std::clamp(focus_.layer, 1, depth);
    {
        const QSignalBlocker blocker(layerBox_);
        layerBox_->setRange(1, depth);
        layerBox_->setValue(focus_.layer);
    }
    layerCount_->setText(tr("of %1").arg(depth));
    table_->setChosenLayer(focus_.layer);
    runner_.request(experiment, focus_, dragging);
    autosaveTimer_.start();
    if (!dragging)
        updateTitle();
}

void MainWindow::chooseLayer(int layer)
{
    layer = std::clamp(layer, 1, stepzero::depth(document_.experiment().network));
    if (layer == focus_.layer)
        return;
    focus_.layer = layer;
    {
        const QSignalBlocker blocker(layerBox_);
        layerBox_->setValue(layer);
    }
    table_->setChosenLayer(layer);
    runner_.request(document_.experiment(), focus_);
}

void MainWindow::pinExperiment()
{
    const StudyPtr shown = study_;
    const bool current = shown && shown->stage == Stage::full && shown->experiment == document_.experiment();
    pins_.add(document_.experiment(), focus_, current ? shown : nullptr);
}

void MainWindow::swapPin(int id)
{
    const PinnedExperiment* pinned = pins_.find(id);
    if (!pinned || pinned->experiment == document_.experiment())
        return;
    const PinnedExperiment before = *pinned;
    const StudyPtr shown = study_;
    PinnedExperiment after;
    after.id = id;
    after.experiment = document_.experiment();
    after.focus = focus_;
    if (shown && shown->stage == Stage::full && shown->experiment == after.experiment)
        after.pin.study = shown;
    after.pin.name = swapped_.first == after.experiment && !swapped_.second.isEmpty()
        ? swapped_.second
        : pins_.freeName(after.experiment);
    swapped_ = {before.experiment, before.pin.name};
    QUndoStack* undo = document_.undoStack();
    undo->beginMacro(tr("Swap with “%1”").arg(before.pin.name));
    undo->push(new PinSwapCommand(pins_, before, after));
    document_.edit(before.experiment, {});
    undo->endMacro();
}

void MainWindow::savePin(int id)
{
    const PinnedExperiment* pinned = pins_.find(id);
    if (!pinned)
        return;
    const Experiment experiment = pinned->experiment;
    const QString path = QFileDialog::getSaveFileName(this, tr("Save pinned experiment"),
        QDir(settings_.value("document/folder").toString())
            .filePath(fileNameOf({}, pinned->pin.name.toStdString()) + experimentEnding),
        fileFilter);
    if (path.isEmpty())
        return;
    try {
        save_experiment(path.toStdString(), experiment);
        remember(path);
    } catch (const FileError& failure) {
        showProblems(this, tr("The experiment was not saved"), {QString::fromUtf8(failure.what())});
    }
}

/// The strip of pins is there while there are pins, unless it was closed.
void MainWindow::showPins()
{
    drawPins();
    const int rows = int(pinPanel_->rows().size());
    if (rows == 0 || rows > knownPins_)
        side_->pinsAction()->setChecked(rows > 0);
    knownPins_ = rows;
    writer_.start([folder = settings_.pinFolder(), pins = pins_.entries()] {
        // As with the autosave: the next change tries again.
        (void)failureOf([&] { writePins(folder, pins); });
    });
}

void MainWindow::chooseMatrix(const QString& role)
{
    if (role.toStdString() == focus_.matrix)
        return;
    focus_.matrix = role.toStdString();
    panel_->setMatrix(role);
    runner_.request(document_.experiment(), focus_);
}

void MainWindow::chooseComparison(const QString& name)
{
    if (name.toStdString() == focus_.comparison)
        return;
    focus_.comparison = name.toStdString();
    runner_.request(document_.experiment(), focus_);
}

/// What becomes of a fix that is looked at is drawn like one pin more.
void MainWindow::drawPins()
{
    QVector<Pin> pins = pins_.pins();
    if (std::optional<Pin> after = fixes_.pin()) {
        const auto taken = [&pins](int style) {
            return std::any_of(pins.begin(), pins.end(), [style](const Pin& pin) { return pin.style == style; });
        };
        while (taken(after->style))
            ++after->style;
        pins << *after;
    }
    board_->setPins(pins);
}

/// Findings of an earlier experiment have no fixes for this one; those of this one are on their way.
void MainWindow::takeFix(const StudyPtr& study, int finding, int fix)
{
    if (study->experiment == document_.experiment())
        fixes_.take(study, finding, fix);
}

void MainWindow::previewFix(const StudyPtr& study, int finding, int fix)
{
    if (study->experiment == document_.experiment())
        fixes_.show(study, focus_, finding, fix);
}

void MainWindow::hoverLayer(int layer) { board_->setHoveredLayer(layer); }

void MainWindow::showStudy(const StudyPtr& study)
{
    board_->setNotCurrent({});
    study_ = study;
    board_->setExhibit(study);
    pins_.offer(study);
    const int milliseconds = qRound(study->seconds * 1000);
    state_->setText(study->stage == Stage::full ? tr("full · %1 ms").arg(milliseconds)
            : study->measurement->tokens > 1
            ? tr("preview of %1 × %2 tokens · %3 ms")
                  .arg(study->measurement->samples)
                  .arg(study->measurement->tokens)
                  .arg(milliseconds)
            : tr("preview of %1 samples · %2 ms").arg(study->measurement->samples).arg(milliseconds));
}

/// Only a dense network has layers of their own kind, which the table edits.
void MainWindow::showNetworkKind()
{
    const bool dense = board_->subject() == networkLayers;
    layerLabel_->setText(dense ? tr("Layer") : tr("Block"));
    for (const auto& [action, dock] : figureActions_)
        action->setVisible(board_->applies(dock));
    side_->setLayersApply(dense);
}

void MainWindow::showState()
{
    pins_.setWindowBusy(runner_.state() != StudyRunner::State::idle);
    if (runner_.state() == StudyRunner::State::idle) {
        progress_->hide();
        progress_->setValue(0);
        cancel_->hide();
    }
}

void MainWindow::updateTitle()
{
    const QString name = document_.path().isEmpty() ? QString::fromStdString(document_.experiment().title)
                                                    : QFileInfo(document_.path()).fileName();
    setWindowTitle((name.isEmpty() ? tr("untitled") : name) + "[*]");
    setWindowModified(document_.isDirty());
    setWindowFilePath(document_.path());
}

void MainWindow::setAppearance(const QString& choice)
{
    settings_.set("look/theme", choice);
    if (auto* look = findChild<QAction*>("look-" + choice))
        look->setChecked(true);
    applyAppearance(choice);
    updateLook();
}

void MainWindow::setScale(double scale)
{
    scale_ = std::clamp(scale, leastScale, mostScale);
    settings_.set("look/scale", scale_);
    updateLook();
}

void MainWindow::updateLook()
{
    const QPalette palette = QApplication::palette();
    board_->setStyle({theme(themeFor(palette)), scale_});
    for (const auto& [action, icon] : icons_)
        action->setIcon(lineIcon(icon, palette));
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && board_)
        updateLook();
}

bool MainWindow::mayReplaceDocument()
{
    if (!document_.isDirty())
        return true;
    const auto answer
        = QMessageBox::question(this, tr("Save changes?"), tr("The experiment has changes that are not in a file."),
            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

bool MainWindow::open(const QString& fileOrPreset)
{
    QStringList problems;
    const std::optional<Opened> found = openFile(fileOrPreset, &problems);
    if (!found) {
        showProblems(this, tr("%1 could not be opened").arg(QFileInfo(fileOrPreset).fileName()), problems);
        return false;
    }
    if (const auto* study = std::get_if<OpenedGrid>(&*found))
        return openStudy(*study);
    const auto* opened = std::get_if<OpenedExperiment>(&*found);
    if (!mayReplaceDocument())
        return false;
    document_.replace(opened->experiment, opened->path);
    if (!opened->path.isEmpty())
        remember(document_.path());
    return true;
}

GridWindow* MainWindow::studyWindow()
{
    if (studyWindow_)
        return studyWindow_;
    studyWindow_ = new GridWindow(settings_, document_, this);
    connect(studyWindow_, &GridWindow::openRequested, this, &MainWindow::open);
    connect(studyWindow_, &GridWindow::remembered, this, &MainWindow::remember);
    connect(studyWindow_, &GridWindow::experimentRequested, this, [this](const Experiment& experiment) {
        document_.edit(experiment, {tr("Cell of a study"), {}, false});
        raise();
        activateWindow();
    });
    connect(studyWindow_, &GridWindow::pinRequested, this,
        [this](const Experiment& experiment) { pins_.add(experiment, focus_, nullptr); });
    return studyWindow_;
}

bool MainWindow::openStudy(const OpenedGrid& study)
{
    if (!studyWindow()->open(study.grid, study.path))
        return false;
    if (!study.path.isEmpty())
        remember(study.path);
    showStudyWindow();
    return true;
}

void MainWindow::showStudyWindow()
{
    studyWindow()->show();
    studyWindow()->raise();
    studyWindow()->activateWindow();
}

bool MainWindow::save()
{
    if (document_.path().isEmpty())
        return saveAs();
    QString error;
    if (!document_.save(document_.path(), &error)) {
        showProblems(this, tr("The experiment was not saved"), {error});
        return false;
    }
    remember(document_.path());
    autosave();
    return true;
}

bool MainWindow::saveAs()
{
    QString folder = document_.path().isEmpty() ? settings_.value("document/folder").toString()
                                                : QFileInfo(document_.path()).path();
    QString path = QFileDialog::getSaveFileName(this, tr("Save experiment"),
        QDir(folder).filePath(fileNameOf(document_.path(), document_.experiment().title) + experimentEnding),
        fileFilter);
    if (path.isEmpty())
        return false;
    QString error;
    if (!document_.save(path, &error)) {
        showProblems(this, tr("The experiment was not saved"), {error});
        return false;
    }
    remember(document_.path());
    autosave();
    return true;
}

void MainWindow::exportBoard(FigureDock* dock)
{
    exportPicture(this, settings_, *board_, dock, fileNameOf(document_.path(), document_.experiment().title));
}

void MainWindow::remember(const QString& path)
{
    const QFileInfo file(path);
    QStringList recent = settings_.value("document/recent").toStringList();
    recent.removeAll(file.absoluteFilePath());
    recent.prepend(file.absoluteFilePath());
    settings_.set("document/recent", QStringList(recent.mid(0, mostRecent)));
    settings_.set("document/folder", file.absolutePath());
}

void MainWindow::fillRecent()
{
    recentMenu_->clear();
    for (const QString& path : settings_.value("document/recent").toStringList()) {
        QAction* entry = recentMenu_->addAction(QFileInfo(path).fileName().replace('&', "&&"));
        entry->setToolTip(path);
        entry->setEnabled(QFileInfo::exists(path));
        connect(entry, &QAction::triggered, this, [this, path] { open(path); });
    }
    if (recentMenu_->isEmpty())
        recentMenu_->addAction(tr("None yet"))->setEnabled(false);
}

void MainWindow::autosave()
{
    settings_.set("document/path", document_.path());
    settings_.set("document/saved", !document_.isDirty());
    settings_.set("document/layer", focus_.layer);
    writer_.start([path = settings_.autosavePath().toStdString(), experiment = document_.experiment()] {
        // A full disk: the next edit tries again, and saving to a file says why it fails.
        (void)failureOf([&] { save_experiment(path, experiment); });
    });
}

void MainWindow::storeSettings()
{
    autosave();
    settings_.set("window/geometry", saveGeometry());
    settings_.set("window/state", saveState(stateVersion));
    const auto store = [this](const char* name, const QJsonObject& state) {
        settings_.set(name, QJsonDocument(state).toJson(QJsonDocument::Compact));
    };
    settings_.set("window/panel", halves_->panelWidth());
    store("window/side", side_->state());
    store("board/layout", board_->layoutState());
    store("board/views", board_->views());
    settings_.sync();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    storeSettings();
    if (studyWindow_)
        studyWindow_->close();
    event->accept();
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // Arrives here only when the widget with the focus has no use for the key.
    if (event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier) {
        if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
            chooseLayer(focus_.layer + (event->key() == Qt::Key_Left ? -1 : 1));
            return;
        }
    }
    QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    // A dialog may follow, and the program that the file came from must not wait for it.
    const QString path = event->mimeData()->urls().first().toLocalFile();
    QTimer::singleShot(0, this, [this, path] { open(path); });
}

}   // namespace stepzero
