"""The results as lines for people and as JSON."""

UNITS = {"p50Microseconds": "µs, median", "perSecond": "a second"}


def lines(result, sides):
    comparison = result.comparison
    yield f"{comparison.name}: {comparison.title} ({UNITS[comparison.metric]})"
    for side in sides:
        values = result.values(side.name)
        yield (
            f"  {side.name:<18}{_number(result.median(side.name)):>10}  "
            f"({_number(min(values))} to {_number(max(values))})  {_facts(result, side)}")
    for target in _targets(result):
        ratio, least, greatest = result.ratio(target)
        verdict = "met" if target.is_met(ratio) else "NOT MET"
        yield (
            f"  ours / {target.peer}: {ratio:.2f} (rounds {least:.2f} to {greatest:.2f}), to reach {target}: {verdict}")


def as_json(result, sides):
    comparison = result.comparison
    return {
        "name": comparison.name,
        "title": comparison.title,
        "metric": comparison.metric,
        "sides": [_side_json(result, side) for side in sides],
        "ratios": [_ratio_json(result, target) for target in _targets(result)],
    }


def is_met(result):
    return all(target.is_met(result.ratio(target)[0]) for target in _targets(result))


def _targets(result):
    return result.comparison.targets if result.comparison.ours.name in result.runs else []


def _side_json(result, side):
    values = result.values(side.name)
    return {
        "name": side.name,
        "compiler": side.compiler,
        "processes": result.processes[side.name],
        "median": result.median(side.name),
        "min": min(values),
        "max": max(values),
        "runs": result.runs[side.name],
    }


def _ratio_json(result, target):
    ratio, least, greatest = result.ratio(target)
    return {
        "to": target.peer,
        "ratio": round(ratio, 4),
        "min": round(least, 4),
        "max": round(greatest, 4),
        "target": str(target),
        "met": target.is_met(ratio),
    }


def _facts(result, side):
    figures = result.runs[side.name][-1]
    sizes = [
        f"{word} {figures[name]} B" for name, word in _SIZES.items() if name in figures]
    count = result.processes[side.name]
    return ", ".join([f"{count} process{'es' if count > 1 else ''}", *sizes, side.compiler])


_SIZES = {
    "requestBytes": "request", "replyBytes": "reply", "eventBytes": "event", "storedBytesPerOrder": "stored per order"}


def _number(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"
