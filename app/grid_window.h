// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a study of many experiments: the lists of what varies on the left, and figures on the right. Cells are
// run as soon as they are requested, and known ones are not run again. A cell can be opened in the main window.
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
    /// Starts with the last study, or with a proposal for the document's experiment. If `before` is a window of studies
    /// in another language, this one takes over its study.
    GridWindow(Settings& settings, Document& document, QWidget* parent = nullptr, GridWindow* before = nullptr);
    ~GridWindow() override;

    const Grid& grid() const { return grid_; }
    QString path() const { return path_; }
    bool isDirty() const override { return !undo_.isClean(); }
    GridPanel* panel() const { return panel_; }
    GridStudyPtr study() const { return study_; }   ///< study on the board; null: no cell is computed yet
    GridRunner& runner() { return runner_; }
    QUndoStack* undoStack() { return &undo_; }

    /// Replaces the present study. Returns false when the user keeps the present one.
    bool open(const Grid& grid, const QString& path);
    /// Opens a preset as one edit, as in the panel of the experiment: Undo restores the present study. Precondition:
    /// the preset exists.
    void choosePreset(const QString& name);
    /// Restores the study of a session that did not end properly, with its edits. Returns false like open().
    bool restore(const KeptDocument& last);
    /// Proposes lists over the document's experiment. Returns false like open().
    bool propose();
    bool save() override;
    QString fileName() const override;
    bool saveAs();
    /// Writes the computed cells as JSON or CSV, by the extension. Returns false and sets a sentence in `error` on
    /// failure.
    bool writeResult(const QString& path, QString* error);
    void chooseCell(int cell);   ///< by index; −1: none
    /// Stores what must survive a restart.
    void storeSettings();

signals:
    /// emitted with a cell that should be opened as an experiment
    void experimentRequested(const stepzero::Experiment& experiment);
    void pinRequested(const stepzero::Experiment& experiment);
    void remembered(const QString& path);   ///< emitted with a file that was written

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

    /// The state that a window hands over to its replacement.
    struct Desk {
        QUndoStack undo;
        GridRunner runner;
        GridWindow* window = nullptr;   ///< the window in which the edits are undone
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
    std::optional<std::size_t> cell_;   // the chosen cell
    GridPanel* panel_;
    QAction *openCell_ = nullptr, *pinCell_ = nullptr;
};

}   // namespace stepzero
