// SPDX-License-Identifier: GPL-3.0-or-later
// A figure shows a study of one experiment or of many, and computes nothing itself. One object is one chart; the rest
// of the program uses neither QCustomPlot nor Qt Charts. The one function paint() draws for screen, clipboard and
// files.
#pragma once

#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QString>
#include <QVector>
#include <QWidget>
#include <functional>

#include "core/network/experiment/experiment.h"
#include "core/study/exhibit.h"
#include "widgets/editors/edit_info.h"
#include "widgets/figures/frame/pins.h"
#include "widgets/style/style.h"

class QAction;
class QPainter;

namespace stepzero {

/// The data of a figure as numbers, for the CSV export.
struct FigureTable {
    QStringList header;
    QVector<QStringList> rows;
};

/// Adapts a title that is written for layers to networks made of blocks: "Number formats by block".
QString titleIn(const QString& title, const QString& unit);

class Figure : public QWidget {
    Q_OBJECT
public:
    explicit Figure(QWidget* parent = nullptr) : QWidget(parent) { }

    /// Shows a study. A hidden figure keeps it and draws it when it is shown. While the data that it needs is still
    /// being computed, the figure keeps the previous study. Precondition: the exhibit has the figure's type, a Study,
    /// PairStudy, GridStudy, AuditStudy or CaptureStudy (FigureKind::places).
    void setExhibit(ExhibitPtr exhibit);
    ExhibitPtr exhibit() const { return exhibit_; }
    /// Returns the exhibit that is on the screen now. While the figure is hidden, it is older than exhibit().
    ExhibitPtr shownExhibit() const { return shown_; }
    /// Sets the experiments to draw next to the study, those that are visible and computed. A figure that cannot show
    /// pins ignores them.
    void setPins(const QVector<Pin>& pins);
    const QVector<Pin>& pins() const { return pins_; }
    void setStyle(const Style& style);
    const Style& style() const { return style_; }
    /// Sets the title from the registry (FigureKind), where it is defined once.
    void setTitle(const QString& title) { title_ = title; }
    const QString& title() const { return title_; }
    /// Returns the title for the shown exhibit: "Signal and gradient by block".
    virtual QString shownTitle() const { return title_; }
    /// Returns the shown title, followed by when().
    QString wholeTitle() const;
    /// Sets whether the figure writes its title. Pictures need it; on a board the tab shows it. True initially.
    void setTitleShown(bool shown);
    bool titleShown() const { return titleShown_; }
    /// Sets whether the figure keeps a row at its lower edge for the values under the pointer. Pictures do not need it.
    /// False initially.
    void setReadoutShown(bool shown);
    /// Returns that row; empty when the figure keeps none.
    virtual QRect readoutRow() const { return {}; }
    /// Returns whether that row shows the text in full. If not, the window has to show it.
    bool readsOut(const QString& words) const;
    /// Marks a layer that the pointer is over in another figure; 0 for none. Cheap.
    void setHoveredLayer(int layer);
    /// While true (a slider is held), axes grow at once and never shrink.
    void setDragging(bool dragging);

    /// Draws the whole figure into `size` logical pixels at the painter's origin, in style().
    virtual void paint(QPainter& painter, const QSizeF& size) = 0;

    /// Returns axis choices, zoom and hidden legend entries: the state that must survive a new study and a restart, and
    /// that exports use.
    virtual QJsonObject viewState() const { return {}; }
    virtual void setViewState(const QJsonObject&) { }
    /// Returns to the axes that fit the data.
    virtual void goHome() { }
    virtual void setAxesHeld(bool) { }
    virtual bool axesHeld() const { return false; }

    virtual FigureTable table() const = 0;
    /// Sets the text that the figure shows while it has no exhibit; empty: "computing…".
    void setWaiting(const QString& words);
    /// Returns the reason why nothing is visible: "choose a comparison". Empty when something is visible.
    QString whyEmpty();

    /// Returns the figure's own choices ("Logarithmic", "Show mean" …) for its menu. The figure owns them.
    virtual QList<QAction*> choices() const { return {}; }

    /// Returns the most severe finding about the exhibit, in words; empty: none. The registry of figures decides which
    /// findings belong to a figure.
    QString gravest() const { return exhibit_ && gravestOf_ ? gravestOf_(*exhibit_) : QString(); }
    void setGravest(std::function<QString(const Exhibit&)> gravestOf) { gravestOf_ = std::move(gravestOf); }

    /// Counts how often a study was turned into a picture, for the test that each study is drawn once.
    int recomputations() const { return recomputations_; }

signals:
    void layerHovered(int layer);   ///< 0: the pointer left the layers
    void layerChosen(int layer);
    void readout(const QString& text);   ///< values under the pointer; empty when the pointer leaves
    void viewStateChanged();
    /// Emitted with the edited experiment by a figure whose picture can be dragged. dragStarted() and dragEnded()
    /// surround the edits of one drag.
    void experimentEdited(const stepzero::Experiment& experiment, const stepzero::EditInfo& info);
    void dragStarted();
    void dragEnded();
    /// Requests to change the Focus of the study: another matrix of the block, another comparison, or another
    /// preactivation variance.
    void matrixChosen(const QString& role);
    void comparisonChosen(const QString& name);
    void varianceChosen(double q);
    void stepChosen(int step);   ///< step of training
    void trainingRequested();   ///< the experiment is not trained, and the user asks to train it
    /// Emitted when a cell of a study (its index), a part of a checkpoint's tensor, or a module or parameter of a
    /// capture is chosen (−1: none), or when a cell should be opened as an experiment.
    void cellChosen(int cell);
    void cellOpened(int cell);
    void painted(quint64 generation, int stage);   ///< a new study has reached the screen

protected:
    /// Returns the step of training, such as "step 20"; empty at step 0, and where steps change nothing.
    virtual QString when() const { return {}; }
    /// Returns whether the exhibit has data that this figure can draw. An exhibit without it counts as none.
    virtual bool shows(const Exhibit&) const { return true; }
    /// Returns whether all data that the figure would draw is still being computed.
    virtual bool awaits(const Exhibit&) const { return false; }
    /// Returns the reason why the chart that rebuild() made is empty, for whyEmpty(); empty when it is not.
    virtual QString nothing() const { return {}; }
    /// Rebuilds the chart from exhibit() (never null), style() and the view state. Called once per study.
    virtual void rebuild() = 0;
    virtual bool showsPins() const { return false; }   ///< true when rebuild() depends on pins()
    virtual void restyle() = 0;   ///< applies style(); there may be no study yet
    virtual void hoverChanged(int layer) { Q_UNUSED(layer) }
    virtual void draggingChanged(bool dragging) { Q_UNUSED(dragging) }
    /// Returns the full text of what is shortened at a position, for its tooltip.
    virtual QString shortenedAt(const QPoint&) const { return {}; }
    /// Returns the legend entry, axis label or column title at a position. If it names a term, the tooltip defines it.
    virtual QString labelAt(const QPoint&) const { return {}; }
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    /// Subclasses call this after the widget of their chart has painted.
    void notifyPainted();
    /// Turns exhibit() into a picture unless that was done. paint() calls it, so that a figure that was never on a
    /// screen can be exported.
    void refresh();
    /// Draws the text that a figure shows before its first study.
    void drawWaiting(QPainter& painter, const QSizeF& size) const;
    QString waiting() const { return !waiting_.isEmpty() ? waiting_ : coming_ ? tr("computing…") : tr("not computed"); }
    void drawTitle(QPainter& painter, double width) const;
    /// Returns the height of the readout row; 0 when the figure keeps none.
    double readoutHeight() const { return readoutShown_ ? style_.px(17) : 0; }
    QRect lowestRow() const;   ///< the row of that height at the lower edge, for readoutRow()
    /// Draws a text in the middle of readoutRow(), with an ellipsis where it is too long.
    void drawReadout(QPainter& painter, const QString& words) const;
    /// Must be called when the view state has changed. Rebuilds the chart from the same study, now or when it is shown.
    void rebuildView();

private:
    ExhibitPtr exhibit_, shown_;
    std::function<QString(const Exhibit&)> gravestOf_;
    QString title_;
    QVector<Pin> pins_;
    Style style_ {theme(QString())};   // until setStyle() is called
    int recomputations_ = 0;
    bool notified_ = true, titleShown_ = true, readoutShown_ = false;
    bool coming_ = true;   // true while data is being computed
    QString waiting_;   // set by the window
};

}   // namespace stepzero
