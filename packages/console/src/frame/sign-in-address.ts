/** The page that signs a person in and then returns to the one that is open. */
export function signInAddress(): string {
  return `/signin?next=${encodeURIComponent(window.location.pathname + window.location.search)}`;
}
