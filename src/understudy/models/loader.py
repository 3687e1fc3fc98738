"""Opens a model by its settings. The only function of the package that imports a provider's SDK."""

import logging

from understudy.models.model_api import Model, ModelError
from understudy.models.redaction import describe_exception_safely
from understudy.models.settings import ModelSettings

__all__ = ["open_model"]

logger = logging.getLogger(__name__)


def open_model(settings: ModelSettings) -> Model:
    """Validate the settings, import the provider's SDK (0.5 to 2 s: call it in a worker thread), and return
    the model. Sends nothing. Raises ModelError."""
    settings.validate()
    # Heavy, and not needed to name a model.
    from understudy.models.http_client import build_http_client
    from understudy.models.provider_model import ProviderModel

    try:
        http = build_http_client(settings)
        return ProviderModel(settings, settings.provider.build_model(settings, http), http)
    except Exception as raised:  # noqa: BLE001 - a missing certificate file, a name that the SDK rejects
        kind = type(raised).__name__
        logger.warning("%s could not be opened: %s", settings.name, describe_exception_safely(raised))
        raise ModelError(
            "bad_setting", f"{settings.name} could not be opened ({kind}): check its settings."
        ) from None
