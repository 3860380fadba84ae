"""What every answer says about itself, and which origins may ask: no inline script, no frame, no guessing of types."""

import socket
from contextlib import suppress
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS: dict[str, str] = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STRICT_TRANSPORT = "max-age=31536000"
MACHINE = ("localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local")
"""What a machine is called by itself and by its neighbours."""


def same_origin(origin: str | None, host: str | None, trusted: tuple[str, ...], *, secure: bool) -> bool:
    """Whether a request comes from a page of this house. A program that sends no ``Origin`` is no page.

    >>> same_origin("http://localhost:8042", "localhost:8042", (), secure=False)
    True
    >>> same_origin("http://localhost:8042", "localhost:8042", (), secure=True)
    False
    >>> same_origin("http://elsewhere.example", "localhost:8042", (), secure=False)
    False
    >>> same_origin("null", "localhost:8042", (), secure=False)
    False
    """
    own = f"{'https' if secure else 'http'}://{host}"
    return origin is None or origin in trusted or (bool(host) and origin.lower() == own.lower())


def known_host(host: str | None, allowed: tuple[str, ...]) -> bool:
    """Whether a request names this house: by an address, as this machine, or by a name that the settings list.

    A page elsewhere whose name is made to lead here would otherwise be a page of this house to a browser.

    >>> [known_host(name, ("house.example",)) for name in ("localhost:8042", "[::1]:8042", "10.0.0.7", "House.example")]
    [True, True, True, True]
    >>> known_host("evil.example:8042", ("house.example",)), known_host("", ())
    (False, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in (*MACHINE, *(known.lower() for known in allowed)):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_proxy(address: str, trusted: tuple[str, ...]) -> bool:
    """Whether an address is that of a trusted proxy: named itself, or by its network.

    >>> [is_proxy("10.0.0.7", trusted) for trusted in (("10.0.0.7",), ("proxy", "10.0.0.0/8"), ("*",), ("10.0.0.8",))]
    [True, True, True, False]
    """
    if "*" in trusted or address in trusted:
        return True
    for network in trusted:
        with suppress(ValueError):
            if ip_address(address) in ip_network(network):
                return True
    return False
