import { Center, Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Failure } from '../frame/failure.tsx';
import type { Composer } from './compose/use-composer.ts';
import { Gallery } from './gallery/gallery.tsx';
import type { ShownJobs } from './gallery/use-shown-jobs.ts';
import type { JobFilter } from './jobs/job-calls.ts';
import type { useJobList } from './jobs/job-list.ts';
import { Examples } from './stage/examples.tsx';
import { Stage } from './stage/stage.tsx';

// Loaded when nothing is found.
const NothingFits = lazy(() => import('./nothing-fits.tsx'));

interface ResultsProps {
  readonly list: ReturnType<typeof useJobList>;
  readonly shown: ShownJobs;
  /** What of the results is shown; undefined for all. */
  readonly filter: JobFilter | undefined;
  readonly onFilter: (changed: Partial<JobFilter>) => void;
  readonly composer: Composer;
  readonly selected: readonly string[];
  readonly onSelect: (jobId: string, isRange?: boolean) => void;
  readonly onOpen: (jobId: string) => void;
}

/** What the person made: the newest order on the stage, all others below it; or what to begin with. */
export function Results({ list, shown, filter, onFilter, composer, ...tiles }: ResultsProps) {
  const { error, isPending, refetch } = list;
  const { staged, days, ids } = shown;
  if (isPending) {
    return (
      <Center mih={240} role="status" aria-label="Loading your jobs">
        <Loader />
      </Center>
    );
  }
  if (error !== null && ids.length === 0) return <Failure error={error} onRetry={() => void refetch()} />;
  if (ids.length === 0) {
    if (filter === undefined) return <Examples composer={composer} />;
    return (
      <Suspense>
        <NothingFits filter={filter} onFilter={onFilter} />
      </Suspense>
    );
  }
  return (
    <>
      <Stage jobs={staged} {...tiles} />
      <Gallery list={list} days={days} staged={staged.length} {...tiles} />
    </>
  );
}
