"""Where the service is, and the key: of the call, of the environment, or of `kinora login`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

DEFAULT_ADDRESS = "http://127.0.0.1:8787"


def find_service(base_url: str | None, api_key: str | None) -> tuple[str, str | None]:
    """The address without a trailing slash, and the key if there is one."""
    environment = os.environ
    services = _signed_in()
    only = next(iter(services)) if len(services) == 1 else DEFAULT_ADDRESS
    address = (base_url or environment.get("KINORA_SERVER") or only).strip().rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        example = "an address such as https://kinora.example"
        raise ValueError(f"base_url must be {example}, not {address}")
    if parts.username or parts.query or parts.fragment:
        raise ValueError("base_url must be an address without a user, a query or a fragment")
    key = api_key or environment.get("KINORA_API_KEY")
    key = (key or services.get(f"{parts.scheme}://{parts.netloc}".lower()) or "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ValueError("api_key has characters that no key has, such as a line break")
    return address, key or None


def _signed_in() -> dict[str, str]:
    """The keys that the command line and the MCP adapter keep, by the origin of their service."""
    try:
        content = json.loads(_credentials_file().read_text("utf-8-sig"))
        services = content["services"].items()
        return {origin.lower(): service["api_key"] for origin, service in services}
    except (OSError, ValueError, LookupError, AttributeError, TypeError, RuntimeError):
        # Whoever never signed in there has no such file, or no home directory.
        return {}


def _credentials_file() -> Path:
    chosen = os.environ.get("XDG_CONFIG_HOME", "")
    if Path(chosen).is_absolute():
        folder = Path(chosen)
    elif sys.platform == "win32" and os.environ.get("APPDATA"):
        folder = Path(os.environ["APPDATA"])
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path.home() / ".config"
    return folder / "kinora" / "credentials.json"
