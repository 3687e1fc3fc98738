"""Tokens of an OIDC issuer: which JWTs are accepted. The issuer is a small one of the test, with real keys."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm

from understudy.serve import NotAuthenticated, OidcAuthenticator, OidcIssuer, User, Users

AUDIENCE = "understudy"


class Issuer:
    def __init__(self) -> None:
        self.keys = {"one": ec.generate_private_key(ec.SECP256R1())}
        self.requests = 0
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                issuer.requests += 1
                body = json.dumps(issuer.answer(self.path)).encode()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, path: str) -> dict[str, Any]:
        if path == "/.well-known/openid-configuration":
            return {"issuer": self.url, "jwks_uri": f"{self.url}/keys"}
        keys = []
        for name, key in self.keys.items():
            public: dict[str, Any] = ECAlgorithm.to_jwk(key.public_key(), as_dict=True)
            keys.append({**public, "kid": name, "use": "sig", "alg": "ES256"})
        return {"keys": [*keys, {"kty": "oct", "k": "c2VjcmV0", "kid": "shared"}]}

    def token(self, key: Any = None, algorithm: str = "ES256", kid: str = "one", **claims: Any) -> str:
        given = {"iss": self.url, "aud": AUDIENCE, "sub": "alice", "exp": time.time() + 600, **claims}
        chosen = {name: value for name, value in given.items() if value is not None}
        return jwt.encode(chosen, key or self.keys["one"], algorithm, headers={"kid": kid})

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    found = Issuer()
    yield found
    found.close()


def authenticate(issuer: Issuer, *tokens: str, **more: Any) -> list[User]:
    async def run() -> list[User]:
        users = Users.single("alice", "us_token", ["/srv/alice"])
        authenticator = OidcAuthenticator(OidcIssuer(issuer.url), AUDIENCE, users, **more)
        return [await authenticator.authenticate(token) for token in tokens]

    return asyncio.run(run())


def test_the_subject_of_a_valid_token_is_the_user(issuer: Issuer) -> None:
    first, second = authenticate(issuer, issuer.token(), issuer.token())
    assert first.roots == ("/srv/alice",)
    assert first == second
    assert issuer.requests == 2, "the keys are read once"


def test_another_claim_can_name_the_user(issuer: Issuer) -> None:
    (user,) = authenticate(issuer, issuer.token(sub="1234", email="alice"), user_claim="email")
    assert user.name == "alice"


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ({"exp": 1_000}, "expired"),
        ({"exp": None}, "exp"),
        ({"aud": "another"}, "[Aa]udience"),
        ({"aud": None}, "aud"),
        ({"iss": "https://elsewhere.example"}, "issuer"),
        ({"sub": None}, "sub"),
        ({"sub": "../bob"}, "no name of a user"),
        ({"sub": "mallory"}, "mallory is not a user"),
        ({"nbf": time.time() + 10_000}, "not yet valid"),
    ],
)
def test_a_token_with_wrong_claims_is_rejected(issuer: Issuer, claims: dict[str, Any], said: str) -> None:
    with pytest.raises(NotAuthenticated, match=said):
        authenticate(issuer, issuer.token(**claims))


def test_a_token_with_another_signature_is_rejected(issuer: Issuer) -> None:
    stranger = ec.generate_private_key(ec.SECP256R1())
    rsa_key = rsa.generate_private_key(65537, 2048)
    tokens = [
        issuer.token(stranger),
        issuer.token(stranger, kid="unknown"),
        issuer.token(rsa_key, "RS256"),
        issuer.token("secret-secret-secret-secret-secret", "HS256", kid="shared"),
        jwt.encode(
            {"sub": "alice", "aud": AUDIENCE, "iss": issuer.url, "exp": time.time() + 9}, None, "none"
        ),
        "a.b.c",
    ]
    for token in tokens:
        with pytest.raises(NotAuthenticated):
            authenticate(issuer, token)


def test_a_user_who_is_not_in_the_file_is_served_if_that_is_allowed(issuer: Issuer) -> None:
    (user,) = authenticate(issuer, issuer.token(sub="carol"), allow_unknown=["/srv/team"])
    assert user == User("carol", ("/srv/team",))


def test_a_key_that_is_new_at_the_issuer_is_found_after_a_while(issuer: Issuer) -> None:
    now = [0.0]

    async def run() -> User:
        users = Users.single("alice", "us_token", [])
        authenticator = OidcAuthenticator(OidcIssuer(issuer.url, clock=lambda: now[0]), AUDIENCE, users)
        await authenticator.authenticate(issuer.token())
        issuer.keys["two"] = ec.generate_private_key(ec.SECP256R1())
        token = issuer.token(issuer.keys["two"], kid="two")
        with pytest.raises(NotAuthenticated):
            await authenticator.authenticate(token)
        now[0] = 11.0
        return await authenticator.authenticate(token)

    assert asyncio.run(run()).name == "alice"


def test_an_issuer_that_cannot_be_reached_is_said(issuer: Issuer) -> None:
    token = issuer.token()
    issuer.url = "http://127.0.0.1:1"
    with pytest.raises(NotAuthenticated, match="cannot be checked now"):
        authenticate(issuer, token)


def test_what_is_no_jwt_is_a_token_of_the_users_file(issuer: Issuer) -> None:
    from understudy.serve import TokenAuthenticator

    users = Users.single("alice", "us_token", [])
    (user,) = authenticate(issuer, "us_token", fallback=TokenAuthenticator(users))
    assert user.name == "alice"
    with pytest.raises(NotAuthenticated):
        authenticate(issuer, "us_token")
