import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { MediumFilter } from '../value/medium-filter.ts';

interface Shown {
  /** The id of the open work. */
  readonly work: string | undefined;
  /** The words to search for; empty for none. */
  readonly words: string;
  readonly medium: MediumFilter;
}

/** What is shown is in the address, so that it can be shared, reloaded and returned to; the back button closes a work. */
export function useExploreAddress() {
  const [query, setQuery] = useSearchParams();
  const shown = inQuery(query);
  const show = (changed: Partial<Shown>): void => {
    // Only an open work is a step for the back button.
    const replace = changed.work === undefined;
    setQuery((before) => inAddress({ ...inQuery(before), ...changed }), { replace });
  };
  return [shown, show] as const;
}

function inQuery(query: URLSearchParams): Shown {
  const kind = query.get('kind');
  return {
    work: query.get('work') ?? undefined,
    words: query.get('words') ?? '',
    medium: kind === 'image' || kind === 'video' ? kind : 'all',
  };
}

const inAddress = ({ work, words, medium }: Shown) => ({
  ...(work !== undefined && { work }),
  ...(words !== '' && { words }),
  ...(medium !== 'all' && { kind: medium }),
});

/** What is typed becomes `words` after a pause, and follows them when the address changes. */
export function useTypedWords(words: string, onChange: (words: string) => void) {
  const [typed, setTyped] = useState(words);
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
  return [typed, setTyped] as const;
}
