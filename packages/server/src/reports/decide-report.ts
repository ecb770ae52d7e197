/** What is known about a report's sender and content when it arrives. */
export interface ReportHistory {
  /** Stored reports of the account within a day, at most the limit, and when the oldest of them was sent. */
  readonly ofAccount: number;
  readonly oldestOfAccount: Date | null;
  /** Reports of this content by the account, open and resolved. */
  readonly ofContentByAccount: number;
  /** An open report of this content by the account has the same reason. */
  readonly isRepeated: boolean;
  /** Open reports of this content by anybody. */
  readonly openOfContent: number;
  /** The operator has kept this content after a report. */
  readonly isKept: boolean;
  /** The operator has kept this content after a report by this account. */
  readonly isKeptAfterOwn: boolean;
  /** Results that reports of the account, and of its network, hid within a day. */
  readonly hiddenByAccount: number;
  readonly hiddenByNetwork: number;
  /** Contents that reports of the account hid within 30 days and the operator kept. */
  readonly falseAlarms: number;
}

export const REPORTS_PER_DAY = 20;
const PER_CONTENT_AND_ACCOUNT = 3;
const OPEN_PER_CONTENT = 20;
const HIDDEN_PER_ACCOUNT = 3;
const HIDDEN_PER_NETWORK = 10;

/** The reason that hides reported content at once, before a person reviews it. */
const HIDES = 'csam';

/**
 * `limited`: the account has sent too many. `known`: the report adds nothing to what a person reviews or has decided. A
 * stored report `hides` the content until its review.
 */
export type ReportDecision = 'limited' | 'known' | { readonly hides: boolean };

/**
 * Decides what a report does. Content reported as csam is hidden before anybody has looked at it, so what one account or
 * network can hide is bounded, a false alarm ends that right for 30 days, and what the operator has kept stays visible.
 */
export function decideReport(reason: string, history: ReportHistory): ReportDecision {
  if (history.isRepeated || history.isKeptAfterOwn) return 'known';
  // csam is stored besides these, or a person who first gave other reasons could not report it any more.
  if (reason !== HIDES && history.ofContentByAccount >= PER_CONTENT_AND_ACCOUNT) return 'known';
  if (history.ofAccount >= REPORTS_PER_DAY) return 'limited';
  const hides =
    reason === HIDES &&
    !history.isKept &&
    history.falseAlarms === 0 &&
    history.hiddenByAccount < HIDDEN_PER_ACCOUNT &&
    history.hiddenByNetwork < HIDDEN_PER_NETWORK;
  return history.openOfContent >= OPEN_PER_CONTENT && !hides ? 'known' : { hides };
}
