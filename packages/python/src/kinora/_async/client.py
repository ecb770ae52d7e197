"""The client."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

import httpx

from .._errors import KinoraError
from .._settings import find_service
from .._version import __version__
from .jobs import AsyncJobs
from .orders import AsyncImages, AsyncVideos
from .resources import AsyncAccount, AsyncClaims, AsyncModels, AsyncWebhooks
from .transport import AsyncTransport, Rules


class AsyncKinora:
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
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        address, key = find_service(base_url, api_key)
        self._http = http_client or httpx.AsyncClient()
        self._closes = http_client is None
        rules = Rules(user_agent, timeout, retries, max_retry_wait, on_retry)
        transport = AsyncTransport(address, key, rules, self._http)
        self.base_url = address
        self.jobs = AsyncJobs(transport)
        self.images = AsyncImages(transport, self.jobs)
        self.videos = AsyncVideos(transport, self.jobs)
        self.models = AsyncModels(transport)
        self.account = AsyncAccount(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.claims = AsyncClaims(transport)

    async def close(self) -> None:
        """Closes the connections; a client of `http_client` stays open."""
        if self._closes:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncKinora:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncKinora(base_url={self.base_url!r})"
