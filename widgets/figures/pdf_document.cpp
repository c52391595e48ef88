// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/pdf_document.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QUuid>
#include <algorithm>
#include <cstring>

namespace stepzero {

namespace {

// All changes below keep the length, since a PDF has a table of the positions of its objects.

/// Replaces the time when the file was made, which would differ between runs, by blanks.
void removeTimes(QByteArray& pdf)
{
    constexpr std::pair<const char*, char> entries[] = {{"/CreationDate (", ')'}, {"/ModDate (", ')'},
        // the latter ones: Qt 6.8
        {"xmp:CreateDate=\"", '"'}, {"xmp:ModifyDate=\"", '"'}, {"xmp:MetadataDate=\"", '"'}};
    for (const auto& [key, last] : entries)
        for (qsizetype at = pdf.indexOf(key); at >= 0; at = pdf.indexOf(key, at)) {
            const qsizetype end = pdf.indexOf(last, at + qsizetype(std::strlen(key)));
            if (end < 0)
                return;
            std::fill(pdf.begin() + at, pdf.begin() + end + 1, ' ');
        }
}

/// Maps the glyph of the space to a space. Qt maps it to a tab, the first character with this glyph.
void writeSpaces(QByteArray& pdf)
{
    const QByteArray begin("beginbfrange\n"), end("endbfrange");
    for (qsizetype at = pdf.indexOf(begin); at >= 0; at = pdf.indexOf(begin, at)) {
        const qsizetype last = pdf.indexOf(end, at);
        // lines have the form "<first glyph> <last glyph> <character>" or "<first glyph> <last glyph> [<character>
        // <character> …]"
        for (at += begin.size(); at < last; at = pdf.indexOf('\n', at) + 1)
            for (qsizetype tab = at + 14; (tab = pdf.indexOf("<0009>", tab)) >= 0 && tab < pdf.indexOf('\n', at);)
                pdf.replace(tab, 6, "<0020>");
    }
}

/// Replaces the random identifier of Qt 6.8 by a hash of the rest of the document.
void identify(QByteArray& pdf)
{
    const QByteArray key("xmpMM:DocumentID=\"uuid:");
    const qsizetype at = pdf.indexOf(key);
    if (at < 0)
        return;
    const auto replace = [&pdf](const QByteArray& old, const QByteArray& other) {
        pdf.replace("uuid:" + old, "uuid:" + other);
        pdf.replace('<' + old.toHex() + '>', '<' + other.toHex() + '>');
    };
    const QByteArray none = QUuid().toByteArray(QUuid::WithoutBraces);
    replace(pdf.mid(at + key.size(), none.size()), none);
    replace(none, QUuid::createUuidV5(QUuid(), pdf).toByteArray(QUuid::WithoutBraces));
}

}   // namespace

QByteArray pdfDocument(const QPageSize& size, const QString& title, const QString& creator,
    const std::function<void(QPainter& painter, QPagedPaintDevice& device)>& paint)
{
    constexpr int dpi = 1200;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter pdf(&buffer);
        pdf.setPageSize(size);
        pdf.setPageMargins(QMarginsF());
        pdf.setResolution(dpi);
        pdf.setTitle(title);
        pdf.setCreator(creator);
        QPainter painter(&pdf);
        painter.scale(dpi / 96.0, dpi / 96.0);
        paint(painter, pdf);
    }
    removeTimes(bytes);
    writeSpaces(bytes);
    identify(bytes);
    return bytes;
}

}   // namespace stepzero
