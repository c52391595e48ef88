// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the problems of the network in plain words: each finding with its numbers, its cause, its formula, and fixes to
// click. A fix under the pointer, or with the keyboard focus, requests an overlay with the fixed network, and shows its
// numbers.
#pragma once

#include <QTimer>
#include <optional>

#include "widgets/figures/frame/scrolled_figure.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/style/latex.h"
#include "widgets/style/math.h"

namespace stepzero {

struct Finding;

/// Returns the name of the pin that shows the result of a fix, by which figures recognize it.
QString fixPinName(const QString& label);
/// Returns what a fix changes, in numbers relevant to the finding: "last RMS 3.10×10⁻⁹ → 0.980 · gradient ratio …".
QString fixNumbers(const Finding& finding, const Study& before, const Study& after);

class FindingsFigure : public NetworkFigure<ScrolledFigure>, public ShowsFormulas {
    Q_OBJECT
public:
    explicit FindingsFigure(QWidget* parent);

    QSize minimumSizeHint() const override { return {260, 120}; }
    QSize sizeHint() const override { return {480, 300}; }
    QJsonObject viewState() const override { return {}; }   // not saved: a report begins with the most severe finding
    FigureTable table() const override;
    QString latex() override;

    struct Place {
        QRectF area;   ///< in widget coordinates
        int finding = 0, fix = 0;   ///< indices in the shown study
    };
    /// Returns where the fixes are drawn now, for the mouse, the keyboard and tests.
    QVector<Place> fixPlaces() const;

signals:
    void fixChosen(const stepzero::StudyPtr& study, int finding, int fix);
    /// Emitted when a fix has been pointed at for a moment, so that its overlay is wanted until fixPreviewEnded().
    void fixPreviewed(const stepzero::StudyPtr& study, int finding, int fix);
    void fixPreviewEnded();

protected:
    bool showsPins() const override { return true; }
    bool awaitsStudy(const Study& study) const override { return is_coming(study, study.findings); }
    bool followsSteps() const override { return false; }
    void rebuild() override;
    void drawBody(QPainter& painter, const QSizeF& size) override;
    double top() const override { return style().px(titleShown() ? 30 : 8); }
    int length() const override;
    int shownLength(double height) const override { return int(std::max(0.0, height - top())); }
    double perNotch() const override { return 40; }
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Item {   // a piece of the list, from top to bottom
        enum class Kind { heading, text, faint, formula, fix } kind;
        QString words;
        QRectF area;   // relative to the list's top
        int finding = 0, fix = 0;
        QColor color;
        QVector<MathBox> lines {};   // lines of sentences, or of a formula that fits the width; a longer formula is
                                     // wrapped as words
    };
    QVector<Item> layOut(double width) const;
    /// Returns layOut() for the last width, known study and style.
    const QVector<Item>& items(double width) const;
    /// Returns the fix under the pointer, else the one with the focus; −1: none.
    int present() const { return hovered_ >= 0 ? hovered_ : focused_; }
    /// Must be called when present() may have changed. Ends the overlay of the previous fix.
    void look();
    void forget();
    void drawHint(QPainter& painter, const QSizeF& size, const Item& fix) const;
    int placeAt(const QPointF& at) const;

    StudyPtr known_;   // the last study that was diagnosed
    int hovered_ = -1, focused_ = -1;   // indices into fixPlaces()
    int looked_ = -1;   // present() at the last look()
    std::optional<std::pair<int, int>> previewed_;   // finding and fix whose overlay was requested
    QTimer wait_;
    mutable QVector<Item> items_;
    mutable double itemsWidth_ = -1;
};

}   // namespace stepzero
