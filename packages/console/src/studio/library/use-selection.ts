import type { JobApiJobStatus } from '@kinora/contract';
import { useDisclosure } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import { hasEnded } from '../jobs/follow-job.ts';

const COMPARED_MAX = 4;

export type Selection = ReturnType<typeof useSelection>;

/** The results that are chosen; `ids` are all in the order in which they are shown, for a range. */
export function useSelection(jobs: readonly JobApiJobStatus[], ids: readonly string[]) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isComparing, { open, close }] = useDisclosure(false);
  const last = useRef<string>(undefined);
  const byId = useMemo(() => new Map(jobs.map((job) => [job.job_id, job])), [jobs]);
  const shown = useRef({ byId, ids });
  shown.current = { byId, ids };
  // The same function, so that no tile is drawn again for it.
  const toggle = useCallback((jobId: string, isRange = false): void => {
    const { byId: known, ids: order } = shown.current;
    const [from, to] = [order.indexOf(last.current ?? ''), order.indexOf(jobId)];
    last.current = jobId;
    const range = order
      .slice(Math.min(from, to), Math.max(from, to) + 1)
      .filter((id) => hasEndedIn(known, id));
    setChosen((before) => {
      if (isRange && from >= 0 && to >= 0) return [...new Set([...before, ...range])];
      return before.includes(jobId) ? before.filter((id) => id !== jobId) : [...before, jobId];
    });
  }, []);
  // What was deleted meanwhile is no longer chosen.
  const selected = useMemo(() => chosen.flatMap((id) => byId.get(id) ?? []), [chosen, byId]);
  const compared = useMemo(
    () => selected.filter(({ status }) => status === 'completed').slice(0, COMPARED_MAX),
    [selected],
  );
  return {
    ids: useMemo(() => selected.map(({ job_id: id }) => id), [selected]),
    jobs: selected,
    toggle,
    clear: () => setChosen([]),
    comparison: {
      jobs: compared,
      isOpen: isComparing,
      isPossible: selected.length === compared.length && compared.length > 1,
      open,
      close,
    },
  };
}

function hasEndedIn(jobs: ReadonlyMap<string, JobApiJobStatus>, id: string): boolean {
  const job = jobs.get(id);
  return job !== undefined && hasEnded(job);
}
