import type { JobApiJobStatus } from '@kinora/contract';
import { Center, Loader, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Failure } from '../../frame/failure.tsx';
import type { useJobList } from '../jobs/job-list.ts';
import classes from './gallery.module.css';
import { Tile } from './tile.tsx';
import { GAP, useWindow } from './use-window.ts';

interface GalleryProps {
  readonly list: ReturnType<typeof useJobList>;
  readonly isFiltered: boolean;
  readonly compared: readonly string[];
  readonly onCompare: (jobId: string) => void;
  readonly onOpen: (jobId: string) => void;
}

/** The person's jobs as tiles, newest first; more are loaded as they are scrolled to. */
export function Gallery({ list, isFiltered, compared, onCompare, onOpen }: GalleryProps) {
  const { jobs, error, isPending, refetch } = list;
  if (isPending) {
    return (
      <Center mih={240} role="status" aria-label="Loading your jobs">
        <Loader />
      </Center>
    );
  }
  if (error !== null && jobs.length === 0) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (jobs.length === 0) return <Empty isFiltered={isFiltered} />;
  return <Tiles list={list} compared={compared} onCompare={onCompare} onOpen={onOpen} />;
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Center mih={240}>
      <Stack gap={4} align="center">
        <Text fw={600}>{isFiltered ? 'Nothing fits these filters' : 'Nothing here yet'}</Text>
        <Text size="sm" c="dimmed" ta="center" maw={360}>
          {isFiltered
            ? 'Change the filters to see your other jobs.'
            : 'Write what you want to see and generate it. What you make appears here and is kept for 7 days.'}
        </Text>
      </Stack>
    </Center>
  );
}

function Tiles({ list, compared, onCompare, onOpen }: Omit<GalleryProps, 'isFiltered'>) {
  const { jobs, hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = list;
  const { list: element, columns, rowHeight, firstRow, lastRow } = useWindow(jobs.length);
  const goal = useRef<string>(undefined);
  const first = firstRow * columns;
  const shown = jobs.slice(first, lastRow * columns);
  const isNearEnd = lastRow * columns >= jobs.length;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const style = {
    height: Math.ceil(jobs.length / columns) * rowHeight - GAP,
    paddingTop: firstRow * rowHeight,
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridAutoRows: rowHeight - GAP,
    gap: GAP,
  };
  return (
    <>
      <ul
        ref={element}
        className={classes.tiles}
        style={style}
        onKeyDown={(event) => moveFocus(event, jobs, { columns, rowHeight }, goal)}
      >
        {shown.map((job, at) => (
          <Tile
            key={job.job_id}
            job={job}
            place={first + at + 1}
            total={hasNextPage ? -1 : jobs.length}
            isCompared={compared.includes(job.job_id)}
            onCompare={onCompare}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {isFetchNextPageError && error !== null && (
        <Failure error={error} onRetry={() => void fetchNextPage()} />
      )}
      {isFetchingNextPage && (
        <Center p="md" role="status" aria-label="Loading more">
          <Loader size="sm" />
        </Center>
      )}
    </>
  );
}

/** Frames in which a tile is drawn after the page has scrolled to it. */
const DRAWN_WITHIN = 30;

/**
 * The arrow keys move between tiles, also to those that are not drawn yet. `goal` is the tile that gets the focus once it
 * is drawn: a key that repeats faster goes on from there.
 */
function moveFocus(
  event: KeyboardEvent<HTMLUListElement>,
  jobs: readonly JobApiJobStatus[],
  { columns, rowHeight }: { readonly columns: number; readonly rowHeight: number },
  goal: RefObject<string | undefined>,
): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const step = steps[event.key];
  const list = event.currentTarget;
  const fromId = goal.current ?? idOf(document.activeElement);
  const from = jobs.findIndex(({ job_id: id }) => id === fromId);
  const to = jobs[from + (step ?? 0)]?.job_id;
  if (step === undefined || from < 0 || to === undefined) return;
  event.preventDefault();
  goal.current = to;
  const focus = (framesLeft: number): void => {
    if (goal.current !== to) return;
    const tile = list.querySelector<HTMLElement>(`[data-job="${to}"]`);
    if (tile === null && framesLeft > 0) {
      requestAnimationFrame(() => focus(framesLeft - 1));
      return;
    }
    goal.current = undefined;
    tile?.focus();
  };
  if (list.querySelector(`[data-job="${to}"]`) === null) {
    const top = list.getBoundingClientRect().top + window.scrollY;
    const row = Math.floor((from + step) / columns);
    window.scrollTo({ top: top + row * rowHeight - window.innerHeight / 2 });
  }
  focus(DRAWN_WITHIN);
}

const idOf = (element: Element | null): string | undefined =>
  element instanceof HTMLElement ? element.dataset.job : undefined;
