// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with the network, in plain words: each finding with its numbers, its cause, its formula, and fixes to
// click. A fix under the pointer, or with the keyboard's focus, asks for an overlay of what becomes of it, and shows
// its numbers.
#pragma once

#include <QTimer>
#include <optional>

#include "widgets/figures/frame/scrolled_figure.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/style/math.h"

namespace stepzero {

struct Finding;

/// The name of the pin that shows what becomes of a fix: figures know it by that.
QString fixPinName(const QString& label);
/// What a fix changes, in numbers that belong to the finding: "last RMS 3.10×10⁻⁹ → 0.980 · gradient ratio …".
QString fixNumbers(const Finding& finding, const Study& before, const Study& after);

class FindingsFigure : public NetworkFigure<ScrolledFigure> {
    Q_OBJECT
public:
    explicit FindingsFigure(QWidget* parent);

    QSize minimumSizeHint() const override { return {260, 120}; }
    QSize sizeHint() const override { return {480, 300}; }
    QJsonObject viewState() const override { return {}; }   // a report begins with the gravest
    FigureTable table() const override;

    struct Place {
        QRectF area;   ///< in the widget
        int finding = 0, fix = 0;   ///< of the shown study
    };
    /// Where the fixes are drawn now: for the mouse, the keyboard and tests.
    QVector<Place> fixPlaces() const;

signals:
    void fixChosen(const stepzero::StudyPtr& study, int finding, int fix);
    /// A fix is looked at for a moment: its overlay is wanted, until it ends.
    void fixPreviewed(const stepzero::StudyPtr& study, int finding, int fix);
    void fixPreviewEnded();

protected:
    bool showsPins() const override { return true; }
    bool awaitsStudy(const Study& study) const override { return is_coming(study.stage) && !study.findings; }
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
        QRectF area;   // from the list's top
        int finding = 0, fix = 0;
        QColor color;
        QVector<MathBox> lines {};   // of sentences; of a formula that fits the width, which else is wrapped as words
    };
    QVector<Item> layOut(double width) const;
    /// layOut() of the last width, known study and style.
    const QVector<Item>& items(double width) const;
    /// The fix under the pointer, else that with the focus; −1: none.
    int present() const { return hovered_ >= 0 ? hovered_ : focused_; }
    /// Another fix is present, or none: what was asked for ends.
    void look();
    void forget();
    void drawHint(QPainter& painter, const QSizeF& size, const Item& fix) const;
    int placeAt(const QPointF& at) const;

    StudyPtr known_;   // the last study that was diagnosed
    int hovered_ = -1, focused_ = -1;   // of fixPlaces()
    int looked_ = -1;   // present() at the last look()
    std::optional<std::pair<int, int>> previewed_;   // finding and fix that an overlay was asked for
    QTimer wait_;
    mutable QVector<Item> items_;
    mutable double itemsWidth_ = -1;
};

}   // namespace stepzero
