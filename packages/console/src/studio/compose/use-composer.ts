import type { Me } from '@kinora/contract';
import { type RefObject, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { addOrders } from '../orders/order-queue.ts';
import { type Draft, missingFrom, needsSource, orderOf, typeOf, variantsOf } from '../settings/draft.ts';
import { useDraft } from '../settings/use-draft.ts';
import { useQuote } from './use-quote.ts';

export const VARIANTS = 4;

export interface Composer {
  readonly draft: Draft;
  readonly me: Me;
  readonly isOfAge: boolean;
  readonly quote: ReturnType<typeof useQuote>;
  /** Why the last attempt to send was no order. */
  readonly missing: string | undefined;
  readonly refusal: string | undefined;
  readonly lastSeed: number | undefined;
  readonly prompt: RefObject<HTMLTextAreaElement | null>;
  readonly age: RefObject<HTMLInputElement | null>;
  readonly setRefusal: (refusal: string | undefined) => void;
  /** Orders as many variants of the draft, or says what is missing. */
  readonly send: (count: number) => void;
}

export function useComposer(me: Me, lastSeed: number | undefined): Composer {
  const draft = allowed(useDraft(), me);
  const [attempted, setAttempted] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const prompt = useRef<HTMLTextAreaElement>(null);
  const age = useRef<HTMLInputElement>(null);
  const session = useSession();
  const isOfAge = session?.signed_in === true && session.age_confirmed;
  const quote = useQuote(draft, isOfAge);

  const isSlip = useSlips();

  const send = (count: number): void => {
    const missing = missingFrom(draft);
    setAttempted(missing);
    if (missing !== undefined) {
      prompt.current?.focus();
      return;
    }
    if (!isOfAge) {
      setAttempted(AGE_MISSING);
      age.current?.focus();
      return;
    }
    const order = orderOf(draft);
    if (isSlip(`${count} ${JSON.stringify(order)}`)) return;
    const image = needsSource(draft.kind) ? draft.source?.blob : undefined;
    addOrders(count === 1 ? [order] : variantsOf(order, count), image);
  };
  const missing =
    attempted === undefined ? undefined : (missingFrom(draft) ?? (isOfAge ? undefined : AGE_MISSING));
  return {
    draft,
    me,
    isOfAge,
    quote,
    missing,
    refusal,
    lastSeed,
    prompt,
    age,
    setRefusal,
    send,
  };
}

/** The same order within this time is a second press by mistake, or a key that is held down. */
const SLIP_MS = 1000;

/** Returns whether an order is the last one again, sooner than anybody means it. */
function useSlips(): (order: string) => boolean {
  const last = useRef({ order: '', at: 0 });
  return (order) => {
    const before = last.current;
    last.current = { order, at: Date.now() };
    return before.order === order && last.current.at - before.at < SLIP_MS;
  };
}

const AGE_MISSING = 'Confirm your age first.';

/** The draft with the choices that the tier has; those of another tier may come from a reused job. */
function allowed(draft: Draft, me: Me): Draft {
  if (me.types.includes(typeOf(draft))) return draft;
  return { ...draft, sound: false, factor: 2, size: Math.min(draft.size, 1280) as Draft['size'] };
}
