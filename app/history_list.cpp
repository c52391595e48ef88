// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/history_list.h"

#include <QApplication>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "app/appearance.h"
#include "core/study/grid/difference.h"
#include "widgets/figures/frame/math_line.h"
#include "widgets/figures/picture.h"
#include "widgets/language/language.h"
#include "widgets/language/verdict_text.h"
#include "widgets/style/palette.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr int entryMargin = 6, pictureWidth = 76;   // in pixels at scale 1
constexpr double leastDecades = 2;   // height of a picture; less would show random differences as a slope

/// Draws log10 of the RMS over depth; gaps where it is not known.
void drawCurve(QPainter& painter, const std::vector<double>& sizes, double low, double high, const QRectF& place)
{
    QPolygonF line;
    const auto end = [&] {
        if (line.size() == 1)
            painter.drawPoint(line.first());
        painter.drawPolyline(line);
        line.clear();
    };
    const double last = std::max(1.0, double(sizes.size()) - 1);
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (std::isfinite(sizes[i]))
            line << QPointF(place.left() + place.width() * double(i) / last,
                place.bottom() - place.height() * (sizes[i] - low) / (high - low));
        else
            end();
    end();
}

/// Draws signal and gradient on one axis; the gradient is dashed. A thin line is at an RMS of 1.
void drawPicture(QPainter& painter, const HistoryEntry& entry, const QRectF& place, const Style& style)
{
    constexpr double edge = 3;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const std::vector<double>* sizes : {&entry.signal, &entry.gradient})
        for (const double size : *sizes)
            if (std::isfinite(size)) {
                low = std::min(low, size);
                high = std::max(high, size);
            }
    painter.fillRect(place, style.theme.background);
    if (high < low)
        return;
    const double more = std::max(0.0, leastDecades - (high - low)) / 2;
    low -= more;
    high += more;
    const QRectF inner = place.adjusted(style.px(edge), style.px(edge), -style.px(edge), -style.px(edge));
    if (low < 0 && high > 0) {
        painter.setPen(style.pen(style.theme.grid, 1));
        drawCurve(painter, {0, 0}, low, high, inner);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(style.pen(style.theme.forward, 1.5));
    drawCurve(painter, entry.signal, low, high, inner);
    painter.setPen(style.pen(style.theme.gradient, 1.5, Qt::DashLine));
    drawCurve(painter, entry.gradient, low, high, inner);
}

int lineHeight(const QFontMetrics& metrics) { return metrics.height() + 1; }

}   // namespace

QString dayText(const QDate& day, const QDate& today)
{
    const auto days = day.daysTo(today);
    if (days == 0)
        return QObject::tr("Today");
    if (days == 1)
        return QObject::tr("Yesterday");
    //: format of a date by QLocale
    return QLocale(language()).toString(day, QObject::tr("d MMMM yyyy"));
}

void HistoryModel::show(const HistoryEntries& entries, const QString& typed, const QDate& today)
{
    beginResetModel();
    std::map<std::pair<HistoryEntryPtr, HistoryEntryPtr>, Words> known;
    for (Item& item : items_)
        if (item.words)
            known.emplace(std::pair(item.entry, item.before), *std::move(item.words));
    items_.clear();
    rows_.clear();
    const QStringList words = typed.split(QChar(u' '), Qt::SkipEmptyParts);
    QDate day;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        Item& item = items_.emplace_back(Item {entries[i], entries.value(i + 1)});
        if (const auto found = known.find({item.entry, item.before}); found != known.end())
            item.words = std::move(found->second);
        if (!matches(item, words))
            continue;
        if (const QDate own = item.entry->time.date(); own != day) {
            day = own;
            rows_.push_back({-1, dayText(day, today)});
        }
        rows_.push_back({int(i), {}});
    }
    endResetModel();
}

bool HistoryModel::matches(const Item& item, const QStringList& words) const
{
    if (words.isEmpty())
        return true;
    const auto& [title, change, verdict, time] = wordsOf(item);
    const QString all = QStringList {title, change, verdict}.join(QChar(u'\n'));
    return std::ranges::all_of(words, [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

const HistoryModel::Words& HistoryModel::wordsOf(const Item& item) const
{
    if (!item.words) {
        const HistoryEntry& entry = *item.entry;
        const QString changed = item.before ? translated(change(item.before->experiment, entry.experiment)) : QString();
        item.words = Words {titleOf(entry.experiment), changed, headOf(entry.verdict),
            QLocale(language()).toString(entry.time.time(), QStringLiteral("HH:mm"))};
    }
    return *item.words;
}

HistoryEntryPtr HistoryModel::entryAt(const QModelIndex& index) const
{
    const int item = index.isValid() ? rows_[std::size_t(index.row())].item : -1;
    return item < 0 ? nullptr : items_[std::size_t(item)].entry;
}

const HistoryModel::Words& HistoryModel::wordsAt(const QModelIndex& index) const
{
    return wordsOf(items_[std::size_t(rows_[std::size_t(index.row())].item)]);
}

QModelIndex HistoryModel::indexOf(const HistoryEntryPtr& entry) const
{
    const auto found = std::ranges::find_if(
        rows_, [&](const Row& row) { return row.item >= 0 && items_[std::size_t(row.item)].entry == entry; });
    return found == rows_.end() ? QModelIndex() : index(int(found - rows_.begin()));
}

int HistoryModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(rows_.size()); }

QVariant HistoryModel::data(const QModelIndex& index, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const HistoryEntryPtr entry = entryAt(index);
    if (!entry)
        return role == Qt::DisplayRole ? rows_[std::size_t(index.row())].day : QVariant();
    const auto& [title, change, verdict, time] = wordsAt(index);
    QStringList parts {title, change, verdict, time};
    if (role == Qt::ToolTipRole)
        parts = {title, change, settingsOf(entry->experiment)};
    parts.removeAll(QString());
    return role == Qt::ToolTipRole ? parts.join(QChar(u'\n')) : joinedText(parts, "; ");
}

Qt::ItemFlags HistoryModel::flags(const QModelIndex& index) const
{
    return entryAt(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::NoItemFlags;
}

QSize HistoryDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int line = lineHeight(option.fontMetrics), margin = qRound(entryMargin * appliedScale());
    return {1, model_.entryAt(index) ? 3 * line + 2 * margin : line + margin};   // the view makes it wider
}

void HistoryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    if (model_.entryAt(index)) {
        paintEntry(*painter, option, index);
    } else {
        QFont font = option.font;
        font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->setPen(option.palette.color(QPalette::Active, QPalette::Text));
        const int margin = qRound(entryMargin * appliedScale());
        painter->drawText(option.rect.adjusted(margin, margin, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
            index.data(Qt::DisplayRole).toString());
    }
    painter->restore();
}

void HistoryDelegate::paintEntry(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Style style {theme(themeFor(option.palette)), appliedScale()};
    const QStyle* look = option.widget ? option.widget->style() : QApplication::style();
    look->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, &painter, option.widget);
    const HistoryEntryPtr entry = model_.entryAt(index);
    const auto& [title, change, verdict, time] = model_.wordsAt(index);

    const double margin = style.px(entryMargin), line = lineHeight(option.fontMetrics);
    const QRectF inner = QRectF(option.rect).adjusted(margin, margin, -margin, -margin);
    painter.save();
    drawPicture(painter, *entry, QRectF(inner.topLeft(), QSizeF(style.px(pictureWidth), inner.height())), style);
    painter.restore();

    const bool selected = option.state & QStyle::State_Selected;
    const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
    const QColor chosen = option.palette.color(group, QPalette::HighlightedText);
    const double left = inner.left() + style.px(pictureWidth) + margin, right = inner.right();
    const auto write = [&](int row, double from, const QString& text, const QColor& color) {
        const MathBox words = elidedLine(text, option.font, right - from);
        words.draw(painter, {from, inner.top() + row * line + option.fontMetrics.ascent()}, selected ? chosen : color);
    };
    write(0, left, title, style.theme.text);
    write(1, left, change, style.theme.faint_text);
    const bool grave = entry->verdict.severity && *entry->verdict.severity != Severity::note;
    const double clock = std::ceil(mathLine(time, option.font).width) + 1;
    write(2, left, option.fontMetrics.elidedText(verdict, Qt::ElideRight, int(right - left - clock - margin)),
        grave ? style.theme.warning : style.theme.text);
    write(2, right - clock, time, style.theme.faint_text);
}

}   // namespace stepzero
