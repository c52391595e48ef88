// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a study of many experiments: what varies at the left, its figures beside. Cells are run as soon as
// they are asked for, those that are known already are not run again, and one can be opened in the main window.
#pragma once

#include <QUndoStack>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/board_window.h"
#include "app/grid_runner.h"
#include "core/study/grid/grid.h"
#include "widgets/editors/edit_info.h"

namespace stepzero {

class Document;
class GridPanel;
struct KeptDocument;

class GridWindow : public BoardWindow {
    Q_OBJECT
public:
    /// Begins with the study as it was left, or with a proposal for the document's experiment.
    /// Another window of studies, in another language, hands on what it has to one in its place.
    GridWindow(Settings& settings, Document& document, QWidget* parent = nullptr, GridWindow* before = nullptr);
    ~GridWindow() override;

    const Grid& grid() const { return grid_; }
    QString path() const { return path_; }
    bool isDirty() const override { return !undo_.isClean(); }
    GridPanel* panel() const { return panel_; }
    GridStudyPtr study() const { return study_; }   ///< on the board; null: no cell is there yet
    GridRunner& runner() { return runner_; }
    QUndoStack* undoStack() { return &undo_; }

    /// In place of the present study. False when the user keeps what there is.
    bool open(const Grid& grid, const QString& path);
    /// One edit, as in the experiment's panel: Undo brings the present study back. Precondition: there is one of the
    /// name.
    void choosePreset(const QString& name);
    /// The study of a session that was not closed, with its edits. False as above.
    bool restore(const KeptDocument& last);
    /// Lists over the document's experiment. False as above.
    bool propose();
    bool save() override;
    QString fileName() const override;
    bool saveAs();
    /// The cells that are there, as JSON or CSV by the ending. False and a sentence on failure.
    bool writeResult(const QString& path, QString* error);
    void chooseCell(int cell);   ///< by index; −1: none
    /// What must survive a restart.
    void storeSettings();

signals:
    void experimentRequested(const stepzero::Experiment& experiment);   ///< a cell, to be worked on
    void pinRequested(const stepzero::Experiment& experiment);
    void remembered(const QString& path);   ///< a file that was written

protected:
    void autosave() override;
    void updateLook() override;
    void closeEvent(QCloseEvent* event) override;

private:
    void buildMenus();
    void connectParts();
    void edit(const Grid& grid, const EditInfo& info);
    void replace(const Grid& grid, const QString& path, bool saved);
    void put(const Grid& grid);
    void showStudy(const GridStudyPtr& study);
    void showState();
    bool write(const QString& path);
    void exportResult();
    std::optional<Experiment> chosenExperiment() const;
    void useExperiment();
    void updateTitle();

    /// What one window in the place of another takes from it.
    struct Desk {
        QUndoStack undo;
        GridRunner runner;
        GridWindow* window = nullptr;   ///< that the edits are undone in
    };

    bool take(const KeptDocument& last);
    void takePlace(const GridWindow& before);

    Document& document_;
    Grid grid_;
    QString path_;
    std::unique_ptr<Desk> desk_;
    QUndoStack& undo_;
    GridRunner& runner_;
    GridStudyPtr study_;
    std::optional<std::size_t> cell_;   // chosen
    GridPanel* panel_;
    QAction *openCell_ = nullptr, *pinCell_ = nullptr;
};

}   // namespace stepzero
