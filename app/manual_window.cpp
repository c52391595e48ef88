// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual_window.h"

#include <QFontDatabase>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTextBlock>
#include <QTextTable>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/appearance.h"
#include "app/control_frame.h"

namespace stepzero {

namespace {

constexpr int placeRole = Qt::UserRole;

bool isCode(const QTextBlock& block)
{
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    for (auto part = block.begin(); !part.atEnd(); ++part)
        if (part.fragment().charFormat().fontFamilies().toStringList() != fixed.families())
            return false;
    return !QTextCursor(block).currentTable() && !block.text().isEmpty();
}

/// Chinese characters have no italics, so they are emphasized by weight.
void standUpright(QTextCursor& cursor, const QTextBlock& block)
{
    const auto isCharacter = [](QChar c) { return c.script() == QChar::Script_Han; };
    QVector<std::pair<int, int>> slanting;   // start and end; a change of format may merge fragments
    for (auto part = block.begin(); !part.atEnd(); ++part)
        if (const QTextFragment text = part.fragment();
            text.charFormat().fontItalic() && std::ranges::any_of(text.text(), isCharacter))
            slanting.append({text.position(), text.position() + text.length()});
    QTextCharFormat upright;
    upright.setFontItalic(false);
    upright.setFontWeight(QFont::Bold);
    for (const auto& [from, to] : slanting) {
        cursor.setPosition(from);
        cursor.setPosition(to, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(upright);
    }
}

QString placeOf(const QUrl& source) { return source.toString().section('/', -1); }

}   // namespace

ManualBrowser::ManualBrowser(QWidget* parent) : QTextBrowser(parent)
{
    setFrameShape(NoFrame);
    setOpenExternalLinks(true);
    setAccessibleName(tr("page"));
    frameFocus(this);
    connect(this, &QTextBrowser::sourceChanged, this, [this](const QUrl& now) {
        // otherwise the page is shown already
        if (const ManualPage* page = pageAt(now); page && document() == &blank_) {
            show(prepared(*page));
            if (now.hasFragment())
                scrollToAnchor(now.fragment());
        }
        emit placeChanged(placeOf(now));   // source() has the new value only later
    });
    idle_.setInterval(20);
    connect(&idle_, &QTimer::timeout, this, &ManualBrowser::prepareNext);
}

void ManualBrowser::setPages(const QVector<ManualPage>& pages)
{
    pages_ = pages;
    idle_.start();
}

/// Returns a page that is ready to be shown. Formatting a visible document would lay it out again and again.
QTextDocument& ManualBrowser::prepared(const ManualPage& page)
{
    QTextDocument*& made = documents_[page.name];
    if (!made) {
        ++preparations_;
        made = new QTextDocument(this);
        made->setUndoRedoEnabled(false);
        made->setDefaultFont(font());
        made->setDocumentMargin(20 * appliedScale());
        made->setMarkdown(page.text);
        dress(*made, page);
    }
    return *made;
}

/// Prepares one page after the other while the program is idle.
void ManualBrowser::prepareNext()
{
    if (source().isEmpty())
        return;   // the first requested page has priority
    for (const ManualPage& page : pages_)
        if (!documents_.contains(page.name))
            return void(prepared(page));
    idle_.stop();
}

QString ManualBrowser::place() const { return placeOf(source()); }

QVariant ManualBrowser::loadResource(int type, const QUrl& name)
{
    if (type != QTextDocument::MarkdownResource)
        return QTextBrowser::loadResource(type, name);
    // QTextBrowser reads into the visible document, so a blank one is shown. The page's document replaces it
    // afterwards.
    show(blank_);
    return QStringLiteral(" ");
}

const ManualPage* ManualBrowser::pageAt(const QUrl& source) const
{
    for (const ManualPage& page : pages_)
        if (page.name == source.fileName())
            return &page;
    return nullptr;
}

/// Formats a page beyond its Markdown: anchors of headings, spacing, and colours of tables and code.
void ManualBrowser::dress(QTextDocument& document, const ManualPage& page) const
{
    const double unit = fontMetrics().height();
    qsizetype heading = 0;
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        standUpright(cursor, block);
        cursor.setPosition(block.position());
        QTextBlockFormat format = block.blockFormat();
        if (format.headingLevel() > 0) {
            format.setTopMargin(block.blockNumber() == 0 ? 0 : unit * (format.headingLevel() < 3 ? 1.2 : 0.8));
            format.setBottomMargin(unit * 0.4);
            QTextCharFormat anchor;
            anchor.setAnchor(true);
            if (heading < page.sections.size())
                anchor.setAnchorNames({page.sections[heading++].place.section('#', 1)});
            cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            cursor.mergeCharFormat(anchor);
        } else if (isCode(block)) {
            format.setNonBreakableLines(true);
            format.setBackground(palette().alternateBase());
            format.setTopMargin(0);
            format.setBottomMargin(0);
        }
        cursor.setBlockFormat(format);
    }
    for (QTextFrame* frame : document.rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorderCollapse(true);
            format.setBorder(1);
            format.setBorderBrush(palette().mid());
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setCellPadding(unit * 0.25);
            format.setCellSpacing(0);
            format.setTopMargin(unit * 0.3);
            format.setBottomMargin(unit * 0.6);
            table->setFormat(format);
        }
    cursor.endEditBlock();
}

/// Shows a document. Marks belong to the visible document, so they are removed before.
void ManualBrowser::show(QTextDocument& document)
{
    setExtraSelections({});
    setDocument(&document);
    markAll();
}

/// Marks all occurrences and returns their positions.
QList<QTextCursor> ManualBrowser::markAll()
{
    QList<QTextCursor> places;
    QList<ExtraSelection> marks;
    if (!marked_.isEmpty())
        for (QTextCursor at = document()->find(marked_); !at.isNull(); at = document()->find(marked_, at)) {
            ExtraSelection mark;
            mark.cursor = at;
            mark.format.setBackground(palette().highlight());
            mark.format.setForeground(palette().highlightedText());
            marks << mark;
            places << at;
        }
    setExtraSelections(marks);
    return places;
}

void ManualBrowser::mark(const QString& words)
{
    const int from = cursorForPosition({0, 0}).position();
    marked_ = words;
    const QList<QTextCursor> places = markAll();
    const auto first = std::ranges::find_if(places, [&](const QTextCursor& at) { return at.position() >= from; });
    if (first == places.end())
        return;
    QTextCursor start = *first;
    start.clearSelection();
    setTextCursor(start);
    ensureCursorVisible();
}

void ManualBrowser::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    // Colours of links and sizes of headings are fixed when a page is prepared, so pages are prepared again.
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && !source().isEmpty()) {
        const int at = verticalScrollBar()->value();
        const auto outdated = std::exchange(documents_, {});
        if (const ManualPage* page = pageAt(source()))
            show(prepared(*page));
        qDeleteAll(outdated);
        verticalScrollBar()->setValue(at);
        idle_.start();
    }
}

ManualWindow::ManualWindow(const QString& shortcuts, QWidget* parent)
    : QWidget(parent, Qt::Window), search_(new QLineEdit), contents_(new QTreeWidget), page_(new ManualBrowser)
{
    setWindowTitle(tr("Manual"));
    static const QRegularExpression comment(
        QStringLiteral("<!--.*?-->"), QRegularExpression::DotMatchesEverythingOption);
    for (const ManualPage& page : manualPages())
        pages_ << pageOf(
            page.name, QString(page.text).replace("<!-- shortcuts -->", shortcuts).remove(comment), page.sections);
    page_->setPages(pages_);
    search_->setPlaceholderText(tr("Search"));
    search_->setClearButtonEnabled(true);
    search_->setAccessibleName(tr("search the manual"));
    search_->setToolTip(tr("Search all pages (Ctrl+F)"));
    contents_->setHeaderHidden(true);
    contents_->setFrameShape(QFrame::NoFrame);
    contents_->setAccessibleName(tr("contents"));
    contents_->setToolTip(tr("Pages and their sections"));
    auto* back = new QToolButton;
    back->setArrowType(Qt::LeftArrow);
    back->setAccessibleName(tr("back"));
    back->setToolTip(tr("Previous page (Alt+←)"));
    auto* forward = new QToolButton;
    forward->setArrowType(Qt::RightArrow);
    forward->setAccessibleName(tr("forward"));
    forward->setToolTip(tr("Next page (Alt+→)"));
    for (QToolButton* button : {back, forward}) {
        button->setAutoRaise(true);
        button->setEnabled(false);
    }

    layOut(back, forward);
    fillContents();
    connectParts(back, forward);
}

void ManualWindow::layOut(QToolButton* back, QToolButton* forward)
{
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(6, 6, 6, 6);
    auto* row = new QHBoxLayout;
    row->addWidget(back);
    row->addWidget(forward);
    row->addWidget(search_, 1);
    column->addLayout(row);
    column->addWidget(contents_, 1);
    auto* halves = new QSplitter;
    halves->setChildrenCollapsible(false);
    halves->addWidget(left);
    halves->addWidget(page_);
    halves->setStretchFactor(1, 1);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(halves);
    resize(QSize(1080, 720) * appliedScale());
    halves->setSizes({width() * 27 / 100, width() * 73 / 100});
}

void ManualWindow::connectParts(const QToolButton* back, const QToolButton* forward)
{
    connect(back, &QToolButton::clicked, page_, &QTextBrowser::backward);
    connect(forward, &QToolButton::clicked, page_, &QTextBrowser::forward);
    connect(page_, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(page_, &QTextBrowser::forwardAvailable, forward, &QWidget::setEnabled);
    connect(page_, &ManualBrowser::placeChanged, this, &ManualWindow::showPlace);
    connect(search_, &QLineEdit::textChanged, this, &ManualWindow::search);
    pause_.setSingleShot(true);
    pause_.setInterval(200);
    connect(&pause_, &QTimer::timeout, this, &ManualWindow::showFound);
    connect(search_, &QLineEdit::returnPressed, contents_, [this] {
        showFound();
        contents_->setFocus();
    });
    connect(contents_, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (!item)
            return;
        if (const QString place = item->data(0, placeRole).toString(); place != page_->place())
            page_->open(place);
        page_->mark(search_->text());
    });
    auto* find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, search_, [this] {
        search_->setFocus();
        search_->selectAll();
    });
}

void ManualWindow::fillContents()
{
    for (const ManualPage& page : pages_) {
        QTreeWidgetItem* parent = nullptr;
        for (const ManualSection& section : page.sections) {
            auto* item = parent ? new QTreeWidgetItem(parent, {section.title})
                                : new QTreeWidgetItem(contents_, {section.title});
            item->setData(0, placeRole, section.place);
            item->setToolTip(0, section.title);
            if (!parent)
                parent = item;
        }
    }
}

/// Shows only headings with the words in them or below them. The first one is opened after a pause in typing, because
/// laying out a page takes a second.
void ManualWindow::search(const QString& words)
{
    found_ = nullptr;
    for (int i = 0; i < contents_->topLevelItemCount(); ++i) {
        const ManualPage& page = pages_[i];
        QTreeWidgetItem* parent = contents_->topLevelItem(i);
        bool any = false;
        for (int s = 0; s < page.sections.size(); ++s) {
            const ManualSection& section = page.sections[s];
            const bool has = section.title.contains(words, Qt::CaseInsensitive)
                || section.text.contains(words, Qt::CaseInsensitive);
            QTreeWidgetItem* item = s == 0 ? parent : parent->child(s - 1);
            if (s > 0)
                item->setHidden(!has);
            if (has && !found_)
                found_ = item;
            any |= has;
        }
        parent->setHidden(!any);
        parent->setExpanded(any && !words.isEmpty());
    }
    if (!words.isEmpty())
        return pause_.start();
    pause_.stop();
    page_->mark({});
}

void ManualWindow::showFound()
{
    pause_.stop();
    if (search_->text().isEmpty() || !found_)
        return;
    if (found_ == contents_->currentItem())
        page_->mark(search_->text());
    else
        contents_->setCurrentItem(found_);
}

void ManualWindow::open(const QString& place)
{
    search_->clear();
    page_->open(place);
    contents_->setFocus();
}

/// Updates the contents when a link is followed.
void ManualWindow::showPlace(const QString& place)
{
    for (QTreeWidgetItemIterator item(contents_); *item; ++item)
        if ((*item)->data(0, placeRole).toString() == place) {
            const QSignalBlocker blocker(contents_);
            contents_->setCurrentItem(*item);
            (*item)->setExpanded(true);
            contents_->scrollToItem(*item);
        }
}

void ManualWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        QWidget::keyPressEvent(event);
    else if (!search_->text().isEmpty())
        search_->clear();
    else
        close();
}

}   // namespace stepzero
