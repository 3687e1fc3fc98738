"""Finds the user of a bearer token: a token of the users file, or one that an OIDC issuer signed (`oidc`)."""

from understudy.serve.app import NotAuthenticated
from understudy.serve.users import User, Users

__all__ = ["TokenAuthenticator"]


class TokenAuthenticator:
    """Tokens of the users file."""

    def __init__(self, users: Users) -> None:
        self._users = users

    async def authenticate(self, token: str) -> User:
        user = self._users.find_by_token(token)
        if user is None:
            raise NotAuthenticated("The token is not one of this server. Ask its administrator for one.")
        return user
