import { Center, Loader, Title } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Failure } from '../../frame/failure.tsx';
import { dateFormat } from '../../value/date-format.ts';
import type { Frame } from '../../value/justified-rows.ts';
import { useWindow } from '../../value/use-window.ts';
import type { useJobList } from '../jobs/job-list.ts';
import classes from './gallery.module.css';
import type { Day } from './group-jobs.ts';
import { layOut, type Row } from './lay-out.ts';
import { idOf, moveFocus, useReturningFocus } from './move-focus.ts';
import { Tile } from './tile.tsx';

interface GalleryProps {
  readonly list: ReturnType<typeof useJobList>;
  readonly days: readonly Day[];
  /** The number of jobs before those of the gallery. */
  readonly staged: number;
  readonly selected: readonly string[];
  readonly onSelect: (jobId: string, isRange?: boolean) => void;
  readonly onOpen: (jobId: string) => void;
}

/** The person's jobs in rows of true proportions, by day and prompt; more are loaded as they are scrolled to. */
export function Gallery({ list, days, staged, selected, onSelect, onOpen }: GalleryProps) {
  const { jobs, hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = list;
  const gallery = useWindow(useCallback((frame: Frame) => layOut(days, frame), [days]));
  const { list: element, layout, shown, isNearEnd } = gallery;
  const goal = useRef<string>(undefined);
  useReturningFocus(gallery);
  const byId = useMemo(() => new Map(jobs.map((job) => [job.job_id, job])), [jobs]);
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <>
      <ul
        ref={element}
        className={classes.tiles}
        style={{ height: layout.height }}
        aria-label="Your results"
        onKeyDown={(event) => moveFocus(event, gallery, goal)}
        onFocus={({ target }) => gallery.keepDrawn(idOf(target.closest('[data-job]')))}
        onBlur={() => gallery.keepDrawn(undefined)}
      >
        {/* One list, in which each tile has its key: in a list of rows all would be made anew when the first row is another. */}
        {shown.flatMap((row) =>
          row.heading === undefined ? (
            row.tiles.map(({ job, left, width, height, place, hasCaption }) => (
              <Tile
                key={job.job_id}
                job={byId.get(job.job_id) ?? job}
                top={row.top}
                left={left}
                width={width}
                height={height}
                place={staged + place + 1}
                total={hasNextPage ? -1 : jobs.length}
                hasCaption={hasCaption}
                isSelected={selected.includes(job.job_id)}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            ))
          ) : (
            <Heading key={keyOf(row)} row={row} />
          ),
        )}
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

const keyOf = ({ heading, top }: Row): string =>
  heading === undefined ? String(top) : 'day' in heading ? `day ${heading.day}` : `${heading.prompt} ${top}`;

function Heading({ row: { heading, top } }: { readonly row: Row }) {
  if (heading === undefined) return null;
  return (
    <li className={classes.heading} style={{ transform: `translateY(${top}px)` }}>
      {'day' in heading ? (
        <Title order={2} size="h5">
          {dayInWords(heading.day)}
        </Title>
      ) : (
        <>
          <h3 dir="auto" title={heading.prompt}>
            {heading.prompt}
          </h3>
          <span className={classes.count}>{heading.count} results</span>
        </>
      )}
    </li>
  );
}

const WEEKDAY = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

function dayInWords(startsAt: number): string {
  const today = new Date().setHours(0, 0, 0, 0);
  // A day has 23 to 25 hours.
  const days = Math.round((today - startsAt) / 86_400_000);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : WEEKDAY.format(startsAt);
}
