"""Models, the account, its webhooks, and claims of a key."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, Literal
from urllib.parse import quote

from pydantic import TypeAdapter

from .._files import File, plain_name
from .._responses import PACKAGE_BYTES_MAX
from ..types import (
    Balance,
    ClaimStatus,
    EndedClaim,
    Model,
    ModelList,
    Overage,
    PayStart,
    PendingClaim,
    Usage,
    WebhookDelivery,
    WebhookDeliveryPage,
    WebhookSettings,
)
from .transport import AsyncTransport, Call

_MODEL: TypeAdapter[Model] = TypeAdapter(Model)
_CLAIM_STATUS: TypeAdapter[ClaimStatus] = TypeAdapter(ClaimStatus)
_PAGE = 100
# A service that names other times than these would be polled in a tight loop, or forever.
_CLAIM_SECONDS_MAX = 3600
_INTERVAL_SECONDS_MAX = 60
_GRACE_SECONDS = 60
"""The service says itself that a claim has expired."""


class AsyncModels:
    """What the service sells. Needs no key."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> ModelList:
        """The models: what they render, what it costs, and how long it would take."""
        return await self._transport.fetch(ModelList, Call("GET", "/models"))

    async def get(self, model_id: str) -> Model:
        """One of them."""
        call = Call("GET", f"/models/{quote(model_id, safe='')}")
        return await self._transport.fetch(_MODEL, call)


class AsyncAccount:
    """What the account has used, what it has left, and what it may be charged."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def usage(self) -> Usage:
        """What was used this month, and the prices."""
        return await self._transport.fetch(Usage, Call("GET", "/usage"))

    async def balance(self) -> Balance:
        """The prepaid balance, auto-recharge and purchases."""
        return await self._transport.fetch(Balance, Call("GET", "/me/balance"))

    async def set_auto_recharge(self, enabled: bool, amount_usd: int | None = None) -> Balance:
        """Turns automatic top-ups on, with their amount, or off."""
        body = {"enabled": enabled, **({} if amount_usd is None else {"amount_usd": amount_usd})}
        call = Call("POST", "/me/balance/auto-recharge", body)
        return await self._transport.fetch(Balance, call)

    async def overage(self) -> Overage:
        """Pay per use: whether it is on, its cap, and what was charged."""
        return await self._transport.fetch(Overage, Call("GET", "/me/overage"))

    async def set_overage(self, enabled: bool) -> Overage:
        """Turns pay per use on or off."""
        call = Call("POST", "/me/overage/toggle", {"enabled": enabled})
        return await self._transport.fetch(Overage, call)

    async def set_overage_cap(self, cap_cents: int) -> Overage:
        """Sets the monthly cap."""
        call = Call("POST", "/me/overage/cap", {"cap_cents": cap_cents})
        return await self._transport.fetch(Overage, call)

    async def mcp_package(self) -> File:
        """The MCP adapter of this service."""
        call = Call("GET", "/me/mcp-package", max_bytes=PACKAGE_BYTES_MAX)
        answer = await self._transport.send(call)
        disposition = answer.headers.get("content-disposition", "")
        suggested = disposition.partition("filename=")[2].strip('"')
        name = plain_name(self._transport.hide_key(suggested), "service-mcp.mcpb")
        return File(answer.content, answer.headers.get("content-type", ""), name)


class AsyncWebhooks:
    """Where webhooks go, what signs them, and what became of them."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self) -> WebhookSettings:
        """Where webhooks go."""
        return await self._transport.fetch(WebhookSettings, Call("GET", "/me/webhooks"))

    async def set_url(self, url: str | None) -> WebhookSettings:
        """Sets where they go; the first address comes with the secret that signs them."""
        call = Call("POST", "/me/webhooks", {"url": url})
        return await self._transport.fetch(WebhookSettings, call)

    async def rotate_secret(self) -> WebhookSettings:
        """Makes a new secret; the earlier ones sign too for a day."""
        # A repetition would make another secret.
        call = Call("POST", "/me/webhooks/rotate-secret", {}, repeatable=False)
        return await self._transport.fetch(WebhookSettings, call)

    async def deliveries(
        self,
        *,
        state: Literal["pending", "delivered", "failed"] | str | None = None,
        limit: int | None = None,
    ) -> AsyncGenerator[WebhookDelivery, None]:
        """The events of the last 30 days, newest first: all, or as many as `limit`."""
        left, cursor = limit, None
        while left is None or left > 0:
            size = _PAGE if left is None else min(_PAGE, left)
            query = {"state": state, "limit": size, "cursor": cursor}
            call = Call("GET", "/me/webhooks/deliveries", query=query)
            page = await self._transport.fetch(WebhookDeliveryPage, call)
            for delivery in page.deliveries:
                yield delivery
            left = None if left is None else left - len(page.deliveries)
            cursor = page.next_cursor
            if cursor is None:
                return

    async def replay(self, delivery_id: str) -> WebhookDelivery:
        """Delivers an event again."""
        path = f"/me/webhooks/deliveries/{quote(delivery_id, safe='')}/replay"
        return await self._transport.fetch(WebhookDelivery, Call("POST", path, {}))


class AsyncClaims:
    """How a program without a key gets one: a person opens a link, pays and approves."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def start(
        self,
        *,
        amount_usd: int | None = None,
        plan: str | None = None,
        interval: Literal["month", "year"] | None = None,
        client_name: str | None = None,
    ) -> PayStart:
        """Starts a claim: show the person `verification_uri_complete`."""
        wanted: dict[str, Any] = {
            "amount_usd": amount_usd,
            "plan": plan,
            "interval": interval,
            "client_name": client_name,
        }
        body = {name: value for name, value in wanted.items() if value is not None}
        # A repetition would open a second claim.
        call = Call("POST", "/pay/start", body, repeatable=False)
        return await self._transport.fetch(PayStart, call)

    async def get(self, code: str) -> ClaimStatus:
        """What became of a claim. With `ready` it has the key, which no later call returns."""
        call = Call("GET", f"/pay/claim/{quote(code, safe='')}")
        return await self._transport.fetch(_CLAIM_STATUS, call)

    async def wait(
        self,
        claim: PayStart,
        *,
        on_pending: Callable[[PendingClaim], object] | None = None,
    ) -> ClaimStatus:
        """Waits until the person has decided, or the claim has expired.

        With `status == "ready"` it has `api_key`: store it before anything else.
        """
        left = float(_within(claim.expires_in, 0, _CLAIM_SECONDS_MAX) + _GRACE_SECONDS)
        interval = claim.interval
        while left > 0:
            pause = _within(interval, 1, _INTERVAL_SECONDS_MAX)
            left -= pause
            await asyncio.sleep(pause)
            status = await self.get(claim.code)
            if not isinstance(status, PendingClaim):
                return status
            interval = status.interval
            if on_pending is not None:
                on_pending(status)
        return EndedClaim(status="expired")


def _within(seconds: int, low: int, high: int) -> int:
    return min(high, max(low, seconds))
