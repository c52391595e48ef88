// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/phase_labels.h"
#include "widgets/language/language.h"

#include <QObject>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace stepzero {

QRectF phasePlaceOf(const MathBox& text, const QPointF& baseline, const Style& style)
{
    const double air = style.px(2);
    return QRectF(baseline.x(), baseline.y() - text.ascent, text.width, text.height()).adjusted(-air, 0, air, 0);
}

bool isFree(const QVector<QRectF>& taken, const QRectF& place)
{
    return std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); });
}

QVector<QPolygonF> piecesOutside(const QPolygonF& line, const QVector<QRectF>& places)
{
    constexpr double longest = 1e4;   // pixels between two points; a longer line leaves the picture
    QVector<QPolygonF> pieces;
    QPolygonF piece;
    const auto end = [&] {
        if (piece.size() > 1)
            pieces << piece;
        piece.clear();
    };
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QPointF step = i == 0 ? QPointF() : line[i] - line[i - 1];
        const int parts = i == 0 ? 1 : std::max(1, int(std::min(longest, std::hypot(step.x(), step.y()))));
        for (int part = 1; part <= parts; ++part) {
            const QPointF at = part == parts ? line[i] : line[i - 1] + step * part / parts;
            if (!isFree(places, QRectF(at, QSizeF(0.01, 0.01))))
                end();
            else if (part == parts || piece.isEmpty())
                piece << at;
            else if (!isFree(places, QRectF(line[i - 1] + step * (part + 1) / parts, QSizeF(0.01, 0.01))))
                piece << at;   // the last point before an excluded area
        }
    }
    end();
    return pieces;
}

QPolygonF inPixels(const QPolygonF& line, const Canvas& c)
{
    QPolygonF pixels;
    for (const QPointF& p : line)
        pixels << c.drawable(p.x(), p.y());
    return pixels;
}

bool isOn(const Canvas& c, const QPointF& at) { return QRectF(c.plot).adjusted(-1, -1, 1, 1).contains(at); }

namespace {

class Letterer {
public:
    Letterer(
        const PhaseMap& map, const PhaseLines& lines, const QVector<QRectF>& marks, const Canvas& c, const Style& style)
        : map_(map), lines_(lines), c_(c), style_(style)
    {
        letters_.taken = marks;
    }

    PhaseLettering letters()
    {
        placePhases();
        if (c_.plot.width() >= style_.px(600) && c_.plot.height() >= style_.px(320))
            placeLevels();
        return letters_;
    }

private:
    QRectF placeOf(const MathBox& text, const QPointF& baseline) const { return phasePlaceOf(text, baseline, style_); }
    bool isFree(const QRectF& place) const { return stepzero::isFree(letters_.taken, place); }

    void write(const MathBox& text, const QPointF& baseline, const QColor& color)
    {
        letters_.labels << PhaseLettering::Label {text, baseline, color};
        letters_.taken << placeOf(text, baseline);
    }

    /// Places each name where it is farthest from the other regions and from the edges.
    void placePhases()
    {
        constexpr int columns = 36, rows = 22, cells = columns * rows;
        enum Side { nothing, ordered, chaotic, grows };
        const double dx = c_.plot.width() / double(columns), dy = c_.plot.height() / double(rows);
        std::array<Side, cells> side {};
        std::array<QPointF, cells> middle;
        for (int n = 0; n < cells; ++n) {
            const int row = n / columns;
            middle[std::size_t(n)] = {c_.plot.left() + (n % columns + 0.5) * dx, c_.plot.top() + (row + 0.5) * dy};
            const double x = c_.vx(middle[std::size_t(n)].x()) / map_.range.weight * map_.columns;
            const double y = c_.vy(middle[std::size_t(n)].y()) / map_.range.bias * map_.rows;
            if (x < 0 || y < 0 || x >= map_.columns || y >= map_.rows)
                continue;
            const auto cell = std::size_t(int(y) * map_.columns + int(x));
            const double chi = double(map_.chi[cell]);
            side[std::size_t(n)] = map_.grows[cell] ? grows : chi < 0.999 ? ordered : chi > 1.001 ? chaotic : nothing;
        }
        for (const Side wanted : {ordered, chaotic, grows}) {
            const QString name = wanted == grows
                ? QObject::tr("length grows")
                : translated(label_of(wanted == ordered ? Phase::ordered : Phase::chaotic));
            const MathBox text = mathLine(name, style_.titleFont());
            double best = 0.75 * text.height();
            std::optional<QPointF> at;
            for (int n = 0; n < cells; ++n) {
                if (side[std::size_t(n)] != wanted)
                    continue;
                const QPointF& p = middle[std::size_t(n)];
                // A text is wider than high, so it needs proportionally more room horizontally.
                const double wide = text.height() / text.width;
                double room = std::min({p.y() - c_.plot.top(), c_.plot.bottom() - p.y(),
                    (p.x() - c_.plot.left()) * wide, (c_.plot.right() - p.x()) * wide});
                for (int other = 0; other < cells && room > best; ++other)
                    if (side[std::size_t(other)] != wanted) {
                        const QPointF by = p - middle[std::size_t(other)];
                        room = std::min(room, std::hypot(by.x() * wide, by.y()));
                    }
                const QPointF baseline(p.x() - text.width / 2, p.y() + (text.ascent - text.descent) / 2);
                if (room > best && isFree(placeOf(text, baseline))) {
                    best = room;
                    at = baseline;
                }
            }
            if (at)
                write(text, *at, style_.theme.text);
        }
    }

    /// Places the values of contours on their lines. A contour without room for its value is left out.
    void placeLevels()
    {
        struct Line {
            QPolygonF pixels;
            int level;   // index of a level, or one of the constants below
        };
        constexpr int critical = -1, edge = -2;
        QVector<Line> lines;
        for (const QPolygonF& line : lines_.critical)
            lines << Line {inPixels(line, c_), critical};
        for (const QPolygonF& line : lines_.edges)
            lines << Line {inPixels(line, c_), edge};
        for (int i = 0; i < lines_.levels.size(); ++i)
            for (const QPolygonF& line : lines_.levels[i].lines)
                lines << Line {inPixels(line, c_), i};
        const QRectF inside = QRectF(c_.plot).adjusted(style_.px(4), style_.px(4), -style_.px(4), -style_.px(4));
        for (int level = edge; level < lines_.levels.size(); ++level) {
            const MathBox text = mathLine(level == edge ? QObject::tr("edge of the basin")
                    : level == critical                 ? QObject::tr("χ₁ = 1")
                                                        : lines_.levels[level].name,
                style_.numberFont());
            bool named = false;
            const auto fits = [&](const QPointF& at) {
                const QPointF baseline(at.x() - text.width / 2, at.y() + (text.ascent - text.descent) / 2);
                const QRectF place = placeOf(text, baseline);
                if (!inside.contains(place) || !isFree(place))
                    return false;
                for (const Line& other : lines)
                    if (other.level != level && crosses(other.pixels, place))
                        return false;
                write(text, baseline, style_.theme.text);
                return true;
            };
            for (const Line& line : lines) {
                if (line.level != level)
                    continue;
                const int n = int(line.pixels.size());
                for (int k = 0; k < 24 && !named; ++k) {   // from the middle outwards
                    const int away = (k + 1) / 2;
                    const double share = 0.5 + (k % 2 == 0 ? 1 : -1) * 0.48 * away / 12;
                    named = fits(line.pixels[int(share * (n - 1))]);
                }
            }
            if (named && level >= 0)
                for (const Line& line : lines)
                    if (line.level == level)
                        letters_.lines << line.pixels;
        }
    }

    static bool crosses(const QPolygonF& line, const QRectF& place)
    {
        for (qsizetype i = 0; i + 1 < line.size(); ++i) {
            const QPointF &a = line[i], &b = line[i + 1];
            if (place.intersects(QRectF(a, b).normalized().adjusted(-0.5, -0.5, 0.5, 0.5)))
                return true;
        }
        return false;
    }

    const PhaseMap& map_;
    const PhaseLines& lines_;
    const Canvas& c_;
    const Style& style_;
    PhaseLettering letters_;
};

}   // namespace

PhaseLettering phaseLettering(const PhaseMap& map, const PhaseLines& lines, const QVector<QRectF>& marks,
    const Canvas& canvas, const Style& style)
{
    return Letterer(map, lines, marks, canvas, style).letters();
}

}   // namespace stepzero
