"""The changes: from one node of a program to what might stand in its place.

Each rule takes a node and the names around it and yields pairs: the rule's name, and the
replacement (a node, or a list of statements). ``RULES`` has them all; first-order mutants are
made by applying one replacement at one place.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Around:
    """What stands around a node. arguments: of the function and those around it; strings: the
    program's other string constants; in_function: whether `return` may stand here."""

    arguments: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    in_function: bool = False


Change = tuple[str, ast.AST | list[ast.stmt]]
Rule = Callable[[ast.AST, Around], Iterator[Change]]

BINARY = {
    ast.Add: (ast.Sub, ast.Mult), ast.Sub: (ast.Add, ast.Mult),
    ast.Mult: (ast.Div, ast.Add, ast.Pow),
    ast.Div: (ast.Mult, ast.FloorDiv, ast.Sub), ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,), ast.Pow: (ast.Mult,), ast.MatMult: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,),
}  # fmt: skip
COMPARE = {
    ast.Lt: (ast.LtE, ast.Gt, ast.GtE), ast.LtE: (ast.Lt, ast.Gt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt, ast.LtE), ast.GtE: (ast.Gt, ast.Lt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.GtE, ast.LtE), ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
#: What may be called instead, by the last part of the name.
CALLS = {
    "max": ("min", "mean"), "min": ("max",), "amax": ("amin",), "maximum": ("minimum",),
    "minimum": ("maximum",), "argmax": ("argmin",), "argmin": ("argmax",), "sum": ("mean", "prod"),
    "mean": ("sum",), "prod": ("sum",), "fsum": ("sum", "prod"), "cumsum": ("cumprod",),
    "exp": ("expm1", "exp2"), "log": ("log2", "log1p", "log10"), "sqrt": ("square",),
    "any": ("all",), "all": ("any",), "floor": ("ceil",), "ceil": ("floor",), "zeros": ("ones",),
    "ones": ("zeros",), "zeros_like": ("ones_like",), "ones_like": ("zeros_like",),
    "empty": ("ones",), "bisect_right": ("bisect_left",), "bisect": ("bisect_left",),
    "bisect_left": ("bisect_right",), "vstack": ("hstack",),
    "hstack": ("vstack",), "column_stack": ("vstack",), "nlargest": ("nsmallest",),
    "nsmallest": ("nlargest",), "append": ("extend",), "sin": ("cos",), "cos": ("sin",),
    "round": ("ceil", "floor"), "dot": ("multiply",), "inner": ("outer",), "outer": ("inner",),
    "subtract": ("add",), "add": ("subtract",), "divide": ("multiply",), "multiply": ("add",),
    "logaddexp": ("maximum",), "argsort": ("sort",), "sort": ("argsort",), "isfinite": ("isnan",),
    "index": ("count",), "count": ("index",), "random": ("standard_normal",),
    "gumbel": ("normal",), "tensordot": ("multiply",), "diag": ("ravel",), "eye": ("ones",),
}  # fmt: skip
#: Calls along an axis, which an axis may be given to.
REDUCTIONS = {"sum", "max", "min", "mean", "any", "all", "prod", "cumsum", "argmax", "argmin"}
ORDERS = {"sort", "argsort", "sorted", "cumsum", "flatnonzero", "lexsort", "accumulate"}
AXES = ("0", "None", "-1", "1", "-2")
DTYPES = ("np.float32", "np.float64", "int")
MODULES = {"np", "math", "heapq", "bisect", "itertools", "functools", "operator", "numpy"}


def expression(text: str) -> ast.expr:
    """The node of an expression."""
    return ast.parse(f"({text})", mode="eval").body


def statements(text: str) -> list[ast.stmt]:
    """The nodes of some lines."""
    return ast.parse(text).body


def last_name(function: ast.expr) -> str:
    """``max`` of ``np.max``, ``z.max`` and ``max``."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _of_module(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and ast.unparse(function).split(".")[0] in MODULES


def constant(node: ast.AST, around: Around) -> Iterator[Change]:
    """Another number, the other truth, another string of the program."""
    if not isinstance(node, ast.Constant):
        return
    value = node.value
    others: Iterable[object] = ()
    if isinstance(value, bool):
        others = (not value,)
    elif isinstance(value, int):
        others = (value + 1, value - 1, -value, 0, 1)
    elif isinstance(value, float):
        others = (-value, 2 * value, value / 2, value + 0.01, 0.0, 1.0)
    elif value is None:
        others = (0,)
    elif isinstance(value, str):
        others = {"right": ("left",), "left": ("right",), "stable": ("quicksort",)}.get(
            value, around.strings
        )
    for other in others:
        if other != value or type(other) is not type(value):
            yield "constant", expression(repr(other))


def operator(node: ast.AST, around: Around) -> Iterator[Change]:
    """Another operator, the operands turned round, or one of them alone."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            for kind in BINARY.get(type(op), ()):
                yield "operator", ast.BinOp(left, kind(), right)
            yield "operands swapped", ast.BinOp(right, op, left)
            yield "operand alone", left
            yield "operand alone", right
        case ast.AugAssign(target=target, op=op, value=value):
            for kind in BINARY.get(type(op), ()):
                yield "operator", ast.AugAssign(target, kind(), value)
            name = ast.unparse(target)
            yield "in place", statements(f"{name} = {ast.unparse(ast.BinOp(target, op, value))}")
            yield "assigned", statements(f"{name} = {ast.unparse(value)}")
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.BinOp(left=ast.Name(id=same)) as made
        ):
            if same == name:
                yield "in place", ast.AugAssign(ast.Name(name, ast.Store()), made.op, made.right)
        case ast.UnaryOp(operand=operand):
            yield "sign or not dropped", operand
        case ast.Compare(left=left, ops=ops, comparators=sides):
            for place, op in enumerate(ops):
                for kind in COMPARE.get(type(op), ()):
                    other = [*ops[:place], kind(), *ops[place + 1 :]]
                    yield "comparison", ast.Compare(left, other, sides)
            if len(ops) > 1:
                yield "comparison dropped", ast.Compare(left, ops[:1], sides[:1])
                yield "comparison dropped", ast.Compare(sides[0], ops[1:], sides[1:])
        case ast.BoolOp(op=op, values=values):
            yield "and/or", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for value in values:
                yield "condition alone", value


def condition(node: ast.AST, around: Around) -> Iterator[Change]:
    """A condition negated, or always the one way."""
    match node:
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "condition negated", ast.IfExp(_negated(test), body, orelse)
            yield "one branch", body
            yield "one branch", orelse
        case ast.If(test=test, body=body, orelse=orelse):
            yield "condition negated", ast.If(_negated(test), body, orelse)
            yield "one branch", body
            if orelse:
                yield "one branch", orelse
        case ast.While(test=test, body=body, orelse=orelse):
            yield "condition negated", ast.While(_negated(test), body, orelse)
        case ast.comprehension(target=target, iter=items, ifs=[test, *rest], is_async=kind):
            yield (
                "condition negated",
                ast.comprehension(target, items, [_negated(test), *rest], kind),
            )
            yield "condition dropped", ast.comprehension(target, items, rest, kind)


def _negated(test: ast.expr) -> ast.expr:
    return test.operand if isinstance(test, ast.UnaryOp) else ast.UnaryOp(ast.Not(), test)


def call(node: ast.AST, around: Around) -> Iterator[Change]:
    """Another function, arguments swapped or dropped, the call left out."""
    if not isinstance(node, ast.Call):
        return
    name, args, keywords = last_name(node.func), node.args, node.keywords
    text = ast.unparse(node)
    for other in CALLS.get(name, ()):
        if isinstance(node.func, ast.Attribute):
            yield (
                "call",
                ast.Call(ast.Attribute(node.func.value, other, ast.Load()), args, keywords),
            )
        else:
            yield "call", ast.Call(ast.Name(other, ast.Load()), args, keywords)
    for first, second in combinations(range(len(args)), 2):
        swapped = list(args)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        yield "arguments swapped", ast.Call(node.func, swapped, keywords)
    for place, keyword in enumerate(keywords):
        rest = [*keywords[:place], *keywords[place + 1 :]]
        yield "keyword dropped", ast.Call(node.func, args, rest)
        choices = AXES if keyword.arg == "axis" else DTYPES if keyword.arg == "dtype" else ()
        for choice in choices:
            if choice != ast.unparse(keyword.value):
                changed = list(keywords)
                changed[place] = ast.keyword(keyword.arg, expression(choice))
                yield f"other {keyword.arg}", ast.Call(node.func, args, changed)
    if len(args) > 1:
        yield "argument dropped", ast.Call(node.func, args[:-1], keywords)
    if isinstance(node.func, ast.Attribute) and not _of_module(node.func):
        yield "call left out", node.func.value
    else:
        for argument in args[:2]:
            if not isinstance(argument, ast.Starred):
                yield "call left out", argument
    given = {keyword.arg for keyword in keywords}
    if name in REDUCTIONS and "axis" not in given:
        yield (
            "axis added",
            ast.Call(node.func, args, [*keywords, ast.keyword("axis", expression("0"))]),
        )
    if name in ORDERS:
        yield "order reversed", expression(f"({text})[::-1]")
    if name == "searchsorted" and "side" not in given:
        side = ast.keyword("side", expression("'right'"))
        yield "side added", ast.Call(node.func, args, [*keywords, side])
    if name == "astype":
        for dtype in DTYPES:
            yield "other dtype", ast.Call(node.func, [expression(dtype)], keywords)
    if name in ("range", "arange"):
        for place, argument in enumerate(args):
            for change in ("+ 1", "- 1"):
                other = expression(f"{ast.unparse(argument)} {change}")
                yield (
                    "range",
                    ast.Call(node.func, [*args[:place], other, *args[place + 1 :]], keywords),
                )


def subscript(node: ast.AST, around: Around) -> Iterator[Change]:
    """A slice or an index that is off by one, open, or from the other side."""
    match node:
        case ast.Slice(lower=lower, upper=upper, step=step):
            for change in ("+ 1", "- 1"):
                if lower is not None:
                    moved = expression(f"{ast.unparse(lower)} {change}")
                    yield "slice", ast.Slice(moved, upper, step)
                if upper is not None:
                    moved = expression(f"{ast.unparse(upper)} {change}")
                    yield "slice", ast.Slice(lower, moved, step)
            if (lower is not None and upper is None) or (upper is not None and lower is None):
                yield "slice turned round", ast.Slice(upper, lower, step)
            if lower is not None:
                yield "slice opened", ast.Slice(None, upper, step)
            if upper is not None:
                yield "slice opened", ast.Slice(lower, None, step)
            if step is not None:
                yield "slice without step", ast.Slice(lower, upper, None)
        case ast.Subscript(value=value, slice=index, ctx=context):
            kinds = (ast.Slice, ast.Tuple, ast.Constant)
            if not isinstance(index, kinds) and isinstance(context, ast.Load):
                for change in ("+ 1", "- 1"):
                    moved = expression(f"{ast.unparse(index)} {change}")
                    yield "index", ast.Subscript(value, moved, context)
            if isinstance(context, ast.Load):
                yield "index dropped", value
            if isinstance(index, ast.Tuple) and len(index.elts) == 2:
                yield "indices swapped", ast.Subscript(value, ast.Tuple(index.elts[::-1]), context)
        case ast.Attribute(value=value, attr="T"):
            yield "transpose dropped", value
        case ast.Tuple(elts=[first, second], ctx=ast.Load()):
            yield "pair swapped", ast.Tuple([second, first], ast.Load())


def name(node: ast.AST, around: Around) -> Iterator[Change]:
    """Another of the function's arguments in the place of one, or of a variable."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and around.arguments:
        if node.id in MODULES:
            return
        for other in around.arguments:
            if other != node.id:
                yield "other name", ast.Name(other, ast.Load())


def loop(node: ast.AST, around: Around) -> Iterator[Change]:
    """A loop that ends after its first round, misses an item, or goes backwards."""
    match node:
        case ast.For() | ast.While():
            stopped = [*node.body, ast.Break()]
            if isinstance(node, ast.For):
                yield "one round", ast.For(node.target, node.iter, stopped, node.orelse)
            else:
                yield "one round", ast.While(node.test, stopped, node.orelse)
    if isinstance(node, (ast.For, ast.comprehension)):
        for change in ("[1:]", "[:-1]", "[::-1]"):
            items = expression(f"list({ast.unparse(node.iter)}){change}")
            if isinstance(node, ast.For):
                yield "other items", ast.For(node.target, items, node.body, node.orelse)
            else:
                yield (
                    "other items",
                    ast.comprehension(node.target, items, node.ifs, node.is_async),
                )


def statement(node: ast.AST, around: Around) -> Iterator[Change]:
    """A line dropped; a return too early, or in another type."""
    if not isinstance(node, ast.stmt) or isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass)):
        return
    if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield "line dropped", [ast.Pass()]
    match node:
        case ast.Assign(targets=[ast.Name(id=made)]) | ast.AugAssign(target=ast.Name(id=made)):
            if around.in_function:
                yield "returned early", [node, _returned(made)]
        case ast.Return(value=ast.expr() as value):
            for dtype in DTYPES:
                text = f"np.asarray({ast.unparse(value)}).astype({dtype})"
                yield "returned as", ast.Return(expression(text))
            yield "returned negative", ast.Return(ast.UnaryOp(ast.USub(), value))


def _returned(name_: str) -> ast.stmt:
    return ast.Return(ast.Name(name_, ast.Load()))


RULES: tuple[Rule, ...] = (
    constant, operator, condition, call, subscript, name, loop, statement,
)  # fmt: skip
