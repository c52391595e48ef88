// SPDX-License-Identifier: GPL-3.0-or-later
// The window of the manual: contents and a search at the left, the page at the right.
#pragma once

#include <QHash>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTimer>
#include <QWidget>

#include "app/manual.h"

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace stepzero {

/// A page: Markdown in the colours of the palette, with a place at each heading.
class ManualBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit ManualBrowser(QWidget* parent = nullptr);

    void setPages(const QVector<ManualPage>& pages);
    void open(const QString& place) { setSource(QUrl("qrc:/manual/" + place)); }
    QString place() const;
    /// Marks the words wherever they are, on this page and on those shown later, and shows the first of them at or
    /// below the heading that is shown.
    void mark(const QString& words);

    QVariant loadResource(int type, const QUrl& name) override;

    /// Number of documents made so far, for the test that each page is prepared once.
    int preparations() const { return preparations_; }

signals:
    void placeChanged(const QString& place);

protected:
    void changeEvent(QEvent* event) override;

private:
    const ManualPage* pageAt(const QUrl& source) const;   // nullptr: none
    QTextDocument& prepared(const ManualPage& page);
    void prepareNext();
    void show(QTextDocument& document);
    QList<QTextCursor> markAll();
    void dress(QTextDocument& document, const ManualPage& page) const;

    QVector<ManualPage> pages_;
    QHash<QString, QTextDocument*> documents_;   // by page, in the present colours and letters
    QString marked_;   // what mark() was asked for
    QTextDocument blank_;   // while another page is coming
    QTimer idle_;
    int preparations_ = 0;
};

class ManualWindow : public QWidget {
    Q_OBJECT
public:
    /// `shortcuts`: as Markdown, in place of a comment of keyboard.md.
    ManualWindow(const QString& shortcuts, QWidget* parent);

    void open(const QString& place);
    ManualBrowser* page() const { return page_; }
    QLineEdit* searchField() const { return search_; }
    QTreeWidget* contents() const { return contents_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fillContents();
    void search(const QString& words);
    void showFound();
    void showPlace(const QString& place);

    QVector<ManualPage> pages_;   // without comments
    QLineEdit* search_;
    QTreeWidget* contents_;
    ManualBrowser* page_;
    QTreeWidgetItem* found_ = nullptr;   // the first that has the words
    QTimer pause_;   // in typing
};

}   // namespace stepzero
