/** Why a call did not succeed, for the model that made it. */
export interface Refusal {
  /** A code of the service's error reference, or one of the adapter's own. */
  readonly code: string;
  /** What happened and what to do. */
  readonly message: string;
  /** The status of the service's response; 0 if there was none. */
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
  /** The additional fields of the service's error. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export const accept = <Value>(value: Value): Outcome<Value> => ({ ok: true, value });

/** A refusal of the adapter itself. */
export function refuse(code: string, message: string): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, message, status: 0 } };
}
