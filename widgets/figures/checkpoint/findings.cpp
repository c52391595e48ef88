// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of a checkpoint in plain words: which tensors, by how much, why, and how to fix them. A click on a
// finding chooses the first tensor that it names.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/scrolled_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class AuditFindingsFigure : public AuditFigure<ScrolledFigure> {
public:
    explicit AuditFindingsFigure(QWidget* parent) : AuditFigure(parent) { setFocusPolicy(Qt::StrongFocus); }

    QSize minimumSizeHint() const override { return {260, 120}; }
    QSize sizeHint() const override { return {480, 300}; }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("id"), QStringLiteral("severity"), QStringLiteral("tensors"),
                               QStringLiteral("message"), QStringLiteral("cause"), QStringLiteral("fix")},
            {}};
        if (!auditStudy())
            return table;
        for (const AuditFinding& finding : auditStudy()->audit->findings) {
            QStringList names;
            for (const std::string& name : finding.tensors)
                names << QString::fromStdString(name);
            table.rows << QStringList {QString::fromStdString(finding.id), QString::fromLatin1(word(finding.severity)),
                names.join(QStringLiteral("; ")), QString::fromStdString(finding.message.english()),
                QString::fromStdString(finding.cause.english()), QString::fromStdString(finding.fix.english())};
        }
        return table;
    }

protected:
    void rebuild() override { placeBar(); }

    void drawBody(QPainter& painter, const QSizeF& size) override
    {
        const Theme& theme = style().theme;
        const QRectF body(0, top(), size.width(), std::max(0.0, size.height() - top()));
        painter.setFont(style().font());
        if (auditStudy()->audit->findings.empty()) {
            painter.setPen(theme.faint_text);
            painter.drawText(body.adjusted(edge(), 0, -edge(), 0), Qt::AlignCenter | Qt::TextWordWrap, healthyText());
            return;
        }
        painter.save();
        painter.setClipRect(body, Qt::IntersectClip);
        painter.translate(0, top() - firstShown(size.height()));
        for (const Item& item : layOut(size.width())) {
            if (item.words.isEmpty()) {   // the background of a whole finding
                if (item.finding == (hasFocus() ? focused_ : hovered_))
                    painter.fillRect(item.area, theme.tint(theme.grid, 0.7));
                continue;
            }
            painter.setPen(item.color);
            painter.drawText(item.area, Qt::TextWordWrap | Qt::AlignLeft, item.words);
        }
        painter.restore();
    }

    double top() const override { return style().px(titleShown() ? 30 : 8); }
    int shownLength(double height) const override { return int(std::max(0.0, height - top())); }
    double perNotch() const override { return 40; }
    /// The length next to a scroll bar, whether or not there is one.
    int length() const override
    {
        double high = 0;
        for (const Item& item : layOut(width() - bar().sizeHint().width()))
            high = std::max(high, item.area.bottom());
        return int(std::ceil(high));
    }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        const int finding = findingAt(event->position());
        setCursor(finding >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (std::exchange(hovered_, finding) != finding)
            update();
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton)
            choose(findingAt(event->position()));
    }

    void leaveEvent(QEvent*) override
    {
        hovered_ = -1;
        update();
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        const int all = shownAudit() ? int(shownAudit()->audit->findings.size()) : 0;
        const bool on = event->key() == Qt::Key_Down, back = event->key() == Qt::Key_Up;
        if (all == 0 || !(on || back || event->key() == Qt::Key_Return || event->key() == Qt::Key_Space))
            return event->ignore();
        if (!on && !back)
            return choose(focused_);
        focused_ = std::clamp(focused_ + (on ? 1 : -1), 0, all - 1);
        for (const Item& item : layOut(bodyWidth()))
            if (item.finding == focused_ && item.words.isEmpty())
                reveal(int(item.area.top()), int(item.area.bottom()));
        update();
    }

    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override { update(); }

private:
    struct Item {   // a piece of the list, in coordinates from its top
        int finding = 0;
        QString words;   // empty: the background of a whole finding
        QRectF area;
        QColor color {};
    };

    QVector<Item> layOut(double width) const
    {
        QVector<Item> items;
        if (!auditStudy())
            return items;
        const Theme& theme = style().theme;
        const double indent = style().px(28), gap = style().px(4),
                     room = std::max(style().px(60), width - indent - edge());
        const QFontMetricsF metrics(style().font());
        double y = 0;
        const auto& findings = auditStudy()->audit->findings;
        for (int i = 0; i < int(findings.size()); ++i) {
            const AuditFinding& finding = findings[std::size_t(i)];
            const qsizetype ground = items.size();
            const double from = y;
            items << Item {i, {}, {}};
            items << Item {i, QString::fromUtf8(sign(finding.severity)),
                QRectF(edge(), y, indent - edge(), metrics.height()),
                finding.severity == Severity::note ? theme.faint_text : theme.warning};
            for (const auto& [words, color] : {std::pair(finding.message, theme.text),
                     std::pair(finding.cause, theme.faint_text), std::pair(finding.fix, theme.text)}) {
                if (words.empty())
                    continue;
                const QString text = translated(words);
                const QRectF box
                    = metrics.boundingRect(QRectF(0, 0, room, 1e6), Qt::TextWordWrap | Qt::AlignLeft, text);
                items << Item {i, text, QRectF(indent, y, room, box.height()), color};
                y += box.height() + gap;
            }
            items[ground].area = QRectF(edge() / 2, from - gap, width - edge(), y - from + gap);
            y += style().px(10);
        }
        return items;
    }

    QString healthyText() const
    {
        switch (auditStudy()->audit->verdict) {
        case AuditVerdict::follows:
            return tr("✓ Every tensor follows its recipe");
        case AuditVerdict::trained:
            return tr("These weights have been trained; no problems found");
        default:
            return tr("No recipe is known for these tensors; no problems found");
        }
    }

    int findingAt(const QPointF& at) const
    {
        if (shownAudit() && at.y() >= top())
            for (const Item& item : layOut(bodyWidth()))
                if (item.words.isEmpty() && item.area.translated(0, top() - firstShown(height())).contains(at))
                    return item.finding;
        return -1;
    }

    void choose(int finding)
    {
        if (finding < 0 || !shownAudit())
            return;
        const AuditStudy& study = *shownAudit();
        for (std::size_t place = 0; place < study.places.size(); ++place)
            if (study.finding_of(place) == &study.audit->findings[std::size_t(finding)]) {
                emit cellChosen(int(place));
                return;
            }
    }

    int hovered_ = -1, focused_ = -1;
};

}   // namespace

FigureKind figure_audit_findings()
{
    return {QStringLiteral("audit_findings"), QObject::tr("Findings of the checkpoint"), created<AuditFindingsFigure>,
        {{oneCheckpoint, 3}}, QObject::tr("Findings")};
}

}   // namespace stepzero
