class Failure(Exception):
    """What keeps a measurement from being made, in words for people."""
