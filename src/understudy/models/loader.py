"""Open a model by its settings. The one door to everything heavy in this room."""

import logging

from understudy.models.model_api import Model, ModelError
from understudy.models.redaction import describe_exception_safely
from understudy.models.settings import ModelSettings

__all__ = ["open_model"]

logger = logging.getLogger(__name__)


def open_model(settings: ModelSettings) -> Model:
    """Check the settings, import the provider that they name (0.5 to 2 s: call it in a worker thread), and give
    the model back, unasked. Raises ModelError; nothing is sent yet."""
    settings.validate()
    # Heavy, and needed by nobody who only names a model.
    from understudy.models.http_client import build_http_client
    from understudy.models.provider_model import ProviderModel

    try:
        http = build_http_client(settings)
        return ProviderModel(settings, settings.provider.build_model(settings, http), http)
    except Exception as raised:  # noqa: BLE001 - a certificate file that is not there, a name that the SDK refuses
        kind = type(raised).__name__
        logger.warning("%s could not be opened: %s", settings.name, describe_exception_safely(raised))
        raise ModelError(
            "bad_setting", f"{settings.name} could not be opened ({kind}): check its settings."
        ) from None
