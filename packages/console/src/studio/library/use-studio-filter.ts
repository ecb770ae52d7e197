import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { JobFilter } from '../jobs/job-calls.ts';

const STATES = ['queued', 'generating', 'completed', 'failed', 'blocked'] as const;

/** What the gallery shows is in the address, so that it can be reloaded and returned to. */
export function useStudioFilter() {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const filter = useMemo(() => filterIn(new URLSearchParams(text)), [text]);
  const change = useCallback(
    (changed: Partial<JobFilter>): void => {
      const apply = (before: URLSearchParams): URLSearchParams => {
        const after = new URLSearchParams(before);
        const { medium, status, words, shelf } = { ...filterIn(before), ...changed };
        for (const [name, value] of Object.entries({ only: medium, state: status, words, shelf })) {
          if (value === undefined || value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      };
      setQuery(apply, { replace: true });
    },
    [setQuery],
  );
  return [filter, change] as const;
}

function filterIn(query: URLSearchParams): JobFilter {
  const medium = query.get('only');
  const status = query.get('state');
  return {
    medium: medium === 'image' || medium === 'video' ? medium : undefined,
    status: STATES.find((state) => state === status),
    words: query.get('words') || undefined,
    shelf: query.get('shelf') || undefined,
  };
}
