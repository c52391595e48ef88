// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the network's training transfers to other widths or depths: a coordinate check and losses by learning rate,
// each a page with what it is asked, its figure, its verdict and its table. What is trained is trained beside it.
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

namespace stepzero {

class Document;
class SizeFigure;

class SizesPage : public QWidget {
    Q_OBJECT
public:
    struct Asked {
        Experiment experiment;   ///< to be trained
        Parametrization parametrization;
        std::vector<int> sizes;
        bool depths = false;
        int steps = 1, seeds = 1;
        std::vector<double> rates {};   ///< rising; of a page that asks for them
    };
    using Words = std::function<QString()>;   ///< in the present language
    /// What is found, to be shown by the window.
    struct Found {
        Words verdict;
        QString table;
        std::function<void(SizeFigure&)> give;   ///< to a figure of the page's kind; empty: nothing is found yet
    };
    struct Kind {
        int steps;   ///< at first
        QString sizes;
        bool rates;   ///< whether it asks for learning rates
        SizeFigure* (*figure)(QWidget* parent);
        Found (*work)(const Asked& asked, const Context& context);   ///< in the worker
    };
    /// Another page, in another language, hands on what it has to one in its place.
    SizesPage(Document& document, const Kind& kind, QWidget* parent, SizesPage* before = nullptr);

    QComboBox* parametrizationBox() const { return parametrization_; }
    QComboBox* sideBox() const { return side_; }
    QLineEdit* sizesEdit() const { return sizes_; }
    QLineEdit* ratesEdit() const { return rates_; }   ///< null: not asked for
    QSpinBox* stepsBox() const { return steps_; }
    QSpinBox* seedsBox() const { return seeds_; }
    QPushButton* runButton() const { return run_; }
    QPushButton* saveButton() const { return save_; }
    QLabel* verdict() const { return verdict_; }
    QPlainTextEdit* table() const { return table_; }
    SizeFigure* figure() const { return figure_; }
    const LatestJob& runner() const { return desk_->runner; }

    /// Begins what is asked, of the document's network; or ends what is under way.
    void startOrStop();
    void savePicture();
    void updateLook();

private:
    /// What one page in the place of another takes from it.
    struct Desk {
        Found found;
        Words words;   ///< that stand where a verdict does
        SizesPage* page = nullptr;   ///< that shows what is found
        LatestJob runner;   // last: its work uses all the above
    };

    QWidget* buildLeft();
    void connectRunner();
    void takePlace(SizesPage& before);
    void say(Words words);
    void showFound();
    void fitTable();
    /// Nothing, and a sentence for the page, where it cannot be done.
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
