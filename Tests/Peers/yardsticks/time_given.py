from dataclasses import dataclass


@dataclass(frozen=True)
class TimeGiven:
    """How long one measurement takes, in seconds."""

    warmup: float
    duration: float

    @property
    def flags(self):
        """Understood by every peer and by the bench."""
        return ["--warmup", f"{self.warmup:g}", "--duration", f"{self.duration:g}"]

    @property
    def limit(self):
        """When a client that has not ended is given up."""
        return self.warmup + self.duration + 60
