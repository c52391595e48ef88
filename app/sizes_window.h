// SPDX-License-Identifier: GPL-3.0-or-later
// Tests whether the network's training transfers to other widths or depths: a coordinate check, and losses by learning
// rate. Each is a page with inputs, a figure, a verdict and a table. Training runs in another thread.
#pragma once

#include <QDialog>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/latest_job.h"
#include "core/network/experiment/experiment.h"
#include "core/train/parametrization.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTabWidget;
class QVBoxLayout;

namespace stepzero {

class Document;
class SizeFigure;

class SizesPage : public QWidget {
    Q_OBJECT
public:
    struct Asked {
        Experiment experiment;   ///< the experiment to train
        Parametrization parametrization;
        std::vector<int> sizes;
        bool depths = false;
        int steps = 1, seeds = 1;
        std::vector<double> rates {};   ///< learning rates, increasing; only for a page that asks for them
    };
    using Words = std::function<QString()>;   ///< in the present language
    /// A result that the window shows.
    struct Found {
        Words verdict;
        QString table;
        std::function<void(SizeFigure&)> give;   ///< passes the result to a figure of the page's kind; empty: there is
                                                 ///< no result yet
    };
    struct Kind {
        int steps;   ///< initial value
        QString sizes;
        bool rates;   ///< true when it asks for learning rates
        SizeFigure* (*figure)(QWidget* parent);
        Found (*work)(const Asked& asked, const Context& context);   ///< runs in the worker
    };
    /// If `before` is a page in another language, this one takes over its state.
    SizesPage(Document& document, const Kind& kind, QWidget* parent, SizesPage* before = nullptr);

    QComboBox* parametrizationBox() const { return parametrization_; }
    QComboBox* sideBox() const { return side_; }
    QLineEdit* sizesEdit() const { return sizes_; }
    QLineEdit* ratesEdit() const { return rates_; }   ///< null: the page does not ask for rates
    QSpinBox* stepsBox() const { return steps_; }
    QSpinBox* seedsBox() const { return seeds_; }
    QPushButton* runButton() const { return run_; }
    QPushButton* saveButton() const { return save_; }
    QLabel* verdict() const { return verdict_; }
    QPlainTextEdit* table() const { return table_; }
    SizeFigure* figure() const { return figure_; }
    const LatestJob& runner() const { return desk_->runner; }

    /// Starts the requested work on the document's network, or stops the running work.
    void startOrStop();
    void savePicture();
    void updateLook();

private:
    /// The state that a page hands over to its replacement.
    struct Desk {
        Found found;
        Words words;   ///< shown in place of a verdict
        SizesPage* page = nullptr;   ///< the page that shows the result
        LatestJob runner;   // declared last: its work uses everything above
    };

    void addForm(QVBoxLayout* rows);
    QWidget* buildLeft();
    void connectRunner();
    void takePlace(SizesPage& before);
    void say(Words words);
    void showFound();
    void fitTable();
    /// Returns nothing, and shows a sentence on the page, when the input is invalid.
    std::optional<Asked> asked();
    void showState();

    Document& document_;
    Kind kind_;
    QComboBox *parametrization_ = nullptr, *side_ = nullptr;
    QLineEdit *sizes_ = nullptr, *rates_ = nullptr;
    QSpinBox *steps_ = nullptr, *seeds_ = nullptr;
    QPushButton *run_ = nullptr, *save_ = nullptr, *copy_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* verdict_ = nullptr;
    QPlainTextEdit* table_ = nullptr;
    SizeFigure* figure_ = nullptr;
    std::unique_ptr<Desk> desk_;
};

class SizesWindow : public QDialog {
    Q_OBJECT
public:
    explicit SizesWindow(Document& document, QWidget* parent = nullptr, SizesWindow* before = nullptr);

    SizesPage* checkPage() const { return check_; }
    SizesPage* transferPage() const { return transfer_; }
    QTabWidget* tabs() const { return tabs_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    QTabWidget* tabs_ = nullptr;
    SizesPage *check_, *transfer_;
};

}   // namespace stepzero
