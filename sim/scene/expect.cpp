#include <algorithm>
#include <tuple>

#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

constexpr const char* kReductions[] = {"mean", "mean_square", "sum", "minimum", "maximum", "range"};
constexpr Form kPolynomialForms[] = {form::kNumber, form::kNumbers};
constexpr Form kPolynomial = form::either(kPolynomialForms);
constexpr Form kTolerance = form::non_negative("");

constexpr const char* kEventBounds[] = {"below", "above"};
constexpr Key<ExpectWindow> kEventKeys[] = {
    {{"quantity", form::kWord, "Quantity", true}, kInto<&ExpectWindow::quantity>},
    {{"below", form::kNumber, "The event begins below this value"}},
    {{"above", form::kNumber, "The event begins above this value"}},
    {{"stays", form::kBoolean, "Whether it must last to the end"}, kInto<&ExpectWindow::stays>},
};
constexpr KeyRow kPairFilterKeys[] = {
    {"formulations", form::kWords, "Formulations, with or without options"},
    {"solvers", form::kWords, "Ids of solvers"},
};
constexpr KeyRow kOnlyKeys[] = {
    {"only", form::map<kPairFilterKeys>(), "Pairs to which the expectation applies"}};
// Keys that an expectation and a metric share.
constexpr KeyRow kSampleKeys[] = {
    {"quantity", form::kWord, "Quantity", true},
    {"minus", kPolynomial, "Number or polynomial in time that is subtracted"},
    {"at", form::non_negative("s"), "Time of the sample"},
    {"from", form::non_negative("s"), "Start of the window"},
    {"until", form::non_negative("s"), "End of the window"},
    {"when", form::map<kEventKeys>(kEventBounds), "Event at which the quantity is sampled"},
    {"over", form::choice(kReductions), "How the samples become one number"},
};
constexpr KeyRow kBandKeys[] = {
    {"equals", kPolynomial, "Expected value or polynomial in time, with within"},
    {"within", kTolerance, "Largest difference from equals"},
    {"below", form::kNumber, "Upper bound"},
    {"above", form::kNumber, "Lower bound"},
    {"between", form::kBounds, "Lower and upper bound"},
    {"never_rises", kTolerance, "Largest rise above an earlier sample"},
};
constexpr KeyRow kAcrossKeys[] = {
    {"across", form::kWord, "Axis of the sweep whose runs are compared"},
    {"spread_below", kTolerance, "Largest difference of the runs"},
    {"order", form::kBounds, "Bounds of the order of convergence"},
    {"exact", form::kNumber, "Exact value, for order"},
};
constexpr KeyRow kColumnKeys[] = {
    {"rtol", kTolerance, "Relative tolerance"},
    {"atol", kTolerance, "Absolute tolerance"},
};
constexpr Form kColumn = form::map<kColumnKeys>(),
               kColumnForms[] = {form::kWords, form::named(&kColumn)};
constexpr Key<ExpectSpec> kGoldenKeys[] = {
    {{"golden", form::kWord, "CSV file of a trajectory", true}},
    {{"rtol", kTolerance, "Relative tolerance"}, kInto<&ExpectSpec::rtol>},
    {{"atol", kTolerance, "Absolute tolerance"}, kInto<&ExpectSpec::atol>},
    {{"until", form::non_negative("s"), "End of the comparison"}},
    {{"every", form::positive("s"), "Interval of the rows"}, kInto<&ExpectSpec::every>},
    {{"columns", form::either(kColumnForms), "Columns, with or without tolerances"}},
};
constexpr KeyRow kHashKeys[] = {
    {"state_hash", form::kWord, "Hash of the last state, 16 hexadecimal digits", true}};
constexpr KeyRow kKnownKeys[] = {
    {"quantities", form::kWords, "Quantities whose expectations fail", true},
    {"because", form::kWord, "Reason", true},
};
constexpr KeyRow kMetricName[] = {{"name", form::kWord, "Name of the column"}};

bool has(const SceneNode& node, const std::string& key) { return node.find(key).has_value(); }

std::vector<std::string> read_words(const SceneNode& node) {
  std::vector<std::string> words;
  for (const SceneNode& item : node.items()) words.push_back(item.word());
  if (words.empty()) node.fail("an empty list", "name at least one, or remove the key");
  return words;
}

// A number, or the coefficients c0, c1, … of a polynomial in time.
std::vector<double> read_polynomial(const SceneNode& node) {
  if (!node.is_list()) return {node.number("")};
  std::vector<double> coefficients;
  for (const SceneNode& item : node.items()) coefficients.push_back(item.number(""));
  if (coefficients.empty()) node.fail("an empty list", "expected [c0, c1, …]: c0 + c1 t + …");
  return coefficients;
}

void read_event(const SceneNode& node, ExpectWindow& window) {
  allow_keys(node, kEventKeys);
  window.kind = ExpectWindow::Kind::kEvent;
  read_keys(node, kEventKeys, window);
  const auto below = node.find("below"), above = node.find("above");
  if (below.has_value() == above.has_value()) {
    node.fail("expected one of 'below' and 'above'",
              "e.g. {quantity: crate.base.speed, below: 1e-3}");
  }
  window.below = below.has_value();
  window.bound = (below ? *below : *above).number("");
}

ExpectWindow read_window(const SceneNode& node) {
  ExpectWindow window;
  const bool interval = has(node, "from") || has(node, "until");
  if (has(node, "at") + interval + has(node, "when") > 1) {
    node.fail("only one of 'at', 'from' with 'until', and 'when' can be given", "keep one of them");
  }
  if (const auto at = node.find("at")) {
    window.kind = ExpectWindow::Kind::kAt;
    window.from = at->non_negative("s");
  }
  if (interval) window.kind = ExpectWindow::Kind::kInterval;
  if (const auto from = node.find("from")) window.from = from->non_negative("s");
  if (const auto until = node.find("until")) {
    window.until = until->non_negative("s");
    if (window.until < window.from) until->fail("is earlier than 'from'", "expected from ≤ until");
  }
  if (const auto when = node.find("when")) read_event(*when, window);
  return window;
}

Reduction read_reduction(const SceneNode& node) {
  const auto over = node.find("over");
  if (!over) return Reduction::kEach;
  constexpr Reduction kinds[] = {Reduction::kMean,    Reduction::kMeanSquare, Reduction::kSum,
                                 Reduction::kMinimum, Reduction::kMaximum,    Reduction::kRange};
  return kinds[over->choice({std::begin(kReductions), std::end(kReductions)})];
}

// Reads exactly one of the keys that set the expected value.
std::string band_key(const SceneNode& node) {
  std::string found;
  for (const std::string& key : key_names(kBandKeys)) {
    if (key == "within" || !has(node, key)) continue;
    if (!found.empty()) {
      node.fail(
          std::string("both '").append(found).append("' and '").append(key).append("' are given"),
          "keep one; between: [A, B] has two bounds");
    }
    found = key;
  }
  if (found.empty()) {
    node.fail("the expected value is missing",
              "add equals and within, below, above, between or never_rises");
  }
  return found;
}

Band read_band(const SceneNode& node) {
  Band band;
  const std::string key = band_key(node);
  const SceneNode value = node.require(key);
  if (key == "equals") {
    band.reference = read_polynomial(value);
    const double within = node.require("within").non_negative("");
    band.lower = -within;
    band.upper = within;
  } else if (const auto within = node.find("within")) {
    within->fail("can only be combined with 'equals'");
  }
  if (key == "below") band.upper = value.number("");
  if (key == "above") band.lower = value.number("");
  if (key == "between") std::tie(band.lower, band.upper) = value.bounds();
  if (key == "never_rises") {
    band.never_rises = true;
    band.rise = value.non_negative("");
  }
  return band;
}

// Rejects keys that conflict with the band of a single run.
void refuse_band_keys(const SceneNode& node) {
  for (const std::string& key : key_names(kBandKeys)) {
    if (const auto found = node.find(key)) {
      found->fail("judges one run, but 'across' compares several",
                  "keep spread_below or order; write the other as a separate expectation");
    }
  }
}

void read_across(const SceneNode& node, ExpectSpec& spec) {
  refuse_band_keys(node);
  spec.across.axis = node.require("across").word();
  const auto spread = node.find("spread_below"), order = node.find("order");
  if (spread.has_value() == order.has_value()) {
    node.fail("'across' needs one of 'spread_below' and 'order'");
  }
  spec.across.kind = spread ? AcrossSpec::Kind::kSpread : AcrossSpec::Kind::kOrder;
  if (spread) spec.band.upper = spread->non_negative("");
  if (order) std::tie(spec.band.lower, spec.band.upper) = order->bounds();
  if (const auto exact = node.find("exact")) {
    if (!order) exact->fail("belongs to 'order'");
    spec.across.has_exact = true;
    spec.across.exact = exact->number("");
  }
  const ExpectWindow::Kind window = spec.window.kind;
  const bool single = window == ExpectWindow::Kind::kAt || window == ExpectWindow::Kind::kEvent;
  if (!single && spec.over == Reduction::kEach) {
    node.fail("'across' compares one value of each run", "add at, when or over");
  }
}

// Reads what an expectation and a metric have in common: quantity, minus, window and over. Returns
// whether the window selects a single sample.
bool read_samples_of(const SceneNode& node, ExpectSpec& spec) {
  spec.quantity = node.require("quantity").word();
  if (const auto minus = node.find("minus")) spec.minus = read_polynomial(*minus);
  spec.window = read_window(node);
  spec.over = read_reduction(node);
  const ExpectWindow::Kind window = spec.window.kind;
  const bool single = window == ExpectWindow::Kind::kAt || window == ExpectWindow::Kind::kEvent;
  const auto over = node.find("over");
  if (single && over) over->fail("there is only one sample", "remove it or give from and until");
  return single;
}

void read_quantity(const SceneNode& node, ExpectSpec& spec) {
  allow_keys(node, kSampleKeys, kBandKeys, kAcrossKeys, kOnlyKeys);
  const bool single = read_samples_of(node, spec);
  const auto over = node.find("over");
  if (has(node, "across")) return read_across(node, spec);
  for (const char* key : {"spread_below", "order", "exact"}) {
    if (const auto found = node.find(key)) found->fail("needs 'across'", "name the axis");
  }
  spec.band = read_band(node);
  if (spec.band.never_rises && (single || over)) {
    node.require("never_rises").fail("compares the samples of a run", "remove at, when or over");
  }
  if (over && spec.band.reference.size() > 1) {
    node.require("equals").fail("'over' yields a single value, which has no time",
                                "subtract the polynomial first with 'minus'");
  }
}

ExpectSpec::Column read_column(const SceneNode& node, const std::string& name,
                               const ExpectSpec& spec) {
  allow_keys(node, kColumnKeys);
  const auto rtol = node.find("rtol"), atol = node.find("atol");
  return {name, rtol ? rtol->non_negative("") : spec.rtol,
          atol ? atol->non_negative("") : spec.atol};
}

void read_golden(const SceneNode& node, ExpectSpec& spec) {
  allow_keys(node, kGoldenKeys, kOnlyKeys);
  spec.kind = ExpectSpec::Kind::kGolden;
  spec.golden = node.require("golden").path_in_scope();
  read_keys(node, kGoldenKeys, spec);
  spec.window.kind = ExpectWindow::Kind::kInterval;
  if (const auto until = node.find("until")) spec.window.until = until->non_negative("s");
  const auto columns = node.find("columns");
  if (!columns) return;
  if (columns->is_list()) {
    for (const std::string& name : read_words(*columns)) {
      spec.columns.push_back({name, spec.rtol, spec.atol});
    }
    return;
  }
  for (const auto& [name, column] : columns->entries()) {
    spec.columns.push_back(read_column(column, name, spec));
  }
}

void read_state_hash(const SceneNode& node, ExpectSpec& spec) {
  allow_keys(node, kHashKeys, kOnlyKeys);
  spec.kind = ExpectSpec::Kind::kStateHash;
  const SceneNode hash = node.require("state_hash");
  spec.state_hash = hash.word();
  const bool digits = std::all_of(spec.state_hash.begin(), spec.state_hash.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  if (!digits || spec.state_hash.size() != 16) {
    hash.fail("expected 16 hexadecimal digits, got '" + spec.state_hash + "'",
              "cardan run prints them as the state hash; write them in quotes");
  }
}

}  // namespace

Form expectation_form() {
  static constexpr const char* kOneOf[] = {"equals",  "below",       "above",
                                           "between", "never_rises", "across"};
  static constexpr Form kForms[] = {
      form::map<kSampleKeys, kBandKeys, kAcrossKeys, kOnlyKeys>(kOneOf),
      form::map<kGoldenKeys, kOnlyKeys>(), form::map<kHashKeys, kOnlyKeys>()};
  return form::either(kForms);
}

Form known_failure_form() { return form::map<kPairFilterKeys, kKnownKeys>(); }

PairFilter read_pair_filter(const SceneNode& node) {
  PairFilter filter;
  if (const auto names = node.find("formulations")) filter.formulations = read_words(*names);
  if (const auto names = node.find("solvers")) filter.solvers = read_words(*names);
  return filter;
}

ExpectSpec read_expectation(const SceneNode& node) {
  ExpectSpec spec;
  spec.line = node.line();
  if (const auto only = node.find("only")) {
    allow_keys(*only, kPairFilterKeys);
    spec.only = read_pair_filter(*only);
  }
  if (has(node, "golden")) {
    read_golden(node, spec);
  } else if (has(node, "state_hash")) {
    read_state_hash(node, spec);
  } else {
    read_quantity(node, spec);
  }
  spec.text = node.text();
  return spec;
}

MetricSpec read_metric(const SceneNode& node) {
  allow_keys(node, kMetricName, kSampleKeys);
  MetricSpec metric;
  const bool single = read_samples_of(node, metric.what);
  const bool interval = metric.what.window.kind == ExpectWindow::Kind::kInterval;
  if (interval && metric.what.over == Reduction::kEach)
    node.fail("'from' and 'until' select several samples, but a metric is one number",
              "add over: mean, minimum, maximum, …");
  metric.at_end = !single && metric.what.over == Reduction::kEach;
  metric.what.line = node.line();
  metric.what.text = node.text();
  const auto name = node.find("name");
  metric.name = name ? name->word() : metric.what.quantity;
  return metric;
}

KnownFailure read_known_failure(const SceneNode& node) {
  allow_keys(node, kPairFilterKeys, kKnownKeys);
  KnownFailure known;
  known.line = node.line();
  known.pairs = read_pair_filter(node);
  if (known.pairs.formulations.empty() && known.pairs.solvers.empty()) {
    node.fail("the known failure names neither formulations nor solvers",
              "name at least one; remove an expectation that no pair meets");
  }
  const SceneNode names = node.require("quantities");
  known.quantities = read_words(names);
  if (std::find(known.quantities.begin(), known.quantities.end(), "finite") !=
      known.quantities.end()) {
    names.fail("'finite' cannot be a known failure", "remove the pair from the scene's sweep");
  }
  known.because = node.require("because").word();
  return known;
}

}  // namespace cardan
