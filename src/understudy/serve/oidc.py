"""Tokens that an OpenID Connect issuer signed: JWTs, checked against the keys that the issuer publishes.

A token must be signed with a public-key algorithm by a key of the issuer, name the issuer and the audience of this
server, and not be expired. Its subject (or another claim) is the name of the user. Who is in the users file has the
folders and limits of the file; whether anybody else is served is the server's decision (`allow_unknown`).
"""

import asyncio
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import httpx2
import jwt

from understudy.serve.app import Authenticator, NotAuthenticated
from understudy.serve.limits import OIDC_KEYS_LIFETIME_S, OIDC_MIN_RELOAD_INTERVAL_S, OIDC_REQUEST_TIMEOUT_S
from understudy.serve.users import NAME_PATTERN, User, Users

__all__ = ["IssuerError", "OidcAuthenticator", "OidcIssuer"]

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Never HMAC: a public key would be the secret."""
_CLOCK_SKEW_S: Final = 30


class IssuerError(Exception):
    """The issuer's configuration or keys cannot be read. The message says why."""


@dataclass(slots=True)
class OidcIssuer:
    """The keys of one issuer, read when they are first needed and again for a key that is not known."""

    url: str
    clock: Callable[[], float] = time.monotonic
    _keys: dict[str, jwt.PyJWK] = field(default_factory=dict[str, jwt.PyJWK])
    _loaded_at: float | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def find_key(self, key_id: str) -> jwt.PyJWK | None:
        """Raises IssuerError."""
        async with self._lock:
            age = None if self._loaded_at is None else self.clock() - self._loaded_at
            is_stale = age is None or age > OIDC_KEYS_LIFETIME_S
            if is_stale or (
                key_id not in self._keys and age is not None and age > OIDC_MIN_RELOAD_INTERVAL_S
            ):
                await self._load()
        return self._keys.get(key_id)

    async def _load(self) -> None:
        address = f"{self.url.rstrip('/')}/.well-known/openid-configuration"
        async with httpx2.AsyncClient(timeout=OIDC_REQUEST_TIMEOUT_S, follow_redirects=False) as client:
            configuration = await _get_json(client, address)
            if str(configuration.get("issuer")).rstrip("/") != self.url.rstrip("/"):
                raise IssuerError(f"{address} names another issuer: {configuration.get('issuer')!r:.200}.")
            keys = (await _get_json(client, str(configuration.get("jwks_uri")))).get("keys")
        self._keys = dict(_usable_keys(keys))
        self._loaded_at = self.clock()


async def _get_json(client: httpx2.AsyncClient, address: str) -> Mapping[str, Any]:
    try:
        answer = await client.get(address)
        answer.raise_for_status()
        value: Any = answer.json()
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise IssuerError(f"The issuer's {address:.200} cannot be read: {error!r:.200}.") from None
    if not isinstance(value, dict):
        raise IssuerError(f"The issuer's {address:.200} is no JSON object.")
    return cast(dict[str, Any], value)


def _usable_keys(keys: object) -> list[tuple[str, jwt.PyJWK]]:
    found: list[tuple[str, jwt.PyJWK]] = []
    for key in cast(list[Any], keys) if isinstance(keys, list) else []:
        if not isinstance(key, dict) or cast(dict[str, Any], key).get("use") == "enc":
            continue
        try:
            parsed = jwt.PyJWK(cast(dict[str, Any], key))
        except jwt.PyJWTError:
            continue  # of a kind that is not known here
        found.append((str(parsed.key_id), parsed))
    return found


class OidcAuthenticator:
    """Implements `app.Authenticator`. What is no JWT is left to `fallback`, the tokens of the users file."""

    def __init__(
        self,
        issuer: OidcIssuer,
        audience: str,
        users: Users,
        *,
        user_claim: str = "sub",
        allow_unknown: Sequence[str] | None = None,
        fallback: Authenticator | None = None,
    ) -> None:
        """`allow_unknown`: the folders of users that are not in the users file; None does not serve them."""
        self._issuer = issuer
        self._audience = audience
        self._users = users
        self._user_claim = user_claim
        self._allow_unknown = allow_unknown
        self._fallback = fallback

    async def authenticate(self, token: str) -> User:
        if token.count(".") != 2:
            if self._fallback is None:
                raise NotAuthenticated("The token is no JWT of this server's issuer.")
            return await self._fallback.authenticate(token)
        claims = await self._verify(token)
        name = claims.get(self._user_claim)
        if not isinstance(name, str) or re.fullmatch(NAME_PATTERN, name) is None:
            raise NotAuthenticated(f"The claim {self._user_claim} of the token is no name of a user.")
        user = self._users.find_by_name(name)
        if user is not None:
            return user
        if self._allow_unknown is None:
            raise NotAuthenticated(f"{name} is not a user of this server.")
        return User(name, tuple(self._allow_unknown))

    async def _verify(self, token: str) -> Mapping[str, Any]:
        try:
            key_id = jwt.get_unverified_header(token).get("kid")
            key = await self._issuer.find_key(str(key_id))
            if key is None:
                raise NotAuthenticated("The token is not signed with a key of this server's issuer.")
            return jwt.decode(
                token,
                key,
                algorithms=list(ALGORITHMS),
                audience=self._audience,
                issuer=[self._issuer.url, f"{self._issuer.url.rstrip('/')}/", self._issuer.url.rstrip("/")],
                leeway=_CLOCK_SKEW_S,
                options={"require": ["exp", "iss", "aud", self._user_claim]},
            )
        except IssuerError as error:
            raise NotAuthenticated(f"The token cannot be checked now. {error}") from None
        except jwt.PyJWTError as error:
            raise NotAuthenticated(f"The token is not valid: {error}.") from None
