# Generated from ../_async; run "npm run generate" after changing it.
"""The client."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

import httpx

from .._errors import KinoraError
from .._settings import find_service
from .._version import __version__
from .jobs import Jobs
from .orders import Images, Videos
from .resources import Account, Claims, Models, Webhooks
from .transport import Transport, Rules


class Kinora:
    """A client of a Kinora service.

    `base_url` is the address of the service, by default that of `KINORA_SERVER`; `api_key` is by
    default that of `KINORA_API_KEY`, or the one that `kinora login` has stored for the address.
    Every call raises `KinoraError` if the service refuses it, and `KinoraConnectionError` if it
    cannot be reached. One client serves a whole program.

    `timeout` is the seconds of an attempt, with additional time for uploads; `retries` are the
    attempts after the first, and a `Retry-After` above `max_retry_wait` seconds is raised.
    `on_retry` is called with the error and the seconds until the next attempt.
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        user_agent: str = f"kinora-python/{__version__}",
        timeout: float = 60.0,
        retries: int = 4,
        max_retry_wait: float = 60.0,
        on_retry: Callable[[KinoraError, float], object] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        address, key = find_service(base_url, api_key)
        self._http = http_client or httpx.Client()
        self._closes = http_client is None
        rules = Rules(user_agent, timeout, retries, max_retry_wait, on_retry)
        transport = Transport(address, key, rules, self._http)
        self.base_url = address
        self.jobs = Jobs(transport)
        self.images = Images(transport, self.jobs)
        self.videos = Videos(transport, self.jobs)
        self.models = Models(transport)
        self.account = Account(transport)
        self.webhooks = Webhooks(transport)
        self.claims = Claims(transport)

    def close(self) -> None:
        """Closes the connections; a client of `http_client` stays open."""
        if self._closes:
            self._http.close()

    def __enter__(self) -> Kinora:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Kinora(base_url={self.base_url!r})"
