"""When a call is sent again."""

from __future__ import annotations

from ._errors import KinoraConnectionError, KinoraError

_FIRST_WAIT = 0.25
_MAX_BACKOFF = 8.0
_UNAVAILABLE = (502, 503, 504)


def seconds_before_retry(
    error: KinoraError,
    failed_attempts: int,
    *,
    retries: int,
    max_wait: float,
    repeatable: bool,
    random: float,
) -> float | None:
    """Seconds to wait before the next attempt, or None to report the error.

    A call that is not `repeatable` is sent again only if the service says that it did nothing.
    Waiting does not help against a quota, a cap or an empty balance. `random` is 0 to 1, and
    spreads callers that failed together.
    """
    if failed_attempts > retries or not _is_temporary(error, repeatable):
        return None
    backoff = min(_MAX_BACKOFF, _FIRST_WAIT * 2.0 ** (failed_attempts - 1))
    wait = max(error.retry_after_seconds or 0.0, backoff * (0.5 + random / 2))
    return None if wait > max_wait else wait


def _is_temporary(error: KinoraError, repeatable: bool) -> bool:
    if isinstance(error, KinoraConnectionError):
        return repeatable
    if error.status == 429:
        return error.code == "rate_limited"
    # The service sends 503 with a code and does nothing; a proxy may send it after it has begun.
    did_nothing = error.status == 503 and error.code != "unknown"
    return error.status in _UNAVAILABLE and (repeatable or did_nothing)
