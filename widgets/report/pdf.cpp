// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out a report on A4 pages with vector figures.
#include <QFontDatabase>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

#include "widgets/language/language.h"
#include "widgets/report/contents.h"
#include "widgets/report/pages.h"
#include "widgets/style/math.h"

namespace stepzero {

namespace {

constexpr double body = PageSize::body_width, gap = 17;
constexpr double bar_room = 12;   // between the bar of a finding and its text
/// Figures are laid out larger than they are printed, so that their text is as small as a caption's.
constexpr QSize narrow(430, 290);
constexpr int page_width = 860;
constexpr double narrow_width = (body - gap) / 2;

const Theme& ink() { return theme(QStringLiteral("print")); }

QFont fontOf(double pixels, QFont::Weight weight = QFont::Normal)
{
    QFont font = Style {ink(), 1}.font();
    font.setPixelSize(qRound(pixels));
    font.setWeight(weight);
    return font;
}

QFont codeFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    font.setPixelSize(8);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

struct TextStyle {
    QFont font;
    QColor color;
    double left = 0, width = body;
    double leading = 1.3;
    bool anywhere = false;   ///< may break within words, for code
};

/// Text that is broken into lines.
class Lines {
public:
    Lines(const QString& text, const TextStyle& style) : style_(style), layout_(std::make_shared<QTextLayout>())
    {
        QTextOption option;
        option.setWrapMode(style.anywhere ? QTextOption::WrapAnywhere : QTextOption::WrapAtWordBoundaryOrAnywhere);
        const FormattedWords words = style.anywhere ? FormattedWords {text, {}} : formattedWithFormulas(text);
        layout_->setText(QString(words.text).replace(QLatin1Char('\n'), QChar::LineSeparator));
        layout_->setFont(style.font);
        layout_->setFormats(words.formats);
        layout_->setTextOption(option);
        high_ = QFontMetricsF(style.font).height() * style.leading;
        layout_->beginLayout();
        for (QTextLine line = layout_->createLine(); line.isValid(); line = layout_->createLine()) {
            line.setLineWidth(std::max(10.0, style.width));
            line.setPosition({0, 0});
        }
        layout_->endLayout();
    }

    int count() const { return layout_->lineCount(); }
    double lineHeight() const { return high_; }
    double height() const { return high_ * count(); }

    void draw(QPainter& painter, int from, int to) const
    {
        painter.setPen(style_.color);
        for (int i = from; i < to; ++i) {
            const QTextLine line = layout_->lineAt(i);
            line.draw(&painter, {style_.left, (i - from) * high_ + (high_ - line.height()) / 2});
        }
    }

private:
    TextStyle style_;
    std::shared_ptr<QTextLayout> layout_;   // a QTextLayout cannot be copied
    double high_ = 0;
};

class PdfWriter {
public:
    explicit PdfWriter(const Report& report, const ReportOptions& options) : options_(options)
    {
        text(report.title, {fontOf(22, QFont::DemiBold), ink().text}, 0, true);
        text(report.settings, {fontOf(11), ink().faint_text}, 4);
        if (!report.date.isEmpty())
            text(report.date, {fontOf(11), ink().faint_text}, 2);
        for (const ReportSection& section : report.sections)
            add(section);
    }

    const std::vector<Piece>& pieces() const { return pieces_; }

private:
    /// Adds text line by line. No line stands alone at the end of a page or at the start of the next.
    void text(const QString& words, const TextStyle& style, double before, bool keep = false, const QColor& bar = {})
    {
        const Lines lines(words, style);
        const int n = lines.count();
        for (int i = 0; i < n; ++i)
            pieces_.push_back({lines.lineHeight(), [lines, i](QPainter& p) { lines.draw(p, i, i + 1); },
                i == 0 ? before : 0, keep || (n > 1 && (i == 0 || i == n - 2)), {}, bar});
    }

    void add(const ReportSection& section)
    {
        text(section.title, {fontOf(16, QFont::DemiBold), ink().text}, 26, true);
        for (const QString& paragraph : section.paragraphs)
            text(paragraph, {fontOf(12), ink().text}, 4);
        for (const QString& formula : section.formulas)
            addFormula(formula, {}, 0);
        for (const ReportFinding& finding : section.findings)
            add(finding);
        for (const ReportTable& table : section.tables)
            table.numeric ? addNumbers(table) : addWords(table);
        for (qsizetype i = 0; i < section.figures.size(); ++i) {
            const bool pair
                = section.figures[i].wide == 0 && i + 1 < section.figures.size() && section.figures[i + 1].wide == 0;
            add(section.figures[i], pair ? &section.figures[i + 1] : nullptr, 0, {});
            i += pair ? 1 : 0;
        }
        for (const ReportCode& code : section.code) {
            text(code.title, {fontOf(12, QFont::DemiBold), ink().text}, 12, true);
            QString lines = code.text;
            while (lines.endsWith(QLatin1Char('\n')))
                lines.chop(1);
            TextStyle style {codeFont(), ink().text};
            style.leading = 1.15;
            style.anywhere = true;
            text(lines, style, 4);
        }
        for (const QString& paragraph : section.closing)
            text(paragraph, {fontOf(12), ink().text}, 6);
    }

    void add(const ReportFinding& finding)
    {
        const QColor color = finding.severity == Severity::note ? ink().faint_text : ink().warning;
        const auto style = [](double pixels, const QColor& of, QFont::Weight weight = QFont::Normal) {
            return TextStyle {fontOf(pixels, weight), of, bar_room, body - bar_room};
        };
        const std::size_t from = pieces_.size();
        text(QStringLiteral("%1 %2 · %3")
                 .arg(QString::fromUtf8(sign(finding.severity)), words(label_of(finding.severity)), finding.where),
            style(12, color, QFont::DemiBold), 14, true, color);
        pieces_[from].opens = true;
        text(finding.message, style(12, ink().text), 0, !finding.cause.isEmpty(), color);
        if (!finding.cause.isEmpty())
            text(finding.cause, style(12, ink().faint_text), 2, false, color);
        if (!finding.formula.isEmpty())
            addFormula(finding.formula, color, bar_room);
        for (const QString& fix : finding.fixes)
            text(QStringLiteral("→ ") + fix, style(12, ink().text), 2, false, color);
        if (!finding.unfixed.isEmpty())
            text(finding.unfixed, style(12, ink().faint_text), 2, false, color);
        if (finding.change)
            add(*finding.change, nullptr, bar_room, color);
        if (!finding.as.isEmpty())
            text(finding.as, style(10, ink().faint_text), 4, false, color);
    }

    void addFormula(const QString& formula, const QColor& bar, double left)
    {
        const MathBox box = typeset(formula, 13);
        const double scale = std::min(1.0, (body - left) / std::max(1.0, box.width));
        pieces_.push_back({box.height() * scale,
            [box, scale, left](QPainter& p) {
                p.translate(left, 0);
                p.scale(scale, scale);
                box.draw(p, {0, box.ascent}, ink().text);
            },
            5, false, {}, bar});
    }

    /// Adds one figure, or two side by side.
    void add(const ReportFigure& figure, const ReportFigure* beside, double left, const QColor& bar)
    {
        struct Drawn {
            ReportFigure figure;
            QSize size;
            double left, width;
            Lines caption;
        };
        std::vector<Drawn> row;
        double high = 0;
        for (const ReportFigure* one : {&figure, beside}) {
            if (!one)
                continue;
            const double width = one->wide > 0 ? body - left : narrow_width;
            const double x = row.empty() ? left : narrow_width + gap;
            const Lines caption(
                QObject::tr("Figure %1. ").arg(++figures_) + one->caption, {fontOf(10), ink().faint_text, x, width});
            const QSize size = one->wide > 0 ? QSize(page_width, qRound(one->wide * page_width)) : narrow;
            high = std::max(high, width * size.height() / size.width() + 3 + caption.height());
            row.push_back({*one, size, x, width, caption});
        }
        const QString theme = options_.theme;
        pieces_.push_back({high,
            [row, theme](QPainter& p) {
                for (const Drawn& drawn : row) {
                    const double scale = drawn.width / drawn.size.width();
                    p.save();
                    p.translate(drawn.left, 0);
                    p.scale(scale, scale);
                    paintFigure(p, drawn.size, drawn.figure, theme);
                    p.restore();
                    p.save();
                    p.translate(0, scale * drawn.size.height() + 3);
                    drawn.caption.draw(p, 0, drawn.caption.count());
                    p.restore();
                }
            },
            12, false, {}, bar});
    }

    void addNote(const ReportTable& table)
    {
        if (!table.note.isEmpty())
            text(table.note, {fontOf(10), ink().faint_text}, 3);
    }

    /// Adds names and values. Columns are as wide as their text, and the last takes the remaining width.
    void addWords(const ReportTable& table)
    {
        const QFont font = fontOf(11), bold = fontOf(11, QFont::DemiBold);
        qsizetype columns = table.header.size();
        for (const QStringList& row : table.rows)
            columns = std::max(columns, row.size());
        std::vector<double> left {0};
        for (qsizetype c = 0; c + 1 < columns; ++c) {
            double widest = c < table.header.size() ? QFontMetricsF(bold).horizontalAdvance(table.header[c]) : 0;
            for (const QStringList& row : table.rows)
                if (c < row.size())
                    widest = std::max(widest, QFontMetricsF(font).horizontalAdvance(row[c]));
            left.push_back(left.back() + std::min(widest + 14, body * 0.4));
        }
        const auto pieceOf = [&](const QStringList& cells, const QFont& of, const QColor& first) {
            std::vector<Lines> set;
            double high = 0;
            for (qsizetype c = 0; c < cells.size(); ++c) {
                const double end = c + 1 < columns ? left[std::size_t(c) + 1] - 8 : body;
                set.emplace_back(cells[c],
                    TextStyle {of, c == 0 ? first : ink().text, left[std::size_t(c)], end - left[std::size_t(c)], 1.2});
                high = std::max(high, set.back().height());
            }
            return Piece {high,
                [set](QPainter& p) {
                    for (const Lines& lines : set)
                        lines.draw(p, 0, lines.count());
                },
                2, false, {}, {}};
        };
        std::shared_ptr<const Piece> head;
        if (!table.header.isEmpty()) {
            Piece piece = pieceOf(table.header, bold, ink().text);
            piece.before = 8;
            piece.keep = true;
            head = std::make_shared<const Piece>(piece);
            pieces_.push_back(piece);
        }
        for (qsizetype r = 0; r < table.rows.size(); ++r) {
            Piece piece = pieceOf(table.rows[r], font, ink().faint_text);
            if (r == 0 && table.header.isEmpty())
                piece.before = 8;
            piece.head = head;
            pieces_.push_back(piece);
        }
        addNote(table);
    }

    struct Columns {
        std::vector<qsizetype> of;
        std::vector<double> width;   // without the gap
        double font = 0;
    };

    static double widthOf(const ReportTable& table, qsizetype c, double pixels)
    {
        const QFontMetricsF metrics(fontOf(pixels)), bold(fontOf(pixels, QFont::DemiBold));
        double widest = 0;
        for (const QString& word : table.header[c].split(QLatin1Char(' ')))
            widest = std::max(widest, bold.horizontalAdvance(word));
        for (const QStringList& row : table.rows)
            widest = std::max(widest, metrics.horizontalAdvance(row[c]));
        return std::ceil(widest) + 1;
    }

    /// Returns all columns in the largest type that lets them fit; otherwise parts, each with the first column.
    static std::vector<Columns> columnsOf(const ReportTable& table)
    {
        constexpr double space = 9, smallest = 7;
        const qsizetype n = table.header.size();
        for (double pixels = 10; pixels >= smallest; --pixels) {
            Columns all {{}, {}, pixels};
            double sum = -space;
            for (qsizetype c = 0; c < n; ++c) {
                all.of.push_back(c);
                all.width.push_back(widthOf(table, c, pixels));
                sum += all.width.back() + space;
            }
            if (sum <= body)
                return {all};
        }
        std::vector<Columns> parts;
        double used = 0;
        for (qsizetype c = 0; c < n; ++c) {
            const double width = widthOf(table, c, smallest + 1);
            if (parts.empty() || used + space + width > body) {
                parts.push_back({{}, {}, smallest + 1});
                used = 0;
                if (c > 0) {
                    parts.back().of.push_back(0);
                    used = widthOf(table, 0, smallest + 1);
                    parts.back().width.push_back(used);
                }
            }
            parts.back().of.push_back(c);
            parts.back().width.push_back(std::min(width, body));
            used += space + width;
        }
        return parts;
    }

    void addNumbers(const ReportTable& table)
    {
        if (table.header.isEmpty())
            return;
        for (const Columns& part : columnsOf(table))
            addNumbers(table, part);
        addNote(table);
    }

    void addNumbers(const ReportTable& table, const Columns& part)
    {
        const QFont font = fontOf(part.font), bold = fontOf(part.font, QFont::DemiBold);
        double sum = 0;
        for (const double width : part.width)
            sum += width;
        const auto n = part.of.size();
        const double space = n > 1 ? std::min(22.0, (body - sum) / double(n - 1)) : 0;
        std::vector<QRectF> places;
        double x = 0;
        for (const double width : part.width) {
            places.emplace_back(x, 0, width, 0);
            x += width + space;
        }
        const auto alignment = [part, words = table.words](std::size_t i) {
            return i == 0 || words.value(part.of[i]) ? Qt::AlignLeft : Qt::AlignRight;
        };
        double high = 0;
        for (std::size_t i = 0; i < n; ++i)
            high = std::max(high,
                QFontMetricsF(bold)
                    .boundingRect(QRectF(0, 0, places[i].width(), 1e4), Qt::TextWordWrap, table.header[part.of[i]])
                    .height());
        const double total = x - space;
        const auto head = std::make_shared<const Piece>(Piece {high + 4,
            [=](QPainter& p) {
                p.setFont(bold);
                p.setPen(ink().text);
                for (std::size_t i = 0; i < n; ++i)
                    p.drawText(QRectF(places[i].left(), 0, places[i].width(), high),
                        int(alignment(i) | Qt::AlignBottom) | Qt::TextWordWrap, table.header[part.of[i]]);
                p.setPen(QPen(ink().faint_text, 0.6));
                p.drawLine(QPointF(0, high + 2), QPointF(total, high + 2));
            },
            8, true, {}, {}});
        pieces_.push_back(*head);
        const double line = QFontMetricsF(font).height() * 1.12;
        for (const QStringList& row : table.rows)
            pieces_.push_back({line,
                [=](QPainter& p) {
                    p.setFont(font);
                    p.setPen(ink().text);
                    for (std::size_t i = 0; i < n; ++i)
                        p.drawText(QRectF(places[i].left(), 0, places[i].width(), line),
                            int(alignment(i) | Qt::AlignVCenter) | Qt::TextDontClip, row[part.of[i]]);
                },
                0, false, head, {}});
    }

    const ReportOptions& options_;
    std::vector<Piece> pieces_;
    int figures_ = 0;
};

}   // namespace

QByteArray reportPdf(const Report& report, const ReportOptions& options)
{
    return pdfOfPages(paginated(PdfWriter(report, options).pieces()), report.title, report.footer, options.progress);
}

QByteArray reportPdf(const ExhibitPtr& exhibit, const ReportOptions& options)
{
    return reportPdf(reportOf(exhibit, options), options);
}

}   // namespace stepzero
