// SPDX-License-Identifier: GPL-3.0-or-later
// The window: experiment panel and layer table left, the board of figures, and what connects them: edits go
// to the document, the document's experiment to the runner, the runner's studies to the board.
#pragma once

#include <QMainWindow>
#include <QThreadPool>
#include <QTimer>

#include "app/document.h"
#include "app/fix_preview.h"
#include "app/pins.h"
#include "app/settings.h"
#include "app/study_runner.h"
#include "widgets/figures/picture.h"

class QLabel;
class QMenu;
class QProgressBar;
class QSpinBox;
class QToolButton;

namespace stepzero {

class Board;
class ExperimentPanel;
class FigureDock;
class GridWindow;
struct OpenedGrid;
class LayerTable;
class PanelAndBoard;
class PinPanel;
class SidePanel;

/// What the application needs before its first window: name, fonts, style.
void prepareApplication();

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Shows the window as it was left, with a file or preset, or with the last experiment. Problems of the
    /// file are shown after the window.
    void start(const QString& fileOrPreset = {});

    Document& document() { return document_; }
    StudyRunner& runner() { return runner_; }
    Board* board() const { return board_; }
    StudyPtr study() const { return study_; }   ///< on the board; null: none is there yet
    PinList& pins() { return pins_; }
    PinPanel* pinPanel() const { return pinPanel_; }
    ExperimentPanel* panel() const { return panel_; }
    LayerTable* layerTable() const { return table_; }
    QSpinBox* layerBox() const { return layerBox_; }
    int layer() const { return focus_.layer; }
    const Focus& focus() const { return focus_; }
    double scale() const { return scale_; }

    void chooseLayer(int layer);
    /// Keeps the present experiment beside those that follow, with the study that is shown if it is its own.
    void pinExperiment();
    /// The document takes the experiment of a pin, and the pin that of the document: one undo step.
    void swapPin(int id);
    void chooseMatrix(const QString& role);
    void chooseComparison(const QString& name);
    /// Opens a file or preset in place of the document. False when it cannot be read (the problems are
    /// shown) or the user keeps what there is.
    bool open(const QString& fileOrPreset);
    bool save();
    bool saveAs();
    void setAppearance(const QString& choice);   ///< light, dark or system
    void setScale(double scale);
    /// Asks how, and writes one figure, or the board when there is none.
    void exportBoard(FigureDock* dock);
    /// The window of studies of many experiments, made when it is first asked for; it may be hidden.
    GridWindow* studyWindow();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildPanels();
    void buildMenus();
    void buildToolBar();
    void buildStatusBar();
    void connectStudies();
    void showPins();
    void drawPins();
    void savePin(int id);

    void experimentChanged(bool dragging);
    void showStudy(const StudyPtr& study);
    void showState();
    void showNetworkKind();
    void takeFix(const StudyPtr& study, int finding, int fix);
    void previewFix(const StudyPtr& study, int finding, int fix);
    void hoverLayer(int layer);
    void updateTitle();
    void updateLook();
    bool mayReplaceDocument();
    bool openStudy(const OpenedGrid& study);
    void showStudyWindow();
    void remember(const QString& path);
    void fillRecent();
    void autosave();
    void storeSettings();

    Settings& settings_;
    Document document_;
    StudyRunner runner_;
    PinList pins_;
    PinPanel* pinPanel_ = nullptr;
    GridWindow* studyWindow_ = nullptr;
    QPair<Experiment, QString> swapped_;   // that a pin gave last, and the name it had
    Board* board_ = nullptr;
    StudyPtr study_;
    ExperimentPanel* panel_ = nullptr;
    LayerTable* table_ = nullptr;
    SidePanel* side_ = nullptr;
    PanelAndBoard* halves_ = nullptr;
    int knownPins_ = 0;   // when their strip was last shown or hidden
    QMenu* recentMenu_ = nullptr;
    QAction* restoreAction_ = nullptr;
    QVector<QPair<QAction*, QString>> icons_;   // to be drawn anew when the palette changes
    QSpinBox* layerBox_ = nullptr;
    QVector<QPair<QAction*, FigureDock*>> figureActions_;   // shown where the figure applies
    QLabel *layerLabel_ = nullptr, *layerCount_ = nullptr, *readout_ = nullptr, *state_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QToolButton* cancel_ = nullptr;
    QTimer autosaveTimer_;
    FixPreview fixes_;
    QThreadPool writer_;   // one thread: files are written in order, and never by the window
    Focus focus_;   // what the figures look at
    double scale_ = 1;
};

}   // namespace stepzero
