// SPDX-License-Identifier: GPL-3.0-or-later
// One property of all fields of all kinds: each is read and written, refused with its path where it may not be so, and
// offered to studies by its label.
#include <QTest>
#include <algorithm>

#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/files/fields.h"
#include "core/grid/variables.h"
#include "core/json/json_path.h"
#include "core/json/write_json.h"
#include "core/kinds/kinds.h"
#include "core/train/default_training.h"
#include "tests/main/registered_test.h"

namespace tst_fields {

using namespace stepzero;

namespace {

std::variant<Experiment, Problems> with(const Experiment& e, const Field& field, const Json& value)
{
    Json json = json_of(e);
    put_value(json, field.path, value);
    auto read = parse_experiment(json_line(json));
    if (std::holds_alternative<Problems>(read)
        && field.path == "train.adapters") {   // a recurrent network has no blocks
        put_value(json, "train.adapted", json_of("all"));
        return parse_experiment(json_line(json));
    }
    return read;
}

Json choice(const Field& field, const FieldChoice& one)
{
    return std::holds_alternative<Place<Selection>>(field.place) ? json_object({{"name", json_of(one.name)}})
                                                                 : json_of(one.name);
}

/// A trained network in which the field has an effect.
Experiment experiment_with(const NetworkKind& kind, const Field& field)
{
    Experiment e;
    e.network = kind.network;
    e.input = kind.input;
    e.train = default_training(e.network);
    if (!field.only_with.empty()) {
        const Field& other = field_of(field.only_with);
        return std::get<Experiment>(with(e, other, choice(other, other.choices.back())));
    }
    if (!applies(field, e))
        (field.part() == "weights" ? e.weights.file : e.input.file) = "a.npy";
    return with_completed_parameters(e);
}

/// Values that it might have, whether or not they go with the rest.
std::vector<Json> allowed(const Field& field, const Experiment& e)
{
    std::vector<Json> values;
    for (const FieldChoice& one : field.choices)
        values.push_back(choice(field, one));
    if (const auto* flag = std::get_if<Place<bool>>(&field.place))
        return {json_of(!(*flag)(e))};
    if (std::holds_alternative<Place<std::string>>(field.place) && values.empty())
        return {json_of("all"), json_of("hidden"), json_of("b.npy")};
    if (values.empty())
        for (const double factor : {2.0, 0.5, 4.0, 0.0})
            for (const double more : {0, 1})
                if (const double number = number_of(field, e) * factor + more; field.range.holds(number))
                    values.push_back(json_of(is_whole(field) ? std::floor(number) : number));
    return values;
}

std::vector<Json> refused(const Field& field)
{
    if (std::holds_alternative<Place<bool>>(field.place) || std::holds_alternative<Place<Selection>>(field.place))
        return {json_of(3)};
    if (std::holds_alternative<Place<std::string>>(field.place))
        return field.choices.empty() ? std::vector<Json> {json_of(3)}
                                     : std::vector<Json> {json_of("no such"), json_of(3)};
    std::vector<Json> values {json_of(field.range.low < -1 ? 2 * field.range.low : field.range.low - 1),
        json_of(field.range.high * 2 + 2), json_of("1"), Json()};
    if (field.numbers != Field::Numbers::closed)
        values.push_back(json_of(field.numbers == Field::Numbers::above_low ? field.range.low : 3));
    if (is_whole(field))
        values.push_back(json_of(1.5));
    return values;
}

std::string words(const std::variant<Experiment, Problems>& read)
{
    return std::holds_alternative<Problems>(read) ? sentence("e", std::get<Problems>(read).front()) : std::string();
}

}   // namespace

class TestFields : public QObject {
    Q_OBJECT

private slots:
    void every_field_has_its_place_in_files_and_studies_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("path");
        for (const NetworkKind& kind : kinds())
            for (const Field& field : fields_of(kind.network))
                QTest::addRow("%s: %s", kind.name.c_str(), field.path.c_str())
                    << QString::fromStdString(kind.name) << QString::fromStdString(field.path);
    }

    void every_field_has_its_place_in_files_and_studies()
    {
        QFETCH(QString, kind);
        QFETCH(QString, path);
        const NetworkKind& of = *find_kind(kind.toStdString());
        const Field& field = *find_field(of.network, path.toStdString());
        const Experiment base = experiment_with(of, field);
        QVERIFY(applies(field, base));

        int read = 0, other = 0;
        for (const Json& value : allowed(field, base)) {
            const auto found = with(base, field, value);
            const auto* e = std::get_if<Experiment>(&found);
            if (!e)
                continue;   // it does not go with the rest of this network
            ++read;
            other += *e != base;
            const Json written = json_of(*e);
            const Json* told = value_at(written, field.path);
            QCOMPARE(told != nullptr, is_told(field, *e));
            if (told && told->kind != Json::Kind::object)
                QCOMPARE(json_line(*told), json_line(value));
            else if (told)
                QCOMPARE(told->find("name")->text, value.find("name")->text);
            QVERIFY(std::get<Experiment>(parse_experiment(format_experiment(*e))) == *e);
        }
        const bool weighed = field.part() != "weights" || of.takes_weights;
        QVERIFY2(!weighed || (read > 0 && (other > 0 || field.choices.size() == 1)),
            words(with(base, field, allowed(field, base).front())).c_str());

        for (const Json& value : refused(field)) {
            const auto found = with(base, field, value);
            QVERIFY2(std::holds_alternative<Problems>(found), json_line(value).c_str());
            QCOMPARE(std::get<Problems>(found).front().path, field.path);
        }

        if (field.label.empty() || !weighed)
            return;
        const auto all = variables(base);
        QVERIFY(std::ranges::any_of(
            all, [&](const Variable& v) { return v.path == field.path && v.label == field.label; }));
    }

    /// What is left out of files is what a file without it means.
    void quiet_fields_are_at_their_defaults()
    {
        for (const NetworkKind& kind : kinds())
            for (const Field& field : fields_of(kind.network)) {
                const Experiment e = experiment_with(kind, field);
                const Json json = json_of(e);
                if (field.quiet)
                    QVERIFY2(!value_at(json, field.path), field.path.c_str());
                else if (field.only_with.empty())
                    QVERIFY2(value_at(json, field.path), field.path.c_str());
            }
    }
};

STEPZERO_TEST(TestFields, NoApplication)

}   // namespace tst_fields
#include "tst_fields.moc"
