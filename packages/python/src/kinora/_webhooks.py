"""Verification of webhooks in the Standard Webhooks format."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from pydantic import TypeAdapter

from ._errors import KinoraError, WebhookError
from ._responses import parse
from .types import WebhookEvent

_PREFIX = "whsec_"
_VERSION = "v1,"
_EVENT: TypeAdapter[WebhookEvent] = TypeAdapter(WebhookEvent)


@dataclass(frozen=True)
class Webhook:
    """A verified webhook."""

    id: str
    """The same each time an event is delivered again: remember it and do nothing twice."""
    sent_at: datetime
    event: WebhookEvent
    """`event.type` says what `event.data` is. A newer service may have more types."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Iterable[str],
    *,
    tolerance: timedelta = timedelta(minutes=5),
    now: datetime | None = None,
) -> Webhook:
    """Returns the webhook if one of its signatures is by one of the secrets, and it is recent.

    `body` is exactly what was received, before it was parsed. `secrets` is the `whsec_…` of the
    account; several while it is being replaced. Raises `WebhookError`.
    """
    found = {name.lower(): value for name, value in headers.items()}
    webhook_id, timestamp = _header(found, "webhook-id"), _header(found, "webhook-timestamp")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 11):
        raise WebhookError("webhook-timestamp is not a number of seconds.", code="webhook_refused")
    sent_at = datetime.fromtimestamp(int(timestamp), timezone.utc)
    age = (now or datetime.now(timezone.utc)) - sent_at
    if abs(age) > tolerance:
        raise WebhookError(
            f"webhook-timestamp is {age.total_seconds():.0f} s from now.", code="webhook_refused"
        )
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{webhook_id}.{timestamp}.".encode() + content
    signatures = _signatures(_header(found, "webhook-signature"))
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    # Every pair is compared, so that the time says nothing about which one matches.
    matches = [hmac.compare_digest(one, other) for one in expected for other in signatures]
    if not any(matches):
        raise WebhookError("No signature is by a known secret.", code="webhook_refused")
    try:
        event = parse(_EVENT, content)
    except KinoraError:
        raise WebhookError("The body is not JSON.", code="webhook_refused") from None
    return Webhook(webhook_id, sent_at, event)


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not isinstance(value, str) or not value:
        raise WebhookError(f"{name} is missing.", code="webhook_refused")
    return value


def _signatures(header: str) -> list[bytes]:
    """Those of the version that a secret verifies; others are for public keys."""
    found = []
    for part in header.split(" "):
        try:
            if part.startswith(_VERSION):
                found.append(base64.b64decode(part[len(_VERSION) :], validate=True))
        except ValueError:
            continue
    return found


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except ValueError:
        key = b""
    if not key:
        # Without the text: it may be a secret with a mistake in it.
        raise ValueError(f"a webhook secret is {_PREFIX} and base64")
    return key
