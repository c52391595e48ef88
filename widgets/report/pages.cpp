// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/pages.h"

#include <QPagedPaintDevice>
#include <QPainter>

#include "widgets/figures/pdf_document.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

void drawPage(QPainter& painter, const std::vector<Piece>& pieces)
{
    const auto drawn = [&painter](const Piece& piece, double y, double above) {
        painter.save();
        painter.translate(PageSize::side, PageSize::top + y);
        if (piece.bar.isValid())
            painter.fillRect(
                QRectF(0, piece.opens ? 0 : -above, 2.5, piece.height + (piece.opens ? 0 : above)), piece.bar);
        if (piece.draw)
            piece.draw(painter);
        painter.restore();
    };
    double y = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& piece = pieces[i];
        if (i == 0 && piece.head) {
            drawn(*piece.head, 0, 0);
            y += piece.head->height;
        }
        const double above = i == 0 ? 0 : piece.before;
        y += above;
        drawn(piece, y, above);
        y += piece.height;
    }
}

}   // namespace

std::vector<std::vector<Piece>> paginated(const std::vector<Piece>& pieces)
{
    std::vector<std::vector<Piece>> pages;
    double used = 0;
    for (std::size_t i = 0; i < pieces.size();) {
        // end of the pieces that are kept together
        std::size_t end = i;
        double high = 0;
        do {
            high += pieces[end].height + (end > i ? pieces[end].before : 0);
        } while (pieces[end++].keep && end < pieces.size());
        const bool fits = !pages.empty() && used + pieces[i].before + high <= PageSize::body_height;
        if (fits) {
            used += pieces[i].before + high;
        } else {
            pages.emplace_back();
            used = high + (pieces[i].head ? pieces[i].head->height : 0);
        }
        for (; i < end; ++i)
            pages.back().push_back(pieces[i]);
    }
    return pages;
}

QByteArray pdfOfPages(const std::vector<std::vector<Piece>>& pages, const QString& title, const QString& footer,
    const std::function<void(double fraction)>& before)
{
    const auto paint = [&](QPainter& painter, QPagedPaintDevice& device) {
        const Style style {theme(QStringLiteral("print")), 1};
        for (std::size_t page = 0; page < pages.size(); ++page) {
            if (before)
                before(double(page) / double(pages.size()));
            if (page > 0)
                device.newPage();
            drawPage(painter, pages[page]);
            painter.setFont(style.numberFont());
            painter.setPen(style.theme.faint_text);
            const QRectF foot(PageSize::side, PageSize::height - PageSize::bottom + 18, PageSize::body_width, 16);
            painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, footer);
            painter.drawText(
                foot, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("%1 / %2").arg(page + 1).arg(pages.size()));
        }
    };
    return pdfDocument(QPageSize(QPageSize::A4), title, footer, paint);
}

}   // namespace stepzero
