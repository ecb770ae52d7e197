/** Where a payment leads: to what the person wanted who met a lock. The tab keeps it while the provider's page is open. */

const KEY = 'kinora-after-payment';
/** The pages that lead to a payment. */
const PAGES = /^\/(?:studio|pricing)(?:\?|$)/;

/** The page that the query of an address names as the next one, if it is one of those. */
export function nextIn(query: string): string | undefined {
  const next = new URLSearchParams(query).get('next');
  return next !== null && PAGES.test(next) ? next : undefined;
}

/** Keeps it for the payment that begins; without one, forgets that of a payment that was given up. */
export function keepNext(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, next);
}

/** Returns it once. */
export function takeNext(): string | undefined {
  const next = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return next !== null && PAGES.test(next) ? next : undefined;
}
