"""What every answer of the service is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, PlainSerializer, ValidationError, WrapValidator

T = TypeVar("T")


class Shape(BaseModel):
    """An object of an answer. Fields that this version does not know are kept, as attributes."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=())


def _tolerate(value: Any, validate: Callable[[Any], Any]) -> Any:
    try:
        return validate(value)
    except ValidationError:
        return Shape.model_validate(value) if isinstance(value, dict) else value


Open = Annotated[T, WrapValidator(_tolerate), PlainSerializer(lambda value: value, return_type=Any)]
"""One of the values that are known. Another one, of a newer service, is kept as it is."""
