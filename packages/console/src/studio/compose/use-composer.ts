import type { Me, StudioView } from '@kinora/contract';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { announce } from '../announcer.tsx';
import { modelsQuery } from '../jobs/job-calls.ts';
import { isSuspended, useOutbox } from '../orders/outbox.ts';
import { refusedPartOf } from '../orders/refused-content.ts';
import { type Draft, mediumOf, missingFrom, withModel } from '../settings/draft.ts';
import type { SoldModel } from '../settings/model-order.ts';
import { useDraft } from '../settings/use-draft.ts';
import { fitting, isOffered, type Terms } from '../settings/ways-to-pay.ts';
import { usePresses } from './use-press.ts';
import type { useQuote } from './use-quote.ts';
import { shortageOf, useWays, type Ways } from './use-ways.ts';

export const VARIANTS = 4;

export interface Composer {
  readonly draft: Draft;
  readonly terms: Terms;
  /** What is sold; undefined until it is known. */
  readonly models: readonly SoldModel[] | undefined;
  readonly isOfAge: boolean;
  readonly ways: Ways;
  /** The quote of the chosen way to pay. */
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
  readonly generate: RefObject<HTMLButtonElement | null>;
  readonly setRefusal: (refusal: string | undefined) => void;
  /** Orders as many variants of the draft, or says what is missing. */
  readonly send: (count: number) => void;
}

export function useComposer(
  me: Me,
  { plans, free_types: freeTypes }: StudioView,
  lastSeed: number | undefined,
): Composer {
  const terms = { me, plans, freeTypes };
  const { draft, models, isKnown } = useOffered(terms);
  const [attempted, setAttempted] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const prompt = useRef<HTMLTextAreaElement>(null);
  const age = useRef<HTMLInputElement>(null);
  const generate = useRef<HTMLButtonElement>(null);
  const session = useSession();
  const isOfAge = session?.signed_in === true && session.age_confirmed;
  const ways = useWays(draft, terms, isOfAge && isKnown);
  const { quote } = ways;

  const presses = usePresses(draft, ways.order, quote);
  const { refusal: refusedOrder, sending } = useOutbox();
  const obstacle = obstacleOf(draft) ?? shortageOf(ways, me);

  const send = (count: number): void => {
    setAttempted(obstacle);
    if (obstacle !== undefined) {
      if (obstacleOf(draft) !== undefined) prompt.current?.focus();
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
  const missing = attempted === undefined ? undefined : (obstacle ?? (isOfAge ? undefined : AGE_MISSING));
  return {
    draft,
    terms,
    models,
    isOfAge,
    ways,
    quote,
    missing,
    isSending: sending !== undefined || presses.isWaiting,
    isPressed: presses.isWaiting,
    note: presses.note,
    refusal,
    lastSeed,
    prompt,
    age,
    generate,
    setRefusal,
    send,
  };
}

/** The draft with its model, as it can be ordered. */
function useOffered(terms: Terms) {
  const chosen = useDraft();
  const { data: models, isPending } = useQuery(modelsQuery);
  // What the types render needs no list of models, so that its price is not late.
  const isOfType = chosen.models[mediumOf(chosen.operation)] === undefined && isOffered(chosen, terms);
  const isKnown = !isPending || isOfType;
  const draft = withModel(chosen, models);
  return { draft: isKnown ? fitting(draft, terms) : draft, models, isKnown };
}

const AGE_MISSING = 'Confirm your age first.';

/** Why the draft cannot be sent as it is; what was refused once would be refused again. */
function obstacleOf(draft: Draft): string | undefined {
  const refused = refusedPartOf(draft);
  if (refused === 'prompt') return 'This prompt was refused. Change it before you send it again.';
  if (refused === 'image') return 'This image was refused. Choose another one.';
  return missingFrom(draft);
}
