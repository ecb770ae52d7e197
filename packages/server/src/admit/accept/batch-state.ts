import type { Catalogue } from '../../catalogue/catalogue.ts';
import { type Funds, NO_FUNDS } from '../../funding/decide-funding.ts';
import type { KeyCaps } from '../../funding/decide-key-cap.ts';
import type { CallingAccount } from '../../queue/interface.ts';
import { type Activity, activityKey } from './decide-limits.ts';
import type { AccountState } from './decide-request.ts';
import type { IdempotencyClaim, StoredResponse } from './stored-response.ts';

/** The state of the accounts of some requests, as read in one statement. */
export interface BatchState {
  /** The version in force when it was read. */
  readonly catalogue: Catalogue;
  /** The price list of each account, if it has one. */
  readonly priceLists: ReadonlyMap<string, string | null>;
  /** The funds of each account. */
  readonly funds: ReadonlyMap<string, Funds>;
  /** The credits that each account used in this UTC month. */
  readonly usedCredits: ReadonlyMap<string, number>;
  /** The caps of the keys of each account. */
  readonly keyCaps: ReadonlyMap<string, KeyCaps>;
  /** The key is an `activityKey`. */
  readonly activity: ReadonlyMap<string, Activity>;
  /** The key is a `storedResponseKey`. */
  readonly storedResponses: ReadonlyMap<string, StoredResponse>;
}

/** A request whose account is read. */
export interface StateQuery extends CallingAccount {
  /** Its idempotency key, if it has one. */
  readonly key: string | null;
}

export function stateQueryOf(
  request: CallingAccount & { readonly idempotency?: IdempotencyClaim | null },
): StateQuery {
  return {
    accountId: request.accountId,
    interface: request.interface,
    key: request.idempotency?.key ?? null,
  };
}

export function storedResponseKey(accountId: string, key: string): string {
  return `${accountId} ${key}`;
}

/** The state on which the request is decided; undefined if its account has no funding row. */
export function stateIn(state: BatchState, query: StateQuery): AccountState | undefined {
  const { accountId, key } = query;
  const activity = state.activity.get(activityKey(query));
  if (activity === undefined) return undefined;
  return {
    catalogue: state.catalogue.pricedFor(state.priceLists.get(accountId) ?? null),
    funds: state.funds.get(accountId) ?? NO_FUNDS,
    usedCredits: state.usedCredits.get(accountId) ?? 0,
    keyCaps: state.keyCaps.get(accountId) ?? {},
    activity,
    storedResponse: key === null ? undefined : state.storedResponses.get(storedResponseKey(accountId, key)),
  };
}
