// SPDX-License-Identifier: GPL-3.0-or-later
// A figure shows a study, of one experiment or of many, and computes nothing. One object, one chart; the rest of the
// program names neither QCustomPlot nor Qt Charts. Screen, clipboard and files are drawn by the one function paint().
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

/// What a figure shows, as numbers: the CSV export.
struct FigureTable {
    QStringList header;
    QVector<QStringList> rows;
};

/// A title that is written for layers, of networks that are made of blocks: "Number formats by block".
QString titleIn(const QString& title, const QString& unit);

class Figure : public QWidget {
    Q_OBJECT
public:
    explicit Figure(QWidget* parent = nullptr) : QWidget(parent) { }

    /// Shows a study. A figure that is hidden keeps it and draws when it is shown. While what it would show is still
    /// being computed, it keeps the one before. Precondition: of the figure's own type, a Study, GridStudy or
    /// AuditStudy (FigureKind::places).
    void setExhibit(ExhibitPtr exhibit);
    ExhibitPtr exhibit() const { return exhibit_; }
    /// The one that is on the screen now: behind exhibit() while hidden.
    ExhibitPtr shownExhibit() const { return shown_; }
    /// Experiments to be drawn beside the study, those that are visible and computed; a figure that has no use for
    /// them leaves them out.
    void setPins(const QVector<Pin>& pins);
    const QVector<Pin>& pins() const { return pins_; }
    void setStyle(const Style& style);
    const Style& style() const { return style_; }
    /// As the registry has it (FigureKind), which writes it once.
    void setTitle(const QString& title) { title_ = title; }
    const QString& title() const { return title_; }
    /// What it is for what it shows: "Signal and gradient by block".
    virtual QString shownTitle() const { return title_; }
    /// And behind it when() that is.
    QString wholeTitle() const;
    /// Whether the figure writes its title: pictures need it, on a board it is the tab's. True at first.
    void setTitleShown(bool shown);
    bool titleShown() const { return titleShown_; }
    /// Whether the figure keeps a row at its lower edge for the values under the pointer. Pictures need none. False at
    /// first.
    void setReadoutShown(bool shown);
    /// Returns that row; empty where the figure keeps none.
    virtual QRect readoutRow() const { return {}; }
    /// Whether that row shows the words whole. If not, the window has to show them.
    bool readsOut(const QString& words) const;
    /// Marks a layer that the pointer is over elsewhere; 0 for none. Cheap.
    void setHoveredLayer(int layer);
    /// While true (a slider is held), axes grow at once and do not shrink.
    void setDragging(bool dragging);

    /// Draws the whole figure into `size` logical pixels at the painter's origin, in style().
    virtual void paint(QPainter& painter, const QSizeF& size) = 0;

    /// Axis choices, zoom, hidden legends: what must survive a new study, a restart, and go into an export.
    virtual QJsonObject viewState() const { return {}; }
    virtual void setViewState(const QJsonObject&) { }
    /// Back to the axes that fit the data.
    virtual void goHome() { }
    virtual void setAxesHeld(bool) { }
    virtual bool axesHeld() const { return false; }

    virtual FigureTable table() const = 0;
    /// What it shows as long as it is given nothing; empty: "computing…".
    void setWaiting(const QString& words);
    /// Why there is nothing to see of what it was given: "choose a comparison". Empty where there is something.
    QString whyEmpty();

    /// The figure's own choices ("Logarithmic", "Show mean" …) for its menu; they belong to the figure.
    virtual QList<QAction*> choices() const { return {}; }

    /// The gravest finding of what it shows, in words; empty: none. Which are its own, the registry of figures knows.
    QString gravest() const { return exhibit_ && gravestOf_ ? gravestOf_(*exhibit_) : QString(); }
    void setGravest(std::function<QString(const Exhibit&)> gravestOf) { gravestOf_ = std::move(gravestOf); }

    /// How often a study was turned into a picture: for the test that each is, once.
    int recomputations() const { return recomputations_; }

signals:
    void layerHovered(int layer);   ///< 0: no longer over a layer
    void layerChosen(int layer);
    void readout(const QString& text);   ///< values under the pointer; empty when it leaves
    void viewStateChanged();
    /// A figure whose picture can be dragged says what the experiment becomes; dragStarted() and dragEnded()
    /// are around the edits of one drag.
    void experimentEdited(const stepzero::Experiment& experiment, const stepzero::EditInfo& info);
    void dragStarted();
    void dragEnded();
    /// What the study is to look at (Focus): another matrix of the block, another comparison.
    void matrixChosen(const QString& role);
    void comparisonChosen(const QString& name);
    void stepChosen(int step);   ///< of training
    void trainingRequested();   ///< the experiment is not trained and should be
    /// Of a study of many experiments, a cell's index, of a checkpoint that of a tensor's part: chosen (−1: none), and
    /// to be opened as an experiment.
    void cellChosen(int cell);
    void cellOpened(int cell);
    void painted(quint64 generation, int stage);   ///< a new study has reached the screen

protected:
    /// "step 20": of training; empty at step 0, and where steps change nothing.
    virtual QString when() const { return {}; }
    /// Whether it has something to draw of it. What it has not counts as none.
    virtual bool shows(const Exhibit&) const { return true; }
    /// Whether all that it would draw of it is still being computed.
    virtual bool awaits(const Exhibit&) const { return false; }
    /// Whether what rebuild() made is nothing to see, and why: whyEmpty().
    virtual QString nothing() const { return {}; }
    /// Rebuilds the chart from exhibit() (never null), style() and the view state. Called once a study.
    virtual void rebuild() = 0;
    virtual bool showsPins() const { return false; }   ///< whether rebuild() depends on pins()
    virtual void restyle() = 0;   ///< applies style(); a study may not be there yet
    virtual void hoverChanged(int layer) { Q_UNUSED(layer) }
    virtual void draggingChanged(bool dragging) { Q_UNUSED(dragging) }
    /// What is shortened at a place, as it would be with all the room: the tooltip there.
    virtual QString shortenedAt(const QPoint&) const { return {}; }
    /// A legend entry, an axis label or a column's title at a place: if it names a term, the tooltip defines it.
    virtual QString labelAt(const QPoint&) const { return {}; }
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    /// Subclasses call this when their chart's widget has painted.
    void notifyPainted();
    /// Turns exhibit() into a picture unless that was done: paint() calls it, so that a figure that was never on a
    /// screen can be exported.
    void refresh();
    /// What a figure shows before its first study.
    void drawWaiting(QPainter& painter, const QSizeF& size) const;
    QString waiting() const { return !waiting_.isEmpty() ? waiting_ : coming_ ? tr("computing…") : tr("not computed"); }
    void drawTitle(QPainter& painter, double width) const;
    /// The height of the row for the values under the pointer, in a figure that has one; 0 where it is not kept.
    double readoutHeight() const { return readoutShown_ ? style_.px(17) : 0; }
    QRect lowestRow() const;   ///< the row of that height, for readoutRow()
    /// Draws words in the middle of readoutRow(), with an ellipsis where they are too long.
    void drawReadout(QPainter& painter, const QString& words) const;
    /// The view state has changed: rebuilds the chart from the same study, now or when it is shown.
    void rebuildView();

private:
    ExhibitPtr exhibit_, shown_;
    std::function<QString(const Exhibit&)> gravestOf_;
    QString title_;
    QVector<Pin> pins_;
    Style style_ {theme(QString())};   // until it is told another
    int recomputations_ = 0;
    bool notified_ = true, titleShown_ = true, readoutShown_ = false;
    bool coming_ = true;   // what it waits for
    QString waiting_;   // set by the window
};

}   // namespace stepzero
