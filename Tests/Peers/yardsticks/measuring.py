"""Runs the sides of a comparison in alternation."""

import statistics
from dataclasses import dataclass

from yardsticks.comparisons import Comparison
from yardsticks.processes import measure


@dataclass
class Result:
    comparison: Comparison
    # The figures of each round, by the name of the side.
    runs: dict
    processes: dict

    def values(self, side):
        return [figures[self.comparison.metric] for figures in self.runs[side]]

    def median(self, side):
        return statistics.median(self.values(side))

    def ratio(self, target):
        """The median, the least and the greatest of the rounds: what drifts between rounds falls out."""
        pairs = zip(self.values(self.comparison.ours.name), self.values(target.peer))
        ratios = [ours / peer for ours, peer in pairs]
        return statistics.median(ratios), min(ratios), max(ratios)


def compare(comparison, sides, time, rounds, say, progress):
    """Every round runs each side once, and each round begins with another side."""
    comparison.prepare(say)
    result = Result(comparison, {side.name: [] for side in sides}, {})
    for number in range(rounds):
        first = number % len(sides)
        for side in sides[first:] + sides[:first]:
            progress(f"{comparison.name}: round {number + 1} of {rounds}, {side.name}")
            run = side.run(time)
            result.runs[side.name].append(side.figures(measure(run, time.limit)))
            result.processes[side.name] = run.processes
    return result
