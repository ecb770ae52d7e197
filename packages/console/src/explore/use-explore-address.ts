import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { typedBefore } from '../frame/first-view.ts';
import type { MediumFilter } from '../value/medium-filter.ts';
import type { WorkOrder } from './use-works.ts';

interface Shown {
  /** The id of the open work. */
  readonly work: string | undefined;
  /** The words to search for; empty for none. */
  readonly words: string;
  readonly medium: MediumFilter;
  /** Shuffled works stay as they are while the number of the visit does. */
  readonly order: WorkOrder;
}

/** What is shown is in the address, so that it can be shared, reloaded and returned to; the back button closes a work. */
export function useExploreAddress() {
  const [query, setQuery] = useSearchParams();
  const shown = inQuery(query);
  const isOpen = shown.work !== undefined;
  const show = (changed: Partial<Shown>): void => {
    // Only the first work that is opened is a step for the back button.
    const replace = isOpen || changed.work === undefined;
    setQuery((before) => inAddress({ ...inQuery(before), ...changed }), { replace });
  };
  return [shown, show] as const;
}

function inQuery(query: URLSearchParams): Shown {
  const kind = query.get('kind');
  const order = query.get('order');
  const visit = query.get('visit') ?? '';
  return {
    work: query.get('work') ?? undefined,
    words: query.get('words') ?? '',
    medium: kind === 'image' || kind === 'video' ? kind : 'all',
    order:
      order === 'shuffled'
        ? { visit: /^\d{1,9}$/.test(visit) ? visit : '0' }
        : order === 'oldest'
          ? order
          : 'newest',
  };
}

/** Shows the kind and the order that were chosen before the script arrived. */
export function useChosenBefore(show: (changed: Partial<Shown>) => void): void {
  const [before] = useState(typedBefore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page begins.
  useEffect(() => {
    if (before === undefined) return;
    const chosen = [...before.values].map(([name, value]) => [name, String(value)]);
    const { medium, order } = inQuery(new URLSearchParams(chosen));
    show({ medium, order });
  }, []);
}

/** Another beginning for the shuffled works. */
export const newVisit = (): WorkOrder => ({ visit: String(Math.floor(Math.random() * 1e9)) });

const inAddress = ({ work, words, medium, order }: Shown) => ({
  ...(work !== undefined && { work }),
  ...(words !== '' && { words }),
  ...(medium !== 'all' && { kind: medium }),
  ...(order === 'oldest' && { order }),
  ...(typeof order === 'object' && { order: 'shuffled', visit: order.visit }),
});

/** What is typed, also before the script arrived, becomes `words` after a pause, and follows them when the address changes. */
export function useTypedWords(words: string, onChange: (words: string) => void) {
  const [before] = useState(typedBefore);
  const [typed, setTyped] = useState(() => words || String(before?.values.get('words') ?? ''));
  const [paused] = useDebouncedValue(typed.trim(), 250);
  const last = useRef(words);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function changes nothing.
  useEffect(() => {
    if (paused === last.current) return;
    last.current = paused;
    onChange(paused);
  }, [paused]);
  useEffect(() => {
    if (words === last.current) return;
    last.current = words;
    setTyped(words);
  }, [words]);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (before?.focused === 'words') field.current?.focus();
  }, [before]);
  return { typed, setTyped, field };
}
