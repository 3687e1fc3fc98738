"""Open a model by its settings. The one door to everything heavy in this room."""

import logging

from understudy.models.faults import describe_exception_safely
from understudy.models.port import Model, ModelError
from understudy.models.settings import ModelSettings

__all__ = ["open_model"]

logger = logging.getLogger(__name__)


def open_model(settings: ModelSettings) -> Model:
    """Check the settings, import the provider that they name (0.5 to 2 s: call it in a worker thread), and give
    the model back, unasked. Raises ModelError; nothing is sent yet."""
    settings.validate()
    # Heavy, and needed by nobody who only names a model.
    from understudy.models.provided import ProviderModel
    from understudy.models.providing import build_provider_model

    try:
        return ProviderModel(settings, *build_provider_model(settings))
    except Exception as raised:  # noqa: BLE001 - a certificate file that is not there, a name that the SDK refuses
        kind = type(raised).__name__
        logger.warning("%s could not be opened: %s", settings.name, describe_exception_safely(raised))
        raise ModelError(
            "bad_setting", f"{settings.name} could not be opened ({kind}): check its settings."
        ) from None
