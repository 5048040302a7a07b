"""Addresses: which may be spoken to, and which are one and the same host."""

import ipaddress
from urllib.parse import urljoin, urlsplit

from packager.domain.errors import ConfigError, TargetError


def require_safe(address: str) -> None:
    """Raise ConfigError unless an address is https, or loopback, and carries no secret."""
    parts = urlsplit(address)
    is_known = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(address))
    if not is_known or not parts.hostname or parts.username or parts.password:
        raise ConfigError(
            f"{parts.scheme}://{parts.hostname} is not safe: only https, or this machine itself",
            where="the address of the host",
            mend="write it as https://host, without a name or password in it",
        )


def is_loopback(address: str) -> bool:
    """Whether an address can only mean this machine."""
    name = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def origin_of(address: str) -> tuple[str, str, int]:
    """Scheme, host and port."""
    parts = urlsplit(address)
    return parts.scheme, parts.hostname or "", parts.port or {"http": 80}.get(parts.scheme, 443)


def onward_address(address: str, location: str, *, where: str) -> str:
    """Where a redirect leads; TargetError if that is nowhere or not safe."""
    try:
        target = urljoin(address, location)
        require_safe(target)
        origin_of(target)
    except (ConfigError, ValueError) as error:
        raise TargetError(
            "the host redirects to an address that is not safe",
            where=where,
            mend="see that the address in the settings is right and the host is up",
        ) from error
    return target
