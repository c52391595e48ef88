// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/json_object.h"

#include <QJsonDocument>

#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"

namespace stepzero {

QJsonObject objectOf(const Json& json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json_line(json))).object();
}

Json jsonOf(const QJsonObject& object)
{
    return read_json(QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString()).root;
}

}   // namespace stepzero
