/** Expected refusals are values; bugs are thrown. */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Refusal };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refused<Refusal>(problem: Refusal): { readonly ok: false; readonly problem: Refusal } {
  return { ok: false, problem };
}

/** Throws if an invariant is violated, which is a bug; it becomes a 500. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}
