// SPDX-License-Identifier: GPL-3.0-or-later
// The window of the manual: contents and a search on the left, the page on the right.
#pragma once

#include <QHash>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTimer>
#include <QWidget>

#include "app/manual.h"

class QLineEdit;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace stepzero {

/// Shows a page: Markdown in the colours of the palette, with an anchor at each heading.
class ManualBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit ManualBrowser(QWidget* parent = nullptr);

    void setPages(const QVector<ManualPage>& pages);
    void open(const QString& place) { setSource(QUrl("qrc:/manual/" + place)); }
    QString place() const;
    /// Marks the words everywhere, on this page and on later ones, and scrolls to the first mark at or below the
    /// present heading.
    void mark(const QString& words);

    QVariant loadResource(int type, const QUrl& name) override;

    /// Number of documents that were prepared, for the test that each page is prepared once.
    int preparations() const { return preparations_; }

signals:
    void placeChanged(const QString& place);

protected:
    void changeEvent(QEvent* event) override;

private:
    const ManualPage* pageAt(const QUrl& source) const;   // null: no such page
    QTextDocument& prepared(const ManualPage& page);
    void prepareNext();
    void show(QTextDocument& document);
    QList<QTextCursor> markAll();
    void dress(QTextDocument& document, const ManualPage& page) const;

    QVector<ManualPage> pages_;
    QHash<QString, QTextDocument*> documents_;   // by page, in the present colours and font
    QString marked_;   // argument of the last mark()
    QTextDocument blank_;   // shown while another page is loading
    QTimer idle_;
    int preparations_ = 0;
};

class ManualWindow : public QWidget {
    Q_OBJECT
public:
    /// `shortcuts` is Markdown that replaces a comment of keyboard.md.
    ManualWindow(const QString& shortcuts, QWidget* parent);

    void open(const QString& place);
    ManualBrowser* page() const { return page_; }
    QLineEdit* searchField() const { return search_; }
    QTreeWidget* contents() const { return contents_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layOut(QToolButton* back, QToolButton* forward);
    void fillContents();
    void connectParts(const QToolButton* back, const QToolButton* forward);   // search, contents and page
    void search(const QString& words);
    void showFound();
    void showPlace(const QString& place);

    QVector<ManualPage> pages_;   // without comments
    QLineEdit* search_;
    QTreeWidget* contents_;
    ManualBrowser* page_;
    QTreeWidgetItem* found_ = nullptr;   // the first entry with the words
    QTimer pause_;   // measures a pause in typing
};

}   // namespace stepzero
