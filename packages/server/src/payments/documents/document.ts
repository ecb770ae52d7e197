import type { Cents } from '../../kernel/money.ts';

/** An invoice, a receipt or a credit note, before it is drawn. */
export interface PaymentDocument {
  readonly title: 'Invoice' | 'Receipt' | 'Credit note';
  /** Unique among the documents of its title, such as `INV-000042`. */
  readonly number: string;
  readonly date: Date;
  /** The account that it is for. */
  readonly email: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly lines: readonly DocumentLine[];
  /** The deductions between the sum of the lines and the total. */
  readonly deductions: readonly { readonly what: string; readonly cents: Cents }[];
  readonly totalName: string;
  readonly totalCents: Cents;
  /** What was paid, or what happens next. */
  readonly note: string;
}

export interface DocumentLine {
  readonly what: string;
  /** Jobs; absent where nothing is counted. */
  readonly count?: number;
  /** Seconds of video. */
  readonly seconds?: number;
  readonly cents: Cents;
}

const PREFIXES = { Invoice: 'INV', Receipt: 'REC', 'Credit note': 'CRN' } as const;
const DIGITS = 6;

export function documentNumber(title: PaymentDocument['title'], number: number, series = ''): string {
  return `${PREFIXES[title]}-${series}${String(number).padStart(DIGITS, '0')}`;
}

/** `2026-11-22` */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
