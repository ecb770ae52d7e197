/**
 * The account that this page shows. Tabs share the session's cookie: when somebody else signs in in another tab, what
 * this page holds is not theirs, and what it sends must not change their account.
 */

let accountId: string | undefined;

/** Remembers the first person who is signed in; the page begins anew with another one. */
export function setPageAccount(signedIn: string | undefined): void {
  if (signedIn === undefined || signedIn === accountId) return;
  if (accountId !== undefined) window.location.reload();
  else accountId = signedIn;
}

export const pageAccount = (): string | undefined => accountId;

/** With these headers the service refuses what another account than this page's would receive. */
export function pageAccountHeaders(): Readonly<Record<string, string>> {
  return accountId === undefined ? {} : { 'x-kinora-account': accountId };
}
