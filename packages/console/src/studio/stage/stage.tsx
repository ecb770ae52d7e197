import type { JobApiJobStatus } from '@kinora/contract';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useMemo } from 'react';
import { VARIANTS_MAX } from '../gallery/group-jobs.ts';
import { shapeOf } from '../gallery/lay-out.ts';
import { moveFocusOnStage } from '../gallery/move-focus.ts';
import { Progressing } from '../gallery/progressing.tsx';
import { JobButton, Marks } from '../gallery/tile.tsx';
import { TileCorner } from '../gallery/tile-corner.tsx';
import { waitingQuery } from '../orders/waiting-calls.ts';
import { LargeResult } from './large-result.tsx';
import { NotificationOffer } from './notification-offer.tsx';
import classes from './stage.module.css';
import { StageActions } from './stage-actions.tsx';

interface StageProps {
  /** The newest order: one job, or variants of one. */
  readonly jobs: readonly JobApiJobStatus[];
  readonly selected: readonly string[];
  readonly onSelect: (jobId: string, isRange?: boolean) => void;
  readonly onOpen: (jobId: string) => void;
}

/** The newest order, as large as the screen allows; its place is that of its result from the beginning. */
export function Stage({ jobs, selected, onSelect, onOpen }: StageProps) {
  const [newest] = jobs;
  const places = usePlaces(jobs);
  if (newest === undefined) return null;
  const shape = shapeOf(newest);
  const columns = columnsOf(places, shape);
  const style = { '--shape': shape, '--columns': columns, '--rows': Math.ceil(places / columns) };
  return (
    <section className={classes.stage} aria-label="Your newest order">
      <ul
        className={classes.results}
        style={style as CSSProperties}
        data-stage=""
        onKeyDown={moveFocusOnStage}
      >
        {FREE.slice(0, places - jobs.length).map((place) => (
          <li key={place} className={classes.result} aria-hidden="true">
            <span className={classes.frame} />
          </li>
        ))}
        {jobs.map((job) => (
          <li
            key={job.job_id}
            className={classes.result}
            data-selected={selected.includes(job.job_id) || undefined}
          >
            <JobButton job={job} hasCaption={false} onOpen={onOpen} onSelect={onSelect}>
              <span className={classes.frame}>
                {job.status === 'completed' ? (
                  <LargeResult job={job} isAlone={places === 1} />
                ) : (
                  <Progressing job={job} isLarge={places < 3} />
                )}
                <Marks job={job} />
              </span>
            </JobButton>
            <TileCorner job={job} isSelected={selected.includes(job.job_id)} onSelect={onSelect} />
          </li>
        ))}
      </ul>
      <div className={classes.about}>
        <Text className={classes.prompt ?? ''} dir="auto" lineClamp={2} title={newest.prompt}>
          {newest.prompt ?? 'The prompt is deleted'}
        </Text>
        <StageActions job={newest} isOne={places === 1} />
      </div>
      <NotificationOffer jobs={jobs} />
    </section>
  );
}

/** Places of variants that wait for their turn. */
const FREE = ['first', 'second', 'third'] as const;

/** What has started leaves those that wait before it is among the jobs. */
const SETTLED_MS = 1500;

/** How many results the order has with those that wait for their turn: nothing moves when the next of them starts. */
function usePlaces(jobs: readonly JobApiJobStatus[]): number {
  const { data } = useQuery(waitingQuery);
  const { prompt, type } = jobs[0] ?? {};
  const next = data?.orders.filter(
    (order) => order.pause === null && order.prompt === prompt && order.type === type,
  );
  const places = Math.max(jobs.length, Math.min(VARIANTS_MAX, jobs.length + (next?.length ?? 0)));
  const order = useMemo(() => ({ prompt, type, places }), [prompt, type, places]);
  const [settled] = useDebouncedValue(order, SETTLED_MS);
  return settled.prompt === prompt && settled.type === type ? Math.max(places, settled.places) : places;
}

/** Beside each other where they stay large: four of a landscape are two above two. */
function columnsOf(count: number, shape: number): number {
  if (count < 4) return count;
  return shape < 0.8 ? 4 : 2;
}
