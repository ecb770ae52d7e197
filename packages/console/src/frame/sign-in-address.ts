/** The page that signs a person in and then returns to the one that is open. */
export function signInAddress(): string {
  return `/signin?next=${encodeURIComponent(openPage())}`;
}

/** Where a second factor is set up, with the way back to the page that is open. */
export function secondFactorAddress(): string {
  return `/account/security?next=${encodeURIComponent(openPage())}`;
}

const openPage = (): string => window.location.pathname + window.location.search;
