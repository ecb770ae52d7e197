import type { Me, StudioView } from '@kinora/contract';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { announce } from '../announcer.tsx';
import { modelsQuery } from '../jobs/job-calls.ts';
import { isSuspended, useOrderQueue } from '../orders/order-queue.ts';
import { refusedPartOf } from '../orders/refused-content.ts';
import { type Draft, missingFrom, offerOf, typeOf, withModel } from '../settings/draft.ts';
import type { SoldModel } from '../settings/model-order.ts';
import { useDraft } from '../settings/use-draft.ts';
import { usePresses } from './use-press.ts';
import { useQuote } from './use-quote.ts';

export const VARIANTS = 4;

export interface Composer {
  readonly draft: Draft;
  readonly me: Me;
  readonly plans: StudioView['plans'];
  /** What the balance may pay for; undefined until it is known, and while credits pay. */
  readonly models: readonly SoldModel[] | undefined;
  readonly isOfAge: boolean;
  readonly quote: ReturnType<typeof useQuote>;
  /** Why the last attempt to send was not an order. */
  readonly missing: string | undefined;
  /** Whether an order is on its way, or a press waits for the price. */
  readonly isSending: boolean;
  /** Whether a press waits for the price. */
  readonly isPressed: boolean;
  /** What became of a press that waited for the price. */
  readonly note: string | undefined;
  readonly refusal: string | undefined;
  readonly lastSeed: number | undefined;
  readonly prompt: RefObject<HTMLTextAreaElement | null>;
  readonly age: RefObject<HTMLInputElement | null>;
  readonly setRefusal: (refusal: string | undefined) => void;
  /** Orders as many variants of the draft, or says what is missing. */
  readonly send: (count: number) => void;
}

export function useComposer(me: Me, plans: StudioView['plans'], lastSeed: number | undefined): Composer {
  const chosen = allowed(useDraft(), me);
  const byBalance = chosen.payWith === 'balance';
  const sold = useQuery({ ...modelsQuery, enabled: byBalance });
  const models = byBalance ? sold.data : undefined;
  const draft = withModel(chosen, models);
  const [attempted, setAttempted] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const prompt = useRef<HTMLTextAreaElement>(null);
  const age = useRef<HTMLInputElement>(null);
  const session = useSession();
  const isOfAge = session?.signed_in === true && session.age_confirmed;
  // What is ordered depends on the models. Without their list, the type says what to render.
  const isKnown = !byBalance || !sold.isPending;
  const quote = useQuote(draft, isOfAge && isKnown);

  const presses = usePresses(draft, quote);
  const { refusal: refusedOrder, sending } = useOrderQueue();

  const send = (count: number): void => {
    const missing = obstacleOf(draft);
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
    if (isSuspended(refusedOrder)) announce(refusedOrder?.message ?? '');
    else presses.press(count);
  };
  const missing =
    attempted === undefined ? undefined : (obstacleOf(draft) ?? (isOfAge ? undefined : AGE_MISSING));
  return {
    draft,
    me,
    plans,
    models,
    isOfAge,
    quote,
    missing,
    isSending: sending !== undefined || presses.isWaiting,
    isPressed: presses.isWaiting,
    note: presses.note,
    refusal,
    lastSeed,
    prompt,
    age,
    setRefusal,
    send,
  };
}

const AGE_MISSING = 'Confirm your age first.';

/** Why the draft cannot be sent as it is; what was refused once would be refused again. */
function obstacleOf(draft: Draft): string | undefined {
  const refused = refusedPartOf(draft);
  if (refused === 'prompt') return 'This prompt was refused. Change it before you send it again.';
  if (refused === 'image') return 'This image was refused. Choose another one.';
  return missingFrom(draft);
}

/** The draft with the choices that the tier has; those of another tier may come from a reused job. */
function allowed(draft: Draft, me: Me): Draft {
  if (offerOf(me, draft.payWith).types.includes(typeOf(draft))) return draft;
  return { ...draft, sound: false, factor: 2, size: Math.min(draft.size, 1280) as Draft['size'] };
}
