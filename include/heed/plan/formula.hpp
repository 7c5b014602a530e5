// The value of a node as text, in the language's own words, for explain.
#pragma once

#include <cstdio>
#include <string>

#include <heed/plan/nest.hpp>

namespace heed::planner {

/// Prints nodes of one program. Leaves are called a, b, c … in the order of the expression, temporaries t1, t2 …; values
/// held in the tiles of a nest are called by their tile's name where `names` has one.
template <int N, int M> class formula {
 public:
  formula(const program<N, M>& plan, const double* constants) : p(plan), g(plan.g), values(constants) {}

  std::string names[N];  // of nodes, where they have one
  int nest = 0;          // the nest that is described: it reads what earlier ones have stored

  bool is_stored(int n) const { return p.temporary_of[n] >= 0 && p.temporaries_list[p.temporary_of[n]].made_by < nest; }

  static std::string leaf_name(int l) {
    std::string s(1, static_cast<char>('a' + l % 26));
    return l < 26 ? s : s + std::to_string(l / 26);
  }
  static std::string number(double x) {
    if (x < 1e15 && x > -1e15 && x == static_cast<double>(static_cast<long long>(x))) return std::to_string(static_cast<long long>(x));
    if (x - x != 0) return x > 0 ? "inf" : x < 0 ? "-inf" : "nan";
    if (x <= -3.4e38) return "lowest";
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", x);
    return text;
  }
  /// Of joined variables all names.
  std::string name(int v) const {
    const auto& x = g.variables[v];
    return (x.joined > 0 ? name(x.joined - 1) + " * " : std::string()) + std::string(x.name);
  }
  std::string axes(vars s) const {
    std::string text;
    for (int v = 0; v < g.variable_count; ++v)
      if (has(s, v)) text += (text.empty() ? "" : ", ") + name(v);
    return text;
  }

  /// Whether a value is another one as it stands, in another order.
  bool is_copy(int n) const { return g.is(n, kind::convert) && g.hint_of(n) == hint_code::none && g.nodes[n].type == g.nodes[g.child(n, 0)].type; }

  std::string of(int n, bool by_name = true) const {
    if (by_name && !names[n].empty()) return names[n];
    if (by_name && is_stored(n)) return looked_up(g.accesses[p.access_of[n]], "t" + std::to_string(p.temporary_of[n] + 1) + relative_position(n));
    switch (g.nodes[n].what) {
      case kind::leaf: return looked_up(g.accesses[g.nodes[n].item], leaf_name(g.accesses[g.nodes[n].item].target));
      case kind::constant: return constant(n);
      case kind::position: return position(n);
      case kind::length: return "length<" + std::string(g.variables[g.nodes[n].item].name) + ">";
      case kind::convert: return g.hint_of(n) != hint_code::none || is_copy(n) ? of(g.child(n, 0)) : "cast(" + of(g.child(n, 0)) + ")";
      case kind::mapped: return "f" + std::to_string(g.nodes[n].item + 1) + "(" + list(n) + ")";
      case kind::fold: return fold_of(n, of(g.child(n, 0)));
      case kind::scan: return "cumsum<" + std::string(g.variables[g.nodes[n].item].name) + ">(" + of(g.child(n, 0)) + ")";
      case kind::scatter: return std::string(fold_name(g.fold_of(n))) + "<" + axes(g.nodes[n].bound) + ">(" + of(g.child(n, 0)) + " where " + places(n) + ")";
      case kind::looked_up: return "gather<" + std::string(g.variables[g.nodes[n].item].name) + ">(" + list(n) + ")";
      default: return operation(n);
    }
  }
  /// Where the elements of a node of kind::scatter stand.
  std::string places(int n) const {
    const scattered_along along(g.nodes[n]);
    std::string text;
    for (int k = 0; k < along.count; ++k) text += (k ? " and " : "") + name(along.at[k]) + " is " + of(g.child(n, 1 + k));
    return text;
  }
  /// Fold n of something.
  std::string fold_of(int n, const std::string& body) const { return std::string(fold_name(g.fold_of(n))) + "<" + axes(g.nodes[n].bound) + ">(" + body + ")"; }

 private:
  // Where a slice or the operands of a concat begin is written as a number, or as n where it is known at run time.
  std::string position(int n) const {
    const affine& m = g.maps[g.accesses[g.nodes[n].item].first_map];
    std::string text = "position<" + axes(g.nodes[n].free) + ">";
    if (m.offset == 0 && m.slot_count == 0) return text;
    if (m.offset != 0) text += (m.offset < 0 ? " - " : " + ") + std::to_string(m.offset < 0 ? -m.offset : m.offset);
    for (int i = 0; i < m.slot_count; ++i) text += m.slots[i].factor < 0 ? " - n" : " + n";
    return "(" + text + ")";
  }

  const program<N, M>& p;
  const graph<N>& g;
  const double* values;

  // Where a line is read, by the variables that say it.
  std::string relative_position(int n) const {
    const int k = axis_of_line(g, p.temporaries_list[p.temporary_of[n]]);
    if (k < 0) return {};
    const affine& m = g.maps[g.accesses[p.access_of[n]].first_map + k];
    return m.count == 2 ? "[" + name(m.terms[0].variable) + " - " + name(m.terms[1].variable) + "]" : std::string();
  }
  // What is read at places that are data.
  std::string looked_up(const access& a, std::string text) const {
    for (int t = 0; t < a.terms; ++t) {
      const variable& v = g.variables[g.terms[a.first_term + t].variable];
      if (v.derived && v.how == variable::how::data) text = "gather<" + std::string(v.name) + ">(" + text + ", " + of(v.data_node) + ")";
    }
    return text;
  }
  std::string constant(int n) const {
    if (g.nodes[n].item < 0) return number(g.constants[-1 - g.nodes[n].item]);
    return values ? number(values[g.nodes[n].item]) : "c" + std::to_string(g.nodes[n].item + 1);
  }
  std::string list(int n) const {
    std::string s;
    for (int k = 0; k < g.nodes[n].edges; ++k) s += (k ? ", " : "") + of(g.child(n, k));
    return s;
  }
  static constexpr const char* fold_name(fold_op o) {
    constexpr const char* table[] = {"sum", "prod", "max", "min", "mean", "var", "any_of", "all_of", "argmax", "argmin"};
    return table[static_cast<int>(o)];
  }
  static constexpr const char* symbol(op o) {
    constexpr const char* table[] = {" + ", " - ", " * ", " / ", " % ", "-", " == ", " != ", " < ", " <= ", " > ", " >= ", " && ", " || "};
    return o <= op::logical_or ? table[static_cast<int>(o)] : nullptr;
  }
  static constexpr const char* function(op o) {
    constexpr const char* table[] = {"!",    "where", "minimum", "maximum", "anchor", "abs", "exp", "exp2", "log", "log1p",
                                     "sqrt", "rsqrt", "pow",     "sin",     "cos", "tanh", "erf", "exp"};
    return table[static_cast<int>(o) - static_cast<int>(op::logical_not)];
  }
  std::string operand(int n) const {
    const std::string s = of(n);
    int depth = 0;
    for (const char c : s) {  // a space outside of parentheses: an operator stands there
      depth += c == '(' || c == '<' || c == '[' ? 1 : c == ')' || c == '>' || c == ']' ? -1 : 0;
      if (c == ' ' && depth <= 0) return "(" + s + ")";
    }
    return s;
  }
  std::string operation(int n) const {
    const op o = g.op_of(n);
    if (o == op::negate) return "-" + operand(g.child(n, 0));
    if (o == op::anchored_exp) return "exp(" + operand(g.child(n, 0)) + " - " + of(g.child(n, 1)) + ")";
    if (o == op::anchor) return of(g.child(n, 0));
    if (symbol(o)) return operand(g.child(n, 0)) + symbol(o) + operand(g.child(n, 1));
    return std::string(function(o)) + "(" + list(n) + ")";
  }
};

}  // namespace heed::planner
