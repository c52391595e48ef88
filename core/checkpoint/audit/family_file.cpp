// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family_file.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/json/embedded_files.h"
#include "core/base/json/json_fields.h"
#include "core/base/json/read_json.h"
#include "core/base/words/words.h"
#include "core/checkpoint/audit/family_like.h"
#include "core/checkpoint/audit/recipe_number.h"
#include "core/files/experiment_json.h"
#include "core/files/validate.h"

namespace stepzero {

namespace {

constexpr std::string_view weight_ending = ".weight", bias_ending = ".bias";

template <class Value, std::size_t size>
using Words = std::array<std::pair<std::string_view, Value>, size>;

constexpr Words<TensorKind, 5> kind_words {{{"weight", TensorKind::weight}, {"bias", TensorKind::bias},
    {"scale", TensorKind::scale}, {"constant", TensorKind::constant}, {"buffer", TensorKind::buffer}}};
constexpr Words<FamilyLayout, 4> layout_words {{{"out_in", FamilyLayout::out_in}, {"in_out", FamilyLayout::in_out},
    {"table", FamilyLayout::table}, {"experts", FamilyLayout::experts}}};

bool is_name(std::string_view text)
{
    return !text.empty()
        && text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
        == std::string_view::npos
        && !(text[0] >= '0' && text[0] <= '9');
}

class FamilyReader {
public:
    explicit FamilyReader(Problems& problems) : problems_(problems) { }

    Family read(const Json& root)
    {
        const JsonFields own(root, "", problems_);
        if (root.kind != Json::Kind::object || !own.format("stepzero-family"))
            return {};
        own.known({"format", "version", "name", "label", "sources", "like", "model_types", "prefixes", "recognize",
            "absent", "where", "by_config", "overlay", "variables", "padding", "tied", "run", "recipes", "tensors"});
        const Json whole = with_base(own, root);
        const JsonFields fields(whole, "", problems_);
        fields.required({"name", "label", "sources", "recognize", "recipes", "tensors"});
        Family family;
        fields.read("name", family.name);
        fields.read("label", family.label);
        family.sources = fields.texts("sources");
        file_.model_types = fields.texts("model_types");
        file_.prefixes = fields.texts("prefixes");
        std::ranges::sort(file_.prefixes, std::ranges::greater(), &std::string::size);
        fields.read("by_config", file_.by_config);
        fields.read("overlay", file_.overlay);
        read_variables(fields);
        read_recipes(fields);
        read_tensors(fields);
        read_number(fields, "where", variables_, file_.where);
        if (const Json* run = fields.object("run"))
            file_.run = read_family_run(*run, fields.path("run"), problems_);
        file_.recognize = patterns(fields, "recognize");
        file_.absent = patterns(fields, "absent");
        if (fields.find("recognize") && file_.recognize.empty())
            problems_.push_back({"recognize", tr("must have at least one name")});
        for (const FamilyRecipe& recipe : file_.recipes)
            family.recipes.push_back(recipe.name);
        family.file = std::make_shared<const FamilyFile>(std::move(file_));
        return family;
    }

private:
    /// Returns the file's content, completed from the family named by "like".
    Json with_base(const JsonFields& fields, const Json& own)
    {
        std::string name;
        fields.read("like", name);
        if (name.empty())
            return own;
        std::vector<std::string> names;
        std::optional<Json> base;
        for (const EmbeddedFile& file : embedded_families())
            if (Json root = read_json(file.text).root; !root.find("like")) {
                names.emplace_back(file.name);
                if (file.name == name)
                    base = std::move(root);
            }
        if (!base) {
            problems_.push_back({fields.path("like"), choice_message(names, name)});
            return own;
        }
        return family_like(own, *base);
    }

    /// Reads one of these words. `value` is unchanged when the key is absent.
    template <class Value, std::size_t size>
    void read_word(const JsonFields& fields, std::string_view key, const Words<Value, size>& words, Value& value)
    {
        std::string text;
        fields.read(key, text);
        if (!fields.find(key) || fields.find(key)->kind != Json::Kind::text)
            return;
        const auto found = std::ranges::find(words, text, [](const auto& known) { return known.first; });
        std::vector<std::string> names;
        for (const auto& known : words)
            names.emplace_back(known.first);
        if (found == words.end())
            problems_.push_back({fields.path(key), choice_message(names, text)});
        else
            value = found->second;
    }

    NamePattern pattern(const std::string& path, const std::string& text)
    {
        NamePattern made(text);
        if (!made.unknown().empty())
            problems_.push_back({path,
                tr("may have only %1 in braces, got %2", "{block}, {layer}, {stage}, {expert}, {any}",
                    quote(made.unknown()))});
        return made;
    }

    std::vector<NamePattern> patterns(const JsonFields& fields, std::string_view key)
    {
        std::vector<NamePattern> all;
        const std::vector<std::string> texts = fields.texts(key);
        for (std::size_t i = 0; i < texts.size(); ++i)
            all.push_back(pattern(item_path(fields.path(key), i), texts[i]));
        return all;
    }

    /// Reads a number, or an expression of the known variables, as text.
    void read_number(
        const JsonFields& fields, std::string_view key, const std::vector<std::string>& known, std::string& text)
    {
        const Json* found = fields.find(key);
        if (!found)
            return;
        if (found->kind == Json::Kind::number) {
            text = number_text(found->number);
        } else if (found->kind != Json::Kind::text) {
            must_be(problems_, fields.path(key), tr("a number, or an expression as a string"), *found);
        } else if (const auto problem = recipe_number_problem(found->text, known)) {
            problems_.push_back({fields.path(key), *problem});
        } else {
            text = found->text;
        }
    }

    std::vector<std::string> known_to_laws() const
    {
        std::vector<std::string> all = variables_;
        all.insert(all.end(), tensor_variables().begin(), tensor_variables().end());
        return all;
    }

    FamilyVariable read_variable(const Json& json, const std::string& path, bool of_tensors)
    {
        FamilyVariable variable;
        const JsonFields fields(json, path, problems_);
        std::vector<std::string> keys {"config", "default"};
        if (of_tensors)
            keys.insert(keys.end(), {"blocks", "rows", "columns", "free"});
        fields.known(keys);
        fields.read("free", variable.free);
        variable.config = fields.texts("config");
        if (const Json* given = fields.find("default"); given && given->kind == Json::Kind::boolean && !of_tensors)
            variable.by_default = given->boolean ? "1" : "0";
        else
            read_number(fields, "default", variables_, variable.by_default);
        for (const auto& [key, text] : {std::pair("blocks", &variable.blocks), std::pair("rows", &variable.rows),
                 std::pair("columns", &variable.columns)}) {
            fields.read(key, *text);
            pattern(fields.path(key), *text);
        }
        return variable;
    }

    void read_variables(const JsonFields& fields)
    {
        if (const Json* all = fields.object("variables"))
            for (std::size_t i = 0; i < all->items.size(); ++i) {
                const std::string& name = all->keys[i];
                const std::string path = member_path("variables", name);
                if (!is_name(name) || std::ranges::find(tensor_variables(), name) != tensor_variables().end())
                    problems_.push_back({path,
                        tr("must be a name of letters, digits and _, and none of %1", list_text(tensor_variables()))});
                FamilyVariable variable = read_variable(all->items[i], path, true);
                variable.name = name;
                file_.variables.push_back(std::move(variable));
                variables_.push_back(name);
            }
        if (const Json* found = fields.object("padding"))
            file_.padding = read_variable(*found, "padding", false);
        if (const Json* found = fields.object("tied"))
            file_.tied = read_variable(*found, "tied", false);
    }

    FamilyLaw read_law(const Json& json, const std::string& path)
    {
        FamilyLaw law;
        const JsonFields fields(json, path, problems_);
        if (json.kind != Json::Kind::object)
            return law;
        fields.read("source", law.source);
        const std::vector<std::string> known = known_to_laws();
        if (!fields.find("scheme")) {
            fields.known({"row", "low", "high", "source"});
            if (!fields.find("row"))
                fields.required({"low", "high"}, tr("a number, where there is neither scheme nor row"));
            read_number(fields, "row", known, law.row);
            read_number(fields, "low", known, law.low);
            read_number(fields, "high", known, law.high);
            return law;
        }
        read_number(fields, "factor", known, law.factor);
        Json scheme = json_object();
        for (std::size_t i = 0; i < json.keys.size(); ++i)
            if (json.keys[i] != "factor" && json.keys[i] != "source")
                scheme.add(json.keys[i], json.items[i]);
        law.initializer = read_initializer(scheme, path, {}, problems_);
        check_scheme(law.initializer, path, known);
        return law;
    }

    /// Checks expressions as expressions, and everything else as in an experiment.
    void check_scheme(const Initializer& initializer, const std::string& path, const std::vector<std::string>& known)
    {
        const Scheme* scheme = find_scheme(initializer.scheme);
        Initializer plain {initializer.scheme, {}};
        for (const auto& [name, value] : initializer.parameters) {
            const std::string* text = typed_text(value);
            if (!text)
                plain.parameters.emplace(name, value);
            else if (const auto problem = recipe_number_problem(*text, known))
                problems_.push_back({member_path(path, name), *problem});
        }
        check_initializer(problems_, path, plain, Role::weight, scheme && scheme->needs_convolution);
    }

    void read_recipes(const JsonFields& fields)
    {
        const Json* all = fields.list("recipes");
        if (!all)
            return;
        if (all->items.empty())
            problems_.push_back({"recipes", tr("must have at least one recipe")});
        for (std::size_t i = 0; i < all->items.size(); ++i) {
            FamilyRecipe& recipe = file_.recipes.emplace_back();
            const JsonFields one(all->items[i], item_path("recipes", i), problems_);
            one.known({"name", "label", "source", "padded", "laws"});
            one.required({"name", "label", "source"});
            one.read("name", recipe.name.name);
            one.read("label", recipe.name.label);
            one.read("source", recipe.name.source);
            one.read("padded", recipe.padded);
            if (std::ranges::count(file_.recipes, recipe.name.name, [](const auto& r) { return r.name.name; }) > 1)
                problems_.push_back({one.path("name"), tr("must be a name that no other recipe has")});
            if (const Json* laws = one.object("laws"))
                for (std::size_t k = 0; k < laws->items.size(); ++k) {
                    FamilyLaw law = read_law(laws->items[k], member_path(one.path("laws"), laws->keys[k]));
                    if (law.source.empty())
                        law.source = recipe.name.source;
                    recipe.laws.emplace(laws->keys[k], std::move(law));
                }
        }
    }

    FamilyLawChoice read_choice(const JsonFields& fields, std::string_view key)
    {
        const Json* found = fields.find(key);
        if (!found || found->kind == Json::Kind::null)
            return {};
        if (found->kind != Json::Kind::text && found->kind != Json::Kind::list)
            return read_law(*found, fields.path(key));
        const std::vector<std::string> words
            = found->kind == Json::Kind::list ? fields.texts(key) : std::vector {found->text};
        if (words.size() == 1 && find_scheme(words.front()))
            return words;
        for (const FamilyRecipe& recipe : file_.recipes)
            if (!recipe.law(words)) {
                const std::string last = words.empty() ? "" : words.back();
                std::vector<std::string> known;
                for (const auto& law : recipe.laws)
                    known.push_back(law.first);
                const Text wrong = with_suggestion(
                    tr("must be a scheme, or a distribution that every recipe has: recipe %1 has no %2",
                        quote(recipe.name.name), quote(last)),
                    last, known);
                problems_.push_back(
                    {fields.path(key), known.empty() ? wrong : tr("%1 (it has %2)", wrong, list_text(known))});
                break;
            }
        return words;
    }

    void read_parts(const JsonFields& fields, FamilyTensor& tensor)
    {
        const Json* packing = fields.object("packing");
        if (!packing)
            return;
        const JsonFields of(*packing, fields.path("packing"), problems_);
        of.known({"axis", "parts"});
        of.required({"axis", "parts"});
        of.read("axis", {0, 1}, tensor.axis);
        const Json* parts = of.list("parts");
        if (parts && parts->items.size() < 2)
            problems_.push_back({of.path("parts"), tr("must have at least two parts")});
        for (std::size_t i = 0; parts && i < parts->items.size(); ++i) {
            FamilyPart& part = tensor.parts.emplace_back();
            const JsonFields one(parts->items[i], item_path(of.path("parts"), i), problems_);
            one.known({"role", "size", "law"});
            one.required({"role", "size"});
            one.read("role", part.role);
            read_number(one, "size", variables_, part.size);
            part.law = read_choice(one, "law");
        }
    }

    void read_names(const JsonFields& fields, FamilyTensor& tensor)
    {
        if (std::string name; !fields.find("names")) {
            fields.required({"name"}, tr("a string, or names must be a list of strings"));
            fields.read("name", name);
            tensor.names.push_back(pattern(fields.path("name"), name));
        } else {
            tensor.names = patterns(fields, "names");
        }
        if (!fields.find("bias"))
            return;
        for (const NamePattern& name : tensor.names) {
            const std::string& text = name.text();
            if (text.ends_with(weight_ending))
                tensor.biases.emplace_back(
                    text.substr(0, text.size() - weight_ending.size()) + std::string(bias_ending));
            else
                problems_.push_back({fields.path("bias"), tr("needs names that end in .weight, got %1", quote(text))});
        }
    }

    void read_tensors(const JsonFields& fields)
    {
        const Json* all = fields.list("tensors");
        for (std::size_t i = 0; all && i < all->items.size(); ++i) {
            FamilyTensor& tensor = file_.tensors.emplace_back();
            const JsonFields one(all->items[i], item_path("tensors", i), problems_);
            one.known({"name", "names", "role", "kind", "layout", "vocabulary", "padded", "plus", "from_row", "packing",
                "law", "bias", "tied"});
            one.required({"role"});
            if (all->items[i].kind == Json::Kind::object)
                read_names(one, tensor);
            one.read("role", tensor.role);
            read_word(one, "kind", kind_words, tensor.kind);
            read_word(one, "layout", layout_words, tensor.layout);
            one.read("vocabulary", tensor.vocabulary);
            one.read("padded", tensor.padded);
            one.read("plus", tensor.plus);
            one.read("from_row", {0, 1e6}, tensor.from_row);
            one.read("tied", tensor.tied);
            read_parts(one, tensor);
            if (one.find("law"))
                tensor.law = read_choice(one, "law");
            else if (tensor.kind == TensorKind::scale || tensor.kind == TensorKind::bias)
                tensor.law = std::vector<std::string> {tensor.kind == TensorKind::scale ? "ones" : "zeros"};
            tensor.bias = read_choice(one, "bias");
        }
    }

    Problems& problems_;
    FamilyFile file_;
    std::vector<std::string> variables_;
};

}   // namespace

const FamilyLaw* FamilyRecipe::law(const std::vector<std::string>& words) const
{
    for (const std::string& word : words)
        if (const auto found = laws.find(word); found != laws.end())
            return &found->second;
    return nullptr;
}

Family read_family(std::string_view text, Problems& problems)
{
    const JsonReading reading = read_json(text);
    problems.insert(problems.end(), reading.problems.begin(), reading.problems.end());
    return reading.complete ? FamilyReader(problems).read(reading.root) : Family {};
}

}   // namespace stepzero
