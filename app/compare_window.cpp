// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_window.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "app/appearance.h"
#include "app/board.h"
#include "app/file_names.h"
#include "app/layout.h"
#include "app/preset_gallery.h"
#include "app/problem_box.h"
#include "app/settings.h"
#include "app/workspace.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/figures/picture.h"

namespace stepzero {

using From = ComparedSource::From;

CompareWindow::CompareWindow(Workspace& workspace, BoardWindow& main, ExperimentPanel& panel, CompareWindow* before)
    : BoardWindow(main.settings(), "compare", pairSubjects(), tr("computing…"), &main, Qt::Window),
      workspace_(workspace), panel_(panel),
      focus_(workspace.focus()), sides_ {new ComparedSide(workspace, this), new ComparedSide(workspace, this)}
{
    setWindowTitle(tr("Compare side by side"));
    setAttribute(Qt::WA_DeleteOnClose);   // frees what was computed
    auto* none = new QWidget(this);
    none->hide();
    setPanel(none, {makeBar()});
    buildMenus();
    connectParts(panel);
    if (before) {
        focus_ = before->focus_;
        before->storeBoard();
        for (std::size_t side = 0; side < sides_.size(); ++side)
            sides_[side]->takeFrom(*before->sides_[side]);
    } else {
        QStringList problems;   // if the file is gone, both sides show the present experiment
        sides_.front()->setSource(firstSource(), &problems);
    }
    for (std::size_t side = 0; side < sides_.size(); ++side)
        fillBox(side);
    updateLook();
    restoreAdditionalPlace();
    const bool first = settings_.object("compare/layout").isEmpty();
    restoreBoard();
    showPair();
    if (first)   // begins with the figures that the user looks at
        for (const QString& front : frontsOf(main.board()->arrangement()))
            if (board_->isShown(front))
                board_->arrange(inFront(board_->arrangement(), front));
    if (before)
        appearLike(*before);
}

QWidget* CompareWindow::makeBar()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 4, 8, 4);
    swap_ = new QToolButton(bar);
    swap_->setAutoRaise(true);
    swap_->setAccessibleName(tr("swap both sides"));
    swap_->setToolTip(tr("Swap both sides"));
    connect(swap_, &QToolButton::clicked, this, &CompareWindow::swapSides);
    for (const std::size_t side : {std::size_t(0), std::size_t(1)}) {
        boxes_[side] = new Combo(bar);
        boxes_[side]->setAccessibleName(side == 0 ? tr("left experiment") : tr("right experiment"));
        boxes_[side]->setToolTip(tr("The experiment on this side"));
        boxes_[side]->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(boxes_[side], &QComboBox::activated, this, [this, side](int entry) { chooseEntry(side, entry); });
        states_[side] = new QLabel(bar);
        states_[side]->setTextFormat(Qt::PlainText);
        states_[side]->setForegroundRole(QPalette::PlaceholderText);
        auto* half = new QHBoxLayout;
        half->addWidget(boxes_[side], 1);
        half->addWidget(states_[side]);
        row->addLayout(half, 1);
        if (side == 0)
            row->addWidget(swap_);
    }
    return bar;
}

void CompareWindow::buildMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    addPictureActions(file, false);
    file->addSeparator();
    file->addAction(tr("C&lose"), QKeySequence::Close, this, &CompareWindow::close);
    QMenu* view = menuBar()->addMenu(tr("&View"));
    addFind(view);
    view->addAction(tr("S&wap both sides"), this, &CompareWindow::swapSides)->setObjectName("swapSides");
    view->addSeparator();
    addViewActions(view);
}

void CompareWindow::connectParts(ExperimentPanel& panel)
{
    for (ComparedSide* side : sides_)
        connect(side, &ComparedSide::changed, this, &CompareWindow::showPair);
    connect(&workspace_, &Workspace::focusChanged, this, &CompareWindow::followFocus);
    connect(&workspace_, &Workspace::pinsChanged, this, [this] {
        fillBox(0);
        fillBox(1);
    });
    for (const bool on : {true, false}) {
        const auto drag = [this, on] { board_->setDragging(on); };
        connect(&panel, on ? &ExperimentPanel::dragStarted : &ExperimentPanel::dragEnded, this, drag);
        connect(board_, on ? &Board::dragStarted : &Board::dragEnded, this, drag);
    }
    connect(board_, &Board::layerChosen, this, &CompareWindow::chooseLayer);
    connect(board_, &Board::layerHovered, board_, &Board::setHoveredLayer);
    connect(board_, &Board::matrixChosen, &workspace_, &Workspace::chooseMatrix);
    connect(board_, &Board::comparisonChosen, &workspace_, &Workspace::chooseComparison);
    connect(board_, &Board::varianceChosen, &workspace_, &Workspace::chooseVariance);
    connect(board_, &Board::experimentEdited, &workspace_.document(), &Document::edit);
    connect(board_, &Board::fixChosen, &workspace_, &Workspace::takeFix);
    connect(board_, &Board::trainingRequested, &panel, [&panel] { panel.setTrained(true); });
}

/// Returns what the present experiment is compared with at first: the last visible pin, or the file as it was saved, or
/// another preset.
ComparedSource CompareWindow::firstSource() const
{
    if (const int pin = workspace_.lastShownPin(); pin > 0)
        return {From::pin, pin};
    const Document& document = workspace_.document();
    if (!document.path().isEmpty() && document.isDirty())
        return {From::file, 0, document.path()};
    const auto other = std::ranges::find_if(panel_.presets(),
        [&](const PresetChoice& preset) { return !same_numbers(preset.experiment, workspace_.experiment()); });
    return {From::preset, 0, other->name};
}

void CompareWindow::choose(std::size_t side, const ComparedSource& source)
{
    QStringList problems;
    if (!sides_[side]->setSource(source, &problems))
        showProblems(this, tr("Could not open %1").arg(QFileInfo(source.name).fileName()), problems);
    fillBox(side);
}

void CompareWindow::swapSides()
{
    std::swap(sides_[0], sides_[1]);
    fillBox(0);
    fillBox(1);
    showPair();
}

void CompareWindow::followFocus()
{
    const Focus& next = workspace_.focus();
    const int kept = focus_.layer;
    focus_ = next;
    if (std::min(kept, stepzero::depth(workspace_.experiment().network)) == next.layer)
        focus_.layer = kept;   // it is beyond the last layer of the present network
    for (ComparedSide* side : sides_)
        side->setFocus(focus_);
}

void CompareWindow::chooseLayer(int layer)
{
    focus_.layer = layer;
    workspace_.chooseLayer(layer);   // may change nothing, if its network has fewer layers
    for (ComparedSide* side : sides_)
        side->setFocus(focus_);
}

/// Lists the present experiment, the pins, the chosen preset or file, and two entries that ask for another one.
void CompareWindow::fillBox(std::size_t side)
{
    const ComparedSource& shown = sides_[side]->source();
    QComboBox* box = boxes_[side];
    QVector<ComparedSource>& offered = offered_[side];
    box->clear();
    offered = {ComparedSource()};
    box->addItem(tr("Current experiment"));
    for (const PinnedExperiment& pinned : workspace_.pins().entries()) {
        offered << ComparedSource {From::pin, pinned.id};
        box->addItem(pinned.pin.name);
    }
    if (!offered.contains(shown)) {
        offered << shown;
        box->addItem(sides_[side]->name());
    }
    box->setCurrentIndex(int(offered.indexOf(shown)));
    box->insertSeparator(box->count());
    box->addItem(tr("Choose preset…"));
    box->addItem(tr("Open file…"));
}

void CompareWindow::chooseEntry(std::size_t side, int entry)
{
    const int asking = entry - int(offered_[side].size()) - 1;   // after the separator
    if (asking < 0)
        return choose(side, offered_[side][entry]);
    fillBox(side);   // until something is chosen
    asking == 0 ? choosePreset(side) : chooseFile(side);
}

void CompareWindow::choosePreset(std::size_t side)
{
    auto* gallery = new PresetGallery(panel_.presets(), this);
    connect(gallery, &PresetGallery::presetChosen, this, [this, side](const QString& name) {
        choose(side, {From::preset, 0, name});
    });
    gallery->open();
}

void CompareWindow::chooseFile(std::size_t side)
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open experiment"), settings_.lastFolder(FolderFor::documents), experimentFilter);
    if (!path.isEmpty())
        choose(side, {From::file, 0, path});
}

void CompareWindow::showPair()
{
    if (std::array shown {sides_[0]->shown(), sides_[1]->shown()}; !pair_ || pair_->sides != shown) {
        pair_ = pair_study(std::move(shown[0]), std::move(shown[1]));
        board_->setExhibit(pair_);
    }
    for (std::size_t side = 0; side < sides_.size(); ++side) {
        const QString problem = sides_[side]->problem();
        states_[side]->setText(!problem.isEmpty() ? tr("failed")
                : sides_[side]->isComputing()     ? tr("computing…")
                                                  : QString());
        states_[side]->setVisible(!states_[side]->text().isEmpty());   // an empty one would take room
        states_[side]->setToolTip(problem);
    }
}

void CompareWindow::updateLook()
{
    BoardWindow::updateLook();
    swap_->setIcon(lineIcon("swap", palette()));
}

void CompareWindow::closeEvent(QCloseEvent* event)
{
    storeBoard();
    event->accept();
}

}   // namespace stepzero
