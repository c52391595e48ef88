// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <utility>

#include "core/base/json/json_fields.h"
#include "core/base/json/read_json.h"
#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/capture/capture.h"

namespace stepzero {

namespace {

constexpr std::string_view capture_format = "stepzero-capture", widths_format = "stepzero-capture-widths";

// Limits far above any model, so that a malformed file is refused in a sentence instead of filling memory or figures.
constexpr std::size_t most_modules = 200'000, most_parameters = 200'000, most_steps = 100'000, most_widths = 1000;
constexpr std::size_t most_axes = 16, most_bins = 4096, most_singular_values = 65536, longest_name = 1000;
constexpr NumberRange fraction_range {0, 1}, size_range {0, 9007199254740991};   // 2^53 − 1
constexpr NumberRange number_range {-1.7976931348623157e308, 1.7976931348623157e308};
constexpr NumberRange magnitude_range {0, number_range.high};
constexpr NumberRange whole_range {0, 1e9}, count_from_one {1, 1e9};

constexpr NamedValue<ModuleKind> module_kinds[] {
    {ModuleKind::linear, "linear"},
    {ModuleKind::convolution, "convolution"},
    {ModuleKind::norm, "norm"},
    {ModuleKind::activation, "activation"},
    {ModuleKind::attention, "attention"},
    {ModuleKind::embedding, "embedding"},
    {ModuleKind::recurrent, "recurrent"},
    {ModuleKind::dropout, "dropout"},
    {ModuleKind::pooling, "pooling"},
    {ModuleKind::other, "other"},
};

/// Reads members of an object. A member that is null counts as absent.
class CaptureFields {
public:
    CaptureFields(const Json& json, std::string path, Problems& problems)
        : json_(json), fields_(json, std::move(path), problems), problems_(problems)
    {
    }

    std::string path(std::string_view key) const { return fields_.path(key); }
    const Json* find(std::string_view key) const
    {
        const Json* found = json_.find(key);
        return found && found->kind != Json::Kind::null ? found : nullptr;
    }
    const JsonFields& plain() const { return fields_; }
    Problems& problems() const { return problems_; }

    void read(std::string_view key, std::string& text) const
    {
        if (!find(key))
            return;
        fields_.read(key, text);
        if (text.size() > longest_name)
            problems_.push_back({path(key), tr("must be at most %1 bytes long, got %2", longest_name, text.size())});
    }
    void read(std::string_view key, bool& value) const
    {
        if (find(key))
            fields_.read(key, value);
    }
    void read(std::string_view key, NumberRange range, std::optional<double>& number) const
    {
        if (!find(key))
            return;
        double value = 0;
        fields_.read(key, value);
        if (!range.holds(value))
            problems_.push_back({path(key), range_message(range, value)});
        else
            number = value;
    }
    template <class Integer>
    void read_whole(std::string_view key, NumberRange range, Integer& whole) const
    {
        if (find(key))
            fields_.read(key, range, whole);
    }

    /// Returns a list; null when it is absent, or when it is too long, which is a problem.
    const Json* list(std::string_view key, std::size_t most) const
    {
        const Json* found = find(key) ? fields_.list(key) : nullptr;
        return found && holds(key, most, found->items.size()) ? found : nullptr;
    }
    std::vector<std::string> names(std::string_view key, std::size_t most) const
    {
        return values<std::string>(
            key, most, tr("a name of at most %1 bytes", longest_name), [](const Json& item, std::string& name) {
                name = item.text;
                return item.kind == Json::Kind::text && name.size() <= longest_name;
            });
    }
    /// Reads a list of whole numbers.
    std::vector<std::uint64_t> sizes(std::string_view key, std::size_t most) const
    {
        return values<std::uint64_t>(
            key, most, tr("a whole number of at least 0"), [](const Json& item, std::uint64_t& size) {
                if (item.kind != Json::Kind::number || !size_range.holds(item.number))
                    return false;
                size = std::uint64_t(item.number);
                return item.number == double(size);
            });
    }
    /// Reads an object of numbers. Those that are null are left out.
    std::map<std::string, double> numbers_by_name(std::string_view key, std::size_t most) const
    {
        std::map<std::string, double> all;
        const Json* found = find(key) ? fields_.object(key) : nullptr;
        if (!found || !holds(key, most, found->keys.size()))
            return all;
        const CaptureFields each(*found, path(key), problems_);
        for (const std::string& name : found->keys) {
            std::optional<double> number;
            each.read(name, magnitude_range, number);
            if (number)
                all[name] = *number;
        }
        return all;
    }

private:
    /// Returns whether a list or object has at most `most` entries, and reports it otherwise.
    bool holds(std::string_view key, std::size_t most, std::size_t entries) const
    {
        if (entries > most)
            problems_.push_back({path(key), tr("must have at most %1 entries, got %2", most, entries)});
        return entries <= most;
    }
    /// Reads a list by `read(entry, value)`, and reports entries for which it returns false: they must be `what`.
    template <class Value, class Read>
    std::vector<Value> values(std::string_view key, std::size_t most, const Text& what, const Read& read) const
    {
        std::vector<Value> all;
        const Json* found = list(key, most);
        for (std::size_t i = 0; found && i < found->items.size(); ++i) {
            Value value {};
            if (read(found->items[i], value))
                all.push_back(std::move(value));
            else
                must_be(problems_, item_path(path(key), i), what, found->items[i]);
        }
        return all;
    }

    const Json& json_;
    JsonFields fields_;
    Problems& problems_;
};

/// Reads a list of objects by `read(object, path)`, until there are many problems.
template <class Item, class Read>
std::vector<Item> read_items(const CaptureFields& fields, std::string_view key, std::size_t most, const Read& read)
{
    constexpr std::size_t enough = 100;   // problems
    std::vector<Item> all;
    const Json* found = fields.list(key, most);
    for (std::size_t i = 0; found && i < found->items.size() && fields.problems().size() < enough; ++i)
        all.push_back(read(CaptureFields(found->items[i], item_path(fields.path(key), i), fields.problems())));
    return all;
}

template <class Value, class Read>
void read_object(const CaptureFields& fields, std::string_view key, const Read& read, std::optional<Value>& value)
{
    if (const Json* found = fields.find(key))
        value = read(CaptureFields(*found, fields.path(key), fields.problems()));
}

/// Reports a lower end that is above the upper end.
void require_order(const CaptureFields& fields, std::string_view key, const std::optional<double>& low,
    const std::optional<double>& high)
{
    if (low && high && *low > *high)
        fields.problems().push_back(
            {fields.path(key), tr("must be at most %1, got %2", number_text(*high), number_text(*low))});
}

CapturedHistogram read_histogram(const CaptureFields& fields)
{
    fields.plain().required({"from", "to", "counts"});
    std::optional<double> from, to;
    fields.read("from", number_range, from);
    fields.read("to", number_range, to);
    CapturedHistogram histogram {from.value_or(0), to.value_or(0), fields.sizes("counts", most_bins)};
    if (histogram.counts.empty() && fields.find("counts"))
        fields.problems().push_back({fields.path("counts"), tr("must have at least one entry")});
    require_order(fields, "from", from, to);
    return histogram;
}

CapturedMoments read_moments(const CaptureFields& fields)
{
    CapturedMoments moments;
    moments.shape = fields.sizes("shape", most_axes);
    fields.read("dtype", moments.dtype);
    fields.read_whole("count", size_range, moments.count);
    fields.read_whole("not_finite", size_range, moments.not_finite);
    fields.read("mean", number_range, moments.mean);
    fields.read("std", magnitude_range, moments.std);
    fields.read("rms", magnitude_range, moments.rms);
    fields.read("min", number_range, moments.min);
    fields.read("max", number_range, moments.max);
    fields.read("smallest", magnitude_range, moments.smallest);
    fields.read("largest", magnitude_range, moments.largest);
    fields.read("zeros", fraction_range, moments.zeros);
    read_object(fields, "histogram", read_histogram, moments.histogram);
    fields.read("dead", fraction_range, moments.dead);
    fields.read("saturated", fraction_range, moments.saturated);
    fields.read("equal_units", fraction_range, moments.equal_units);
    if (moments.not_finite > moments.count)
        fields.problems().push_back(
            {fields.path("not_finite"), range_message({0, double(moments.count)}, double(moments.not_finite))});
    require_order(fields, "min", moments.min, moments.max);
    return moments;
}

CapturedAttention read_attention(const CaptureFields& fields)
{
    CapturedAttention attention;
    fields.read("entropy", magnitude_range, attention.entropy);
    fields.read("entropy_uniform", magnitude_range, attention.entropy_uniform);
    fields.read("logit_std", magnitude_range, attention.logit_std);
    fields.read("logit_max", number_range, attention.logit_max);
    fields.read("top", fraction_range, attention.top);
    fields.read_whole("keys", size_range, attention.keys);
    return attention;
}

ModuleKind read_kind(const CaptureFields& fields)
{
    const Json* found = fields.find("kind");
    if (!found)
        return ModuleKind::other;
    const std::vector<std::string> names = names_of(module_kinds);
    if (found->kind != Json::Kind::text)
        must_be(fields.problems(), fields.path("kind"), tr("one of %1", list_text(names)), *found);
    else if (std::ranges::find(names, found->text) == names.end())
        fields.problems().push_back({fields.path("kind"), choice_message(names, found->text)});
    return value_named(module_kinds, found->kind == Json::Kind::text ? found->text : "other");
}

CapturedModule read_module(const CaptureFields& fields)
{
    CapturedModule one;
    fields.plain().required({"path"}, tr("the module's name in the model"));
    fields.read("path", one.path);
    fields.read("class", one.class_name);
    fields.read_whole("call", count_from_one, one.call);
    one.kind = read_kind(fields);
    fields.read_whole("block", count_from_one, one.block);
    fields.read("role", one.role);
    read_object(fields, "output", read_moments, one.output);
    read_object(fields, "gradient", read_moments, one.gradient);
    read_object(fields, "attention", read_attention, one.attention);
    if (bool constant = false; fields.find("constant_input")) {
        fields.read("constant_input", constant);
        one.constant_input = constant;
    }
    return one;
}

std::vector<double> read_singular_values(const CaptureFields& fields)
{
    std::vector<double> all;
    const Json* found = fields.list("singular_values", most_singular_values);
    for (std::size_t i = 0; found && i < found->items.size(); ++i) {
        const Json& item = found->items[i];
        if (item.kind == Json::Kind::null)   // not finite
            continue;
        if (item.kind != Json::Kind::number || item.number < 0 || (!all.empty() && item.number > all.back())) {
            must_be(fields.problems(), item_path(fields.path("singular_values"), i),
                all.empty() ? tr("a number of at least 0")
                            : tr("a number from 0 to the one before it, %1", number_text(all.back())),
                item);
            break;
        }
        all.push_back(item.number);
    }
    return all;
}

CapturedParameter read_parameter(const CaptureFields& fields)
{
    CapturedParameter one;
    fields.plain().required({"name"}, tr("the parameter's name in the model"));
    fields.read("name", one.name);
    one.tied = fields.names("tied", most_parameters);
    fields.read("module_class", one.module_class);
    fields.read_whole("block", count_from_one, one.block);
    fields.read("role", one.role);
    fields.read("trainable", one.trainable);
    if (const Json* value = fields.find("value"))
        one.value = read_moments(CaptureFields(*value, fields.path("value"), fields.problems()));
    read_object(fields, "gradient", read_moments, one.gradient);
    one.singular_values = read_singular_values(fields);
    std::optional<double> equal_rows;
    fields.read("equal_rows", fraction_range, equal_rows);
    one.equal_rows = equal_rows.value_or(0);
    fields.read("update", magnitude_range, one.update);
    return one;
}

CapturedLoss read_loss(const CaptureFields& fields)
{
    CapturedLoss loss;
    fields.read("value", number_range, loss.value);
    std::string kind;
    fields.read("kind", kind);
    loss.kind = value_named(captured_loss_names, kind);
    if (fields.find("classes")) {
        std::uint64_t classes = 0;
        fields.read_whole("classes", {1, size_range.high}, classes);
        loss.classes = classes;
    }
    return loss;
}

CapturedStep read_step(const CaptureFields& fields)
{
    CapturedStep step;
    fields.plain().required({"step"});
    fields.read_whole("step", whole_range, step.step);
    fields.read("loss", number_range, step.loss);
    step.output = fields.numbers_by_name("output", most_modules);
    step.gradient = fields.numbers_by_name("gradient", most_modules);
    step.update = fields.numbers_by_name("update", most_parameters);
    return step;
}

/// Reports the first entry of a list whose `key` another one has.
template <class Item, class Key>
void require_different(const CaptureFields& fields, std::string_view list, const std::vector<Item>& all, const Key& key)
{
    std::set<decltype(key(all.front()))> seen;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!seen.insert(key(all[i])).second) {
            fields.problems().push_back(
                {item_path(fields.path(list), i), tr("repeats an entry before it: %1", quote(key(all[i]).first))});
            return;
        }
}

Capture read_body(const CaptureFields& fields)
{
    Capture capture;
    fields.plain().required({"modules", "parameters"}, tr("a list"));
    fields.read("model", capture.model);
    fields.read("framework", capture.framework);
    fields.read("device", capture.device);
    fields.read("training", capture.training);
    fields.read_whole("step", whole_range, capture.step);
    fields.read_whole("batch", size_range, capture.batch);
    read_object(fields, "loss", read_loss, capture.loss);
    capture.modules = read_items<CapturedModule>(fields, "modules", most_modules, read_module);
    capture.unused = fields.names("unused", most_modules);
    capture.unseen = fields.names("unseen", most_modules);
    capture.parameters = read_items<CapturedParameter>(fields, "parameters", most_parameters, read_parameter);
    capture.steps = read_items<CapturedStep>(fields, "steps", most_steps, read_step);
    fields.read("weights", capture.weights);
    // Opening a capture must not read any other file than one next to it.
    if (capture.weights.find_first_of("/\\") != std::string::npos || capture.weights == "..")
        fields.problems().push_back({fields.path("weights"), tr("must be the name of a file in the same folder")});
    if (fields.problems().empty()) {
        require_different(fields, "modules", capture.modules,
            [](const CapturedModule& one) { return std::pair(one.path, one.call); });
        require_different(fields, "parameters", capture.parameters,
            [](const CapturedParameter& one) { return std::pair(one.name, 0); });
    }
    return capture;
}

CapturedWidths read_widths(const CaptureFields& fields)
{
    CapturedWidths all;
    fields.plain().required({"captures"}, tr("a list"));
    fields.read("model", all.model);
    all.captures = read_items<CapturedWidths::One>(fields, "captures", most_widths, [](const CaptureFields& one) {
        CapturedWidths::One at;
        one.plain().required({"width"});
        one.read_whole("width", count_from_one, at.width);
        at.capture = read_body(one);
        at.step = at.capture.step;
        return at;
    });
    if (all.captures.empty() && fields.find("captures") && fields.problems().empty())
        fields.problems().push_back({fields.path("captures"), tr("must have at least one entry")});
    return all;
}

}   // namespace

const char* word(ModuleKind kind) { return name_of(module_kinds, kind); }

bool is_capture(std::string_view text)
{
    const Json root = read_json(text).root;
    const Json* format = root.find("format");
    return format && (format->text == capture_format || format->text == widths_format);
}

std::variant<CaptureFile, Problems> parse_capture(std::string_view text)
{
    return parse_object(text, tr("a capture, a JSON object"), [](const Json& root, Problems& problems) -> CaptureFile {
        const Json* format = root.find("format");
        const bool widths = format && format->text == widths_format;
        const CaptureFields fields(root, "", problems);
        if (!fields.plain().format(std::string(widths ? widths_format : capture_format)))
            return {};
        if (widths)
            return read_widths(fields);
        return read_body(fields);
    });
}

std::variant<CaptureFile, Problems> read_capture(const std::filesystem::path& path)
{
    return parse_capture(read_file(path, most_capture));
}

}   // namespace stepzero
