/**
 * What is known about a report's sender and content when it arrives. The sender is an account, or the strangers of a network:
 * those who are not signed in.
 */
export interface ReportHistory {
  readonly isStranger: boolean;
  /** Stored reports of the sender within a day, at most the limit, and when the oldest of them was sent. */
  readonly ofSender: number;
  readonly oldestOfSender: Date | null;
  /** Reports of this content by the sender, open and resolved. */
  readonly ofContentBySender: number;
  /** An open report of this content by the sender has the same reason. */
  readonly isRepeated: boolean;
  /** Open reports of this content by anybody. */
  readonly openOfContent: number;
  /** The operator has kept this content after a report. */
  readonly isKept: boolean;
  /** The operator has kept this content after a report by this sender. */
  readonly isKeptAfterOwn: boolean;
  /** Results that reports of the sender, of its network, and of all strangers hid within a day. */
  readonly hiddenBySender: number;
  readonly hiddenByNetwork: number;
  readonly hiddenByStrangers: number;
  /** Contents that reports of the sender hid within 30 days and the operator kept. */
  readonly falseAlarms: number;
}

export const REPORTS_PER_DAY = 20;
const PER_CONTENT_AND_SENDER = 3;
const OPEN_PER_CONTENT = 20;
const HIDDEN_PER_ACCOUNT = 3;
const HIDDEN_PER_NETWORK = 10;
/** A stranger has nothing to lose, and may have many networks. */
const HIDDEN_PER_STRANGER = 1;
const HIDDEN_BY_STRANGERS = 20;

/** The reason that hides reported content at once, before a person reviews it. */
const HIDES = 'csam';

/**
 * `limited`: the sender has sent too many. `known`: the report adds nothing to what a person reviews or has decided. A
 * stored report `hides` the content until its review.
 */
export type ReportDecision = 'limited' | 'known' | { readonly hides: boolean };

/**
 * Decides what a report does. Content reported as csam is hidden before anybody has looked at it, so what one account or
 * network can hide, and all strangers together, is bounded; a false alarm ends that right for 30 days, and what the operator
 * has kept stays visible.
 */
export function decideReport(reason: string, history: ReportHistory): ReportDecision {
  if (history.isRepeated || history.isKeptAfterOwn) return 'known';
  // csam is stored besides these, or a person who first gave other reasons could not report it any more.
  if (reason !== HIDES && history.ofContentBySender >= PER_CONTENT_AND_SENDER) return 'known';
  if (history.ofSender >= REPORTS_PER_DAY) return 'limited';
  const hides =
    reason === HIDES &&
    !history.isKept &&
    history.falseAlarms === 0 &&
    history.hiddenBySender < (history.isStranger ? HIDDEN_PER_STRANGER : HIDDEN_PER_ACCOUNT) &&
    history.hiddenByNetwork < HIDDEN_PER_NETWORK &&
    (!history.isStranger || history.hiddenByStrangers < HIDDEN_BY_STRANGERS);
  return history.openOfContent >= OPEN_PER_CONTENT && !hides ? 'known' : { hides };
}
