"""What a card asks and how it judges: one file per body, loaded when a card of that type is."""

from importlib import import_module

from recall.model.card import CardBody, Json

_BODIES = {
    "basic": ("revealed", "RevealBody"),
    "reversed": ("revealed", "RevealBody"),
    "cloze": ("revealed", "RevealBody"),
    "choice": ("choice", "ChoiceBody"),
    "typed": ("typed", "TypedBody"),
    "points": ("points", "PointsBody"),
    "numeric": ("numeric", "NumericBody"),
}


def load_body(type_name: str, data: Json) -> CardBody:
    """The body that `dump` wrote for a card of that type.

    Raises KeyError for an unknown type, KeyError or TypeError for data that `dump` did not write.
    """
    module, name = _BODIES[type_name]
    body: CardBody = getattr(import_module(f"{__name__}.{module}"), name).load(data)
    return body
