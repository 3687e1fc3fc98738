// What to do next in the tour.

export function TourCard() {
  return null;
}
