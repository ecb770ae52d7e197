import type { JobApiJobStatus } from '@kinora/contract';
import { useDisclosure } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';

const COMPARED_MAX = 4;

/** The results that are chosen for a comparison, at most four. */
export function useComparison(jobs: readonly JobApiJobStatus[]) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const [isOpen, { open, close }] = useDisclosure(false);
  const toggle = useCallback((jobId: string): void => {
    setIds((chosen) =>
      chosen.includes(jobId) ? chosen.filter((id) => id !== jobId) : [...chosen, jobId].slice(-COMPARED_MAX),
    );
  }, []);
  const chosen = useMemo(() => ids.flatMap((id) => jobs.find((job) => job.job_id === id) ?? []), [ids, jobs]);
  return { ids, jobs: chosen, isOpen, open, close, toggle, clear: () => setIds([]) };
}
