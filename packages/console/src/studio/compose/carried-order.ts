/**
 * What somebody typed on the home page, on its way through sign-up to the studio. It is kept in this browser and never
 * in an address: addresses are logged, and a link of another site could order with one.
 */
export interface CarriedOrder {
  readonly prompt: string;
  readonly operation: 'image' | 'video';
}

interface KeptOrder extends CarriedOrder {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const KEY = 'kinora-carried-order';
/** A link in an email is opened in another tab, and rarely later. */
const KEPT_MS = 3_600_000;

/** Keeps it for the studio: in this tab, and for the tab that the link of a confirmation opens. */
export function carryOrder(order: CarriedOrder): void {
  const text = JSON.stringify({ ...order, at: Date.now() } satisfies KeptOrder);
  for (const storage of [sessionStorage, localStorage]) {
    try {
      storage.setItem(KEY, text);
    } catch {
      // A browser that stores nothing forgets the prompt at sign-up, which is no reason to stop there.
    }
  }
}

/** What is on its way; `isOfThisTab` is false for what was typed in another tab of this browser. */
export function readCarriedOrder(): (CarriedOrder & { readonly isOfThisTab: boolean }) | undefined {
  const typed = kept(sessionStorage);
  if (typed !== undefined) return { ...typed, isOfThisTab: true };
  const elsewhere = kept(localStorage);
  return elsewhere && { ...elsewhere, isOfThisTab: false };
}

export function forgetCarriedOrder(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

function kept(storage: Storage): CarriedOrder | undefined {
  const text = storage.getItem(KEY);
  if (text === null) return undefined;
  const { prompt, operation, at } = JSON.parse(text) as KeptOrder;
  const age = Date.now() - at;
  return age >= 0 && age < KEPT_MS ? { prompt, operation } : undefined;
}
