// The list of protocol messages.

export function TracePanel() {
  return null;
}
