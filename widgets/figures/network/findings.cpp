// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/findings.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/diagnose/finding.h"
#include "core/diagnose/text.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/math_line.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr int moment = 250;   // milliseconds that a fix is pointed at before its overlay is requested

/// Returns "layer 3", "layers 3–5", or "network".
QString where(const Finding& finding, const Network& network)
{
    return finding.first_layer == 0 ? QObject::tr("network")
                                    : translated(span_text(network, finding.first_layer, finding.last_layer));
}

/// Returns "last RMS 3.10×10⁻⁹ → 0.980"; empty when both signals are lost.
QString change(const QString& what, const QString& before, const QString& after)
{
    return before.isEmpty() && after.isEmpty() ? QString()
                                               : QStringLiteral("%1 %2 → %3")
                                                     .arg(what, before.isEmpty() ? QStringLiteral("?") : before,
                                                         after.isEmpty() ? QStringLiteral("?") : after);
}

QString log10Text(double log10) { return std::isnan(log10) ? QString() : alignedLog10(log10, false); }
QString percent(double share) { return QString::number(100 * share, 'f', 1) + QStringLiteral("%"); }

double log10Rms(const Distribution& d) { return d.rms == 0 ? -HUGE_VAL : d.log10_of(d.rms); }

/// Returns log10 of the first layer's gradient over the last one's; NaN when it was not measured or exceeds every
/// range.
double log10GradientRatio(const Study& s)
{
    const Distribution *first = s.measurement->gradient(1), *last = s.measurement->gradient(s.measurement->depth());
    return first && last && last->rms > 0 ? log10Rms(*first) - log10Rms(*last) : std::nan("");
}

double most(const Study& s, Quantity share)
{
    double value = 0;
    for (int layer = 1; layer <= s.measurement->depth(); ++layer)
        value = std::max(value, s.measurement->number(layer, share).value_or(0));
    return value;
}

/// Returns the mean over all heads; empty without heads.
QString entropyText(const Study& s)
{
    double sum = 0;
    int heads = 0;
    for (const BlockRecord& block : s.measurement->record)
        for (const SiteRecord& site : block.sites)
            for (const AttentionHead& head : site.heads)
                if (head.queries > 0) {
                    sum += head.entropy / head.log_visible;
                    ++heads;
                }
    return heads > 0 ? percent(sum / heads) : QString();
}

constexpr double formula_pixels = 13;

}   // namespace

QString fixPinName(const QString& label) { return QObject::tr("after: %1").arg(label); }

QString fixNumbers(const Finding& finding, const Study& before, const Study& after)
{
    QStringList parts;
    const auto add = [&](const QString& what, auto&& number) {
        if (const QString text = change(what, number(before), number(after)); !text.isEmpty())
            parts << text;
    };
    const auto isOf = [&](const char* part) { return finding.id.find(part) != std::string::npos; };
    if (isOf("saturation"))
        add(QObject::tr("saturated"), [](const Study& s) { return percent(most(s, Quantity::saturated_fraction)); });
    if (isOf("dead"))
        add(QObject::tr("dead units"), [](const Study& s) { return percent(most(s, Quantity::dead_fraction)); });
    if (isOf("attention"))
        add(QObject::tr("attention entropy / ln T"), entropyText);
    add(QObject::tr("last RMS"),
        [](const Study& s) { return log10Text(log10Rms(*s.measurement->output(s.measurement->depth()))); });
    add(QObject::tr("gradient ratio"), [](const Study& s) { return log10Text(log10GradientRatio(s)); });
    if (before.findings && after.findings)
        add(QObject::tr("findings"), [](const Study& s) { return QString::number(s.findings->size()); });
    return parts.join(QStringLiteral(" · "));
}

FindingsFigure::FindingsFigure(QWidget* parent) : NetworkFigure(parent)
{
    wait_.setSingleShot(true);
    wait_.setInterval(moment);
    connect(&wait_, &QTimer::timeout, this, [this] {
        const QVector<Place> places = fixPlaces();
        if (present() < 0 || present() >= places.size())
            return;
        const Place& place = places[present()];
        previewed_ = {place.finding, place.fix};
        emit fixPreviewed(known_, place.finding, place.fix);
    });
    setFocusPolicy(Qt::StrongFocus);
}

QVector<FindingsFigure::Item> FindingsFigure::layOut(double width) const
{
    QVector<Item> items;
    if (!known_ || !known_->findings)
        return items;
    const Theme& theme = style().theme;
    const double edge = style().px(10), indent = style().px(28), gap = style().px(4);
    const QFontMetricsF metrics(style().font());
    double y = 0;
    const auto wrapped = [&](Item::Kind kind, const QString& words, const QColor& color, int finding) {
        if (words.isEmpty())
            return;
        const double room = std::max(style().px(60), width - indent - edge);
        const QVector<MathBox> lines
            = wrappedLines(words, kind == Item::Kind::formula ? style().numberFont() : style().font(), room);
        double high = 0;
        for (const MathBox& line : lines)
            high += line.height();
        items << Item {kind, words, QRectF(indent, y, room, high), finding, 0, color, lines};
        y += high + gap;
    };
    const auto& findings = *known_->findings;
    for (int i = 0; i < int(findings.size()); ++i) {
        const Finding& f = findings[std::size_t(i)];
        const QColor color = f.severity == Severity::note ? theme.faint_text : theme.warning;
        items << Item {Item::Kind::heading, QString::fromUtf8(sign(f.severity)),
            QRectF(edge, y, indent - edge, metrics.height()), i, 0, color};
        wrapped(Item::Kind::text, QStringLiteral("%1 · %2").arg(where(f, known_->plan->network), translated(f.message)),
            theme.text, i);
        wrapped(Item::Kind::faint, translated(f.cause), theme.faint_text, i);
        const QString formula = QString::fromStdString(f.formula);
        const MathBox box = typeset(formula, style().px(formula_pixels));
        if (!formula.isEmpty() && indent + box.width <= width - edge) {
            items << Item {
                Item::Kind::formula, formula, QRectF(indent, y, box.width, box.height()), i, 0, theme.text, {box}};
            y += box.height() + gap;
        } else {
            wrapped(Item::Kind::formula, formula, theme.text, i);
        }
        double x = indent, high = metrics.height() + style().px(6);
        bool any = false;
        for (int k = 0; k < int(f.fixes.size()); ++k) {
            const QString words = translated(f.fixes[std::size_t(k)].label);
            const double wide = std::min(
                mathLine(words, style().font()).width + style().px(16), std::max(20.0, width - indent - edge));
            if (x > indent && x + wide > width - edge) {
                x = indent;
                y += high + gap;
            }
            items << Item {Item::Kind::fix, words, QRectF(x, y, wide, high), i, k, theme.text};
            x += wide + style().px(6);
            any = true;
        }
        y += any ? high : 0;
        wrapped(Item::Kind::faint, translated(f.unfixed), theme.faint_text, i);
        y += style().px(12);
    }
    return items;
}

const QVector<FindingsFigure::Item>& FindingsFigure::items(double width) const
{
    if (itemsWidth_ != width) {
        items_ = layOut(width);
        itemsWidth_ = width;
    }
    return items_;
}

void FindingsFigure::look()
{
    update();
    if (present() == looked_)
        return;
    looked_ = present();
    wait_.stop();
    if (std::exchange(previewed_, std::nullopt))
        emit fixPreviewEnded();
    if (looked_ >= 0)
        wait_.start();
}

void FindingsFigure::drawBody(QPainter& painter, const QSizeF& size)
{
    const Theme& theme = style().theme;
    painter.setFont(style().font());
    const QRectF body(0, top(), size.width(), std::max(0.0, size.height() - top()));
    if (!known_ || !known_->findings || known_->findings->empty()) {
        painter.setPen(theme.faint_text);
        painter.drawText(body.adjusted(style().px(10), 0, -style().px(10), 0), Qt::AlignCenter | Qt::TextWordWrap,
            !known_                ? tr("computing…")
                : known_->findings ? (known_->training ? tr("✓ No problems found at step 0 or during training")
                                                       : tr("✓ No problems found at step 0"))
                                   : tr("not computed"));
        return;
    }
    painter.save();
    painter.setClipRect(body);
    painter.translate(0, top() - firstShown(size.height()));
    int place = -1;
    const Item* looked = nullptr;
    const QVector<Item>& all = items(size.width());
    for (const Item& item : all) {
        if (item.kind == Item::Kind::heading) {
            painter.setFont(style().font());
            painter.setPen(item.color);
            painter.drawText(item.area, Qt::AlignLeft, item.words);
            continue;
        }
        if (item.kind != Item::Kind::fix) {
            double y = item.area.top();
            for (const MathBox& line : item.lines) {
                line.draw(painter, {item.area.left(), y + line.ascent}, item.color);
                y += line.height();
            }
            continue;
        }
        if (++place == present())
            looked = &item;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(place == focused_ ? theme.text : theme.faint_text, style().px(place == focused_ ? 2 : 1)));
        painter.setBrush(place == hovered_ ? theme.grid : theme.background);
        painter.drawRoundedRect(item.area.adjusted(0.5, 0.5, -0.5, -0.5), style().px(3), style().px(3));
        const MathBox words = elidedLine(item.words, style().font(), item.area.width() - style().px(8));
        words.draw(
            painter, item.area.center() + QPointF(-words.width / 2, (words.ascent - words.descent) / 2), theme.text);
    }
    if (looked)
        drawHint(painter, size, *looked);
    painter.restore();
}

/// Draws over the list, so that nothing in it moves: below the fix, or above it where the list ends.
void FindingsFigure::drawHint(QPainter& painter, const QSizeF& size, const Item& fix) const
{
    const Finding& finding = (*known_->findings)[std::size_t(fix.finding)];
    const QString name = fixPinName(translated(finding.fixes[std::size_t(fix.fix)].label));
    const auto after = std::find_if(pins().begin(), pins().end(), [&](const Pin& pin) { return pin.name == name; });
    const bool known = previewed_ && after != pins().end();
    const QString numbers = known ? fixNumbers(finding, *known_, *after->study) : tr("Computing preview…");
    const QString hint = tr("Click to apply, Ctrl+Z to undo.");

    const QFont font = style().font();
    const QFontMetricsF metrics(font);
    const double edge = style().px(10), air = style().px(7);
    const double sample = known ? style().px(26) : 0, room = size.width() - 2 * edge - 2 * air - sample;
    const QRectF box = metrics.boundingRect(QRectF(0, 0, room, 1e6), Qt::TextWordWrap | Qt::AlignLeft, numbers);
    const double wide = 2 * air + std::max(sample + box.width() + 1, metrics.horizontalAdvance(hint) + 1);
    const double high = 2 * air + box.height() + metrics.height();
    const double first = firstShown(size.height()), last = first + size.height() - top();
    const double left = std::max(edge, std::min(fix.area.left(), size.width() - edge - wide));
    const double below = fix.area.bottom() + style().px(4), above = fix.area.top() - style().px(4) - high;
    const QRectF place(left, below + high <= last || above < first ? below : above, wide, high);
    painter.setPen(QPen(style().theme.faint_text, style().px(1)));
    painter.setBrush(style().theme.background);
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), style().px(3), style().px(3));
    if (known)
        drawPinSample(
            painter, QRectF(left + air, place.top() + air, style().px(20), metrics.height()), after->style, style());
    painter.setFont(font);
    painter.setPen(style().theme.text);
    painter.drawText(
        QRectF(left + air + sample, place.top() + air, room, box.height()), Qt::TextWordWrap | Qt::AlignLeft, numbers);
    painter.setPen(style().theme.faint_text);
    painter.drawText(QRectF(left + air, place.top() + air + box.height(), wide, metrics.height()), Qt::AlignLeft, hint);
}

QString FindingsFigure::latex()
{
    QVector<LatexLine> all;
    const StudyPtr shown = study();
    if (shown && shown->findings)
        for (const Finding& finding : *shown->findings)
            if (!finding.formula.empty())
                all << LatexLine {{}, latexOf(QString::fromStdString(finding.formula))};
    return latexLines(all);
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
            fixes << QString::fromStdString(fix.label.english());
        table.rows << QStringList {QString::fromStdString(f.id), QString::fromLatin1(word(f.severity)),
            QString::number(f.first_layer), QString::number(f.last_layer), QString::fromStdString(f.message.english()),
            fixes.join(QStringLiteral("; "))};
    }
    return table;
}

QVector<FindingsFigure::Place> FindingsFigure::fixPlaces() const
{
    QVector<Place> places;
    const double shift = top() - firstShown(height());
    for (const Item& item : items(bodyWidth()))
        if (item.kind == Item::Kind::fix)
            places << Place {item.area.translated(0, shift), item.finding, item.fix};
    return places;
}

int FindingsFigure::placeAt(const QPointF& at) const
{
    const QVector<Place> places = fixPlaces();
    if (at.y() >= top())
        for (int i = 0; i < places.size(); ++i)
            if (places[i].area.contains(at))
                return i;
    return -1;
}

/// The length next to a scroll bar, whether or not there is one.
int FindingsFigure::length() const
{
    itemsWidth_ = -1;
    double high = 0;
    for (const Item& item : layOut(width() - bar().sizeHint().width()))
        high = std::max(high, item.area.bottom());
    return int(std::ceil(high));
}

/// Another view of the same experiment has the same findings, so the state is kept.
void FindingsFigure::rebuild()
{
    if (study() == known_)
        return;
    const bool same = known_ && known_->experiment == study()->experiment;
    known_ = study();
    if (!same)
        forget();
    placeBar();
}

void FindingsFigure::forget()
{
    hovered_ = focused_ = -1;
    look();
}

void FindingsFigure::wheelEvent(QWheelEvent* event)
{
    ScrolledFigure::wheelEvent(event);
    hovered_ = placeAt(event->position());
    look();
}

void FindingsFigure::mouseMoveEvent(QMouseEvent* event)
{
    const int place = placeAt(event->position());
    setCursor(place >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (place == hovered_)
        return;
    hovered_ = place;
    look();
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
    look();
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
        const double list = firstShown(height()) - top(), air = style().px(8);
        reveal(int(list + area.top() - air), int(list + area.bottom() + air));
        hovered_ = -1;   // the keyboard has priority
        look();
    } else if (focused_ >= 0 && focused_ < places.size()) {
        emit fixChosen(known_, places[focused_].finding, places[focused_].fix);
    }
}

void FindingsFigure::focusOutEvent(QFocusEvent*)
{
    focused_ = -1;
    look();
}

void FindingsFigure::hideEvent(QHideEvent* event)
{
    Figure::hideEvent(event);
    forget();
}

FigureKind figure_findings()
{
    return {QStringLiteral("findings"), QObject::tr("Findings"), created<FindingsFigure>,
        {{networkLayers, 5}, {networkStream, 5}, {networkTokens, 5}}, {}, InReport::section};
}

}   // namespace stepzero
