// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/findings.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "core/diagnose/finding.h"
#include "widgets/figures/figures.h"

namespace stepzero {

namespace {

QString where(const Finding& finding, bool blocks)
{
    if (finding.first_layer == 0)
        return QObject::tr("network");
    const QString one = blocks ? QObject::tr("block") : QObject::tr("layer");
    return finding.first_layer == finding.last_layer
        ? QStringLiteral("%1 %2").arg(one).arg(finding.first_layer)
        : QStringLiteral("%1s %2–%3").arg(one).arg(finding.first_layer).arg(finding.last_layer);
}

/// Told by a sign as well as by its colour.
QString sign(Severity severity)
{
    return severity == Severity::error  ? QStringLiteral("✕")
        : severity == Severity::warning ? QStringLiteral("▲")
                                        : QStringLiteral("●");
}

}   // namespace

FindingsFigure::FindingsFigure(QWidget* parent) : Figure(parent), bar_(new QScrollBar(Qt::Vertical, this))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(bar_, &QScrollBar::valueChanged, this, [this] { update(); });
}

double FindingsFigure::listTop() const { return style().px(titleShown() ? 30 : 8); }

int FindingsFigure::bodyWidth() const { return bar_->isVisible() ? width() - bar_->width() : width(); }

QVector<FindingsFigure::Item> FindingsFigure::layOut(double width) const
{
    QVector<Item> items;
    if (!known_ || !known_->findings)
        return items;
    const Theme& theme = style().theme;
    const double edge = style().px(10), indent = style().px(28), gap = style().px(4);
    const QFontMetricsF metrics(style().font()), small(style().numberFont());
    double y = 0;
    const auto wrapped = [&](Item::Kind kind, const QString& words, const QColor& color, int finding) {
        if (words.isEmpty())
            return;
        const double room = std::max(style().px(60), width - indent - edge);
        const QFontMetricsF& of = kind == Item::Kind::formula ? small : metrics;
        const QRectF box = of.boundingRect(QRectF(0, 0, room, 1e6), Qt::TextWordWrap | Qt::AlignLeft, words);
        items << Item {kind, words, QRectF(indent, y, room, box.height()), finding, 0, color};
        y += box.height() + gap;
    };
    const auto& findings = *known_->findings;
    for (int i = 0; i < int(findings.size()); ++i) {
        const Finding& f = findings[std::size_t(i)];
        const QColor color = f.severity == Severity::note ? theme.faint_text : theme.warning;
        items << Item {
            Item::Kind::heading, sign(f.severity), QRectF(edge, y, indent - edge, metrics.height()), i, 0, color};
        wrapped(Item::Kind::text,
            QStringLiteral("%1 · %2").arg(where(f, bool(known_->blocks)), QString::fromStdString(f.message)),
            theme.text, i);
        wrapped(Item::Kind::faint, QString::fromStdString(f.cause), theme.faint_text, i);
        wrapped(Item::Kind::formula, QString::fromStdString(f.formula), theme.faint_text, i);
        double x = indent, high = metrics.height() + style().px(6);
        bool any = false;
        for (int k = 0; k < int(f.fixes.size()); ++k) {
            const QString words = QString::fromStdString(f.fixes[std::size_t(k)].label);
            const double wide
                = std::min(metrics.horizontalAdvance(words) + style().px(16), std::max(20.0, width - indent - edge));
            if (x > indent && x + wide > width - edge) {
                x = indent;
                y += high + gap;
            }
            items << Item {Item::Kind::fix, words, QRectF(x, y, wide, high), i, k, theme.text};
            x += wide + style().px(6);
            any = true;
        }
        y += (any ? high : 0) + style().px(12);
    }
    return items;
}

double FindingsFigure::listHeight(const QVector<Item>& items) const
{
    double high = 0;
    for (const Item& item : items)
        high = std::max(high, item.area.bottom());
    return high;
}

void FindingsFigure::paint(QPainter& painter, const QSizeF& size)
{
    refresh();
    const Theme& theme = style().theme;
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    if (!study()) {
        drawWaiting(painter, size);
        return;
    }
    painter.setRenderHint(QPainter::TextAntialiasing);
    if (titleShown()) {
        painter.setFont(style().titleFont());
        painter.setPen(theme.text);
        painter.drawText(QRectF(style().px(10), style().px(6), size.width(), style().px(18)),
            Qt::AlignLeft | Qt::AlignVCenter, tr("Findings"));
    }
    painter.setFont(style().font());
    const QRectF body(0, listTop(), size.width(), std::max(0.0, size.height() - listTop()));
    if (!known_ || known_->findings->empty()) {
        painter.setPen(theme.faint_text);
        painter.drawText(body.adjusted(style().px(10), 0, -style().px(10), 0), Qt::AlignCenter | Qt::TextWordWrap,
            known_ ? tr("✓ Nothing is wrong with this network at step 0") : tr("computing…"));
        return;
    }
    painter.save();
    painter.setClipRect(body);
    painter.translate(0, listTop() - (bar_->isVisible() ? bar_->value() : 0));
    int place = -1;
    for (const Item& item : layOut(size.width())) {
        painter.setFont(item.kind == Item::Kind::formula ? style().numberFont() : style().font());
        painter.setPen(item.color);
        if (item.kind != Item::Kind::fix) {
            painter.drawText(item.area, Qt::TextWordWrap | Qt::AlignLeft, item.words);
            continue;
        }
        ++place;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(place == focused_ ? theme.text : theme.faint_text, style().px(place == focused_ ? 2 : 1)));
        painter.setBrush(place == hovered_ ? theme.grid : theme.background);
        painter.drawRoundedRect(item.area.adjusted(0.5, 0.5, -0.5, -0.5), style().px(3), style().px(3));
        painter.setPen(theme.text);
        const QFontMetricsF metrics(style().font());
        painter.drawText(item.area, Qt::AlignCenter,
            metrics.elidedText(item.words, Qt::ElideRight, item.area.width() - style().px(8)));
    }
    painter.restore();
}

FigureTable FindingsFigure::table() const
{
    FigureTable table {{QStringLiteral("id"), QStringLiteral("severity"), QStringLiteral("first_layer"),
                           QStringLiteral("last_layer"), QStringLiteral("message"), QStringLiteral("fixes")},
        {}};
    if (!study() || !study()->findings)
        return table;
    for (const Finding& f : *study()->findings) {
        QStringList fixes;
        for (const Fix& fix : f.fixes)
            fixes << QString::fromStdString(fix.label);
        table.rows << QStringList {QString::fromStdString(f.id), QString::fromLatin1(word(f.severity)),
            QString::number(f.first_layer), QString::number(f.last_layer), QString::fromStdString(f.message),
            fixes.join(QStringLiteral("; "))};
    }
    return table;
}

QVector<FindingsFigure::Place> FindingsFigure::fixPlaces() const
{
    QVector<Place> places;
    const double shift = listTop() - (bar_->isVisible() ? bar_->value() : 0);
    for (const Item& item : layOut(bodyWidth()))
        if (item.kind == Item::Kind::fix)
            places << Place {item.area.translated(0, shift), item.finding, item.fix};
    return places;
}

int FindingsFigure::placeAt(const QPointF& at) const
{
    const QVector<Place> places = fixPlaces();
    if (at.y() >= listTop())
        for (int i = 0; i < places.size(); ++i)
            if (places[i].area.contains(at))
                return i;
    return -1;
}

void FindingsFigure::placeBar()
{
    const double room = std::max(0.0, height() - listTop());
    const double high = listHeight(layOut(width() - bar_->sizeHint().width()));
    bar_->setRange(0, std::max(0, int(std::ceil(high - room))));
    bar_->setPageStep(int(room));
    bar_->setSingleStep(int(style().px(20)));
    bar_->setVisible(high > room);
    const int wide = bar_->sizeHint().width();
    bar_->setGeometry(width() - wide, int(listTop()), wide, int(room));
}

/// A preview is not diagnosed: the last findings stay until the next are there.
void FindingsFigure::rebuild()
{
    if (study()->findings)
        known_ = study();
    hovered_ = focused_ = -1;
    placeBar();
}

void FindingsFigure::restyle()
{
    placeBar();
    update();
}

void FindingsFigure::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, QSizeF(bodyWidth(), height()));
    if (bar_->isVisible())
        painter.fillRect(QRect(bodyWidth(), 0, width() - bodyWidth(), height()), style().theme.background);
    notifyPainted();
}

void FindingsFigure::resizeEvent(QResizeEvent*) { placeBar(); }

void FindingsFigure::wheelEvent(QWheelEvent* event)
{
    bar_->setValue(bar_->value() - event->angleDelta().y() / 3);
    event->accept();
}

void FindingsFigure::mouseMoveEvent(QMouseEvent* event)
{
    const int place = placeAt(event->position());
    setCursor(place >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (place == hovered_)
        return;
    hovered_ = place;
    update();
}

void FindingsFigure::mouseReleaseEvent(QMouseEvent* event)
{
    const int place = placeAt(event->position());
    if (event->button() != Qt::LeftButton || place < 0)
        return;
    const Place chosen = fixPlaces()[place];
    emit fixChosen(known_, chosen.finding, chosen.fix);
}

void FindingsFigure::leaveEvent(QEvent*)
{
    hovered_ = -1;
    update();
}

void FindingsFigure::keyPressEvent(QKeyEvent* event)
{
    const QVector<Place> places = fixPlaces();
    const bool on = event->key() == Qt::Key_Down, back = event->key() == Qt::Key_Up;
    if (places.isEmpty() || !(on || back || event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)) {
        event->ignore();
        return;
    }
    if (on || back) {
        focused_ = std::clamp(focused_ + (on ? 1 : -1), 0, int(places.size()) - 1);
        const QRectF area = fixPlaces()[focused_].area;
        if (area.bottom() > height())
            bar_->setValue(bar_->value() + int(area.bottom()) - height() + int(style().px(8)));
        else if (area.top() < listTop())
            bar_->setValue(bar_->value() - int(listTop() - area.top()) - int(style().px(8)));
        update();
    } else if (focused_ >= 0 && focused_ < places.size()) {
        emit fixChosen(known_, places[focused_].finding, places[focused_].fix);
    }
}

void FindingsFigure::focusOutEvent(QFocusEvent*)
{
    focused_ = -1;
    update();
}

Figure* createFindings(QWidget* parent) { return new FindingsFigure(parent); }

}   // namespace stepzero
