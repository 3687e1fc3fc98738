// How the suggestions fared, as plots.

export function InsightsPanel() {
  return null;
}
