// Removes keys of model providers from messages before observers, such as the trace, see them.

import type { TappedMessage } from "../rpc/peer";

const SECRET_FIELD = "apiKey";
const REDACTED = "(not recorded)";

/** The message itself if it has no key. */
export function withoutSecrets(tapped: TappedMessage): TappedMessage {
  const params = (tapped.message as { params?: unknown }).params;
  if (!params || typeof params !== "object" || !(SECRET_FIELD in params)) return tapped;
  const message = { ...tapped.message, params: { ...params, [SECRET_FIELD]: REDACTED } };
  return { ...tapped, message, text: JSON.stringify(message) };
}
