import { type PauseReason, type Problem, retryAfterOf, statusOf } from '@kinora/contract';

/** What becomes of an order that the acceptance has refused. */
export type Fate =
  /** It keeps its turn, and nothing of its account is tried before. */
  | { readonly kind: 'hold'; readonly seconds: number; readonly message: string | null }
  /** It steps aside, and the others go on: until the person decides, or for some seconds. */
  | {
      readonly kind: 'pause';
      readonly reason: PauseReason;
      readonly message: string;
      readonly seconds: number | null;
      /** What it costs, if that is why. */
      readonly priceNow: number | null;
    };

/** The end of a job starts the next order at once; this finds what that has missed. */
const JOB_MISSED_SECONDS = 30;
const RECHARGE_SECONDS = 10;
/** Each try checks the prompt again, so it is not tried more often. */
const MIN_SECONDS = 30;
const MAX_SECONDS = 3600;

/** They may be about this order alone: its model, its pool of workers, its prompt or its image. */
const OF_THIS_ORDER: ReadonlySet<string> = new Set([
  'workers_unavailable',
  'model_unavailable',
  'mode_unavailable',
  'mode_temporarily_unavailable',
  'mode_prompt_unavailable',
  'video_validation_unavailable',
]);
const OF_MONEY: ReadonlySet<string> = new Set([
  'credits_exhausted',
  'quota_exhausted',
  'monthly_cap_reached',
  'key_cap_reached',
]);

interface Refusal {
  readonly problem: Problem;
  /** The account has as many open jobs as it may have. */
  readonly awaitsJob?: boolean | undefined;
}

/** Decides by what was refused: the order alone, the means that pay for it, or everything of the account for now. */
export function decideFate({ problem, awaitsJob }: Refusal): Fate {
  const { code, message, fields } = problem;
  if (awaitsJob === true) return { kind: 'hold', seconds: JOB_MISSED_SECONDS, message: null };
  if (fields?.recharge === 'pending') return { kind: 'hold', seconds: RECHARGE_SECONDS, message };
  const wait = Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, retryAfterOf(problem) ?? 0));
  const pause = (reason: PauseReason, seconds: number | null = null): Fate => ({
    kind: 'pause',
    reason,
    message,
    seconds,
    priceNow: reason === 'price' ? priceIn(fields) : null,
  });
  if (code === 'price_changed') return pause('price');
  if (code === 'content_blocked') return pause('content');
  if (statusOf(code) === 402 || OF_MONEY.has(code)) return pause('money');
  if (OF_THIS_ORDER.has(code)) return pause('unavailable', wait);
  if (code === 'rate_limited' || statusOf(code) === 503) return { kind: 'hold', seconds: wait, message };
  return pause('refused');
}

function priceIn(fields: Problem['fields']): number | null {
  const price = fields?.price_cents ?? fields?.price_credits;
  return typeof price === 'number' ? price : null;
}
