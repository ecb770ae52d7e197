import type { CatalogueDocument, RequestIssue } from '@kinora/contract';
import { sentenceCase } from '../../value/sentence-case.ts';
import { centsOf } from '../../value/usd.ts';
import { pricedSteps } from './priced-steps.ts';

/** The fields of the form that changes prices and plans. */

/** What the person has typed, by the path of the field in the document, such as `models.0.price.0.cents`. */
export type Typed = Readonly<Record<string, string>>;

type Kind = 'cents' | 'cost' | 'usd' | 'count' | 'amount' | 'text';

export interface DraftField {
  readonly path: string;
  readonly label: string;
  readonly kind: Kind;
  /** As it is in the document. */
  readonly text: string;
}

export function modelFields({ models }: CatalogueDocument, at: number): DraftField[] {
  const model = models[at];
  if (model === undefined) return [];
  const { cost, costField, steps } = pricedSteps(model);
  return [
    ...steps.map(({ field, name, cents }, step) => ({
      path: `models.${at}.price.${step}.${field}`,
      label: sentenceCase(name),
      kind: 'cents' as const,
      text: String(cents),
    })),
    {
      path: `models.${at}.${costField}`,
      label: 'What it costs you',
      kind: 'cost',
      text: cost === null ? '' : String(cost),
    },
  ];
}

/** A new plan gets its id too. */
export function planFields({ plans }: CatalogueDocument, at: number, isNew: boolean): DraftField[] {
  const plan = plans[at];
  if (plan === undefined) return [];
  const field = (name: string, label: string, kind: Kind, value: string | number | null): DraftField => ({
    path: `plans.${at}.${name}`,
    label,
    kind,
    text: value === null ? '' : kind === 'usd' ? (Number(value) / 100).toFixed(2) : String(value),
  });
  return [
    ...(isNew ? [field('id', 'Permanent id', 'text', plan.id)] : []),
    field('title', 'Name', 'text', plan.title),
    field('month_cents', 'USD a month', 'usd', plan.month_cents),
    field('year_cents', 'USD a year', 'usd', plan.year_cents),
    field('included.images', 'Images', 'count', plan.included.images),
    field('included.video_seconds', 'Video seconds', 'count', plan.included.video_seconds),
    field('stored_gib', 'GiB stored', 'amount', plan.stored_gib),
  ];
}

export const NEW_PLAN: CatalogueDocument['plans'][number] = {
  id: '',
  title: '',
  tier: 'pro',
  month_cents: null,
  year_cents: null,
  included: { images: 0, video_seconds: 0 },
  stored_gib: 0,
};

const numberIf = (pattern: RegExp, text: string): number | undefined =>
  pattern.test(text) ? Number(text) : undefined;
const WHOLE = /^\d{1,9}$/;
const DECIMAL = /^\d{1,9}(\.\d{1,6})?$/;

/** No card is charged less than half a dollar. */
function planCents(text: string): number | undefined {
  const cents = centsOf(text);
  return cents === undefined || cents < 50 ? undefined : cents;
}

/** The value of a text, undefined if it is none; and what it must be. */
const KINDS: Readonly<Record<Kind, readonly [(text: string) => unknown, string]>> = {
  cents: [(text) => numberIf(WHOLE, text), 'must be whole cents, such as 12'],
  cost: [(text) => (text === '' ? null : numberIf(DECIMAL, text)), 'must be cents, such as 4 or 0.4'],
  usd: [
    (text) => (text === '' ? null : planCents(text)),
    'must be dollars such as 10 or 2.50, at least 0.50',
  ],
  count: [(text) => numberIf(WHOLE, text), 'must be a whole number'],
  amount: [(text) => numberIf(DECIMAL, text), 'must be a number, such as 50 or 0.5'],
  text: [(text) => (text === '' ? undefined : text), 'is required'],
};

interface ReadDraft {
  readonly document: CatalogueDocument;
  readonly issues: readonly RequestIssue[];
}

/** The document with what was typed in these fields. Of a text that is wrong, an issue, and the value as it was. */
export function readDraft(base: CatalogueDocument, fields: readonly DraftField[], typed: Typed): ReadDraft {
  const document = structuredClone(base);
  const issues = fields.flatMap(({ path, kind, text }) => {
    const [read, rule] = KINDS[kind];
    const entered = (typed[path] ?? text).trim();
    // What nobody has changed is what the file says, even where it is finer than these fields. A new plan is empty.
    if (entered === text && text !== '') return [];
    const value = read(entered);
    if (value === undefined) return [{ path, message: rule }];
    if (entered !== text) setAt(document, path.split('.'), value);
    return [];
  });
  return { document, issues };
}

// biome-ignore lint/suspicious/noExplicitAny: a path leads anywhere in a document
function setAt(inside: any, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) inside[name] = value;
  else setAt(inside[name], rest, value);
}
