import { Center, Loader, Stack, Text } from '@mantine/core';
import { Failure } from '../frame/failure.tsx';
import type { Composer } from './compose/use-composer.ts';
import { Gallery } from './gallery/gallery.tsx';
import type { ShownJobs } from './gallery/use-shown-jobs.ts';
import type { useJobList } from './jobs/job-list.ts';
import { Examples } from './stage/examples.tsx';
import { Stage } from './stage/stage.tsx';

interface ResultsProps {
  readonly list: ReturnType<typeof useJobList>;
  readonly shown: ShownJobs;
  readonly isFiltered: boolean;
  readonly composer: Composer;
  readonly selected: readonly string[];
  readonly onSelect: (jobId: string, isRange?: boolean) => void;
  readonly onOpen: (jobId: string) => void;
}

/** What the person made: the newest order on the stage, all others below it; or what to begin with. */
export function Results({ list, shown, isFiltered, composer, ...tiles }: ResultsProps) {
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
  if (ids.length === 0) return isFiltered ? <NothingFits /> : <Examples composer={composer} />;
  return (
    <>
      <Stage jobs={staged} {...tiles} />
      <Gallery list={list} days={days} staged={staged.length} {...tiles} />
    </>
  );
}

function NothingFits() {
  return (
    <Center mih={240}>
      <Stack gap={4} align="center">
        <Text fw={600}>Nothing fits these filters</Text>
        <Text size="sm" c="dimmed" ta="center" maw={360}>
          Change the filters to see your other jobs.
        </Text>
      </Stack>
    </Center>
  );
}
