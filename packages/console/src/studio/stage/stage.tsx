import type { JobApiJobStatus } from '@kinora/contract';
import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { shapeOf } from '../gallery/lay-out.ts';
import { moveFocusOnStage } from '../gallery/move-focus.ts';
import { Progressing } from '../gallery/progressing.tsx';
import { JobButton, Marks } from '../gallery/tile.tsx';
import { TileCorner } from '../gallery/tile-corner.tsx';
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
  if (newest === undefined) return null;
  const shape = shapeOf(newest);
  const columns = columnsOf(jobs.length, shape);
  const style = { '--shape': shape, '--columns': columns, '--rows': Math.ceil(jobs.length / columns) };
  return (
    <section className={classes.stage} aria-label="Your newest order">
      <ul
        className={classes.results}
        style={style as CSSProperties}
        data-stage=""
        onKeyDown={moveFocusOnStage}
      >
        {jobs.map((job) => (
          <li
            key={job.job_id}
            className={classes.result}
            data-selected={selected.includes(job.job_id) || undefined}
          >
            <JobButton job={job} hasCaption={false} onOpen={onOpen} onSelect={onSelect}>
              <span className={classes.frame}>
                {job.status === 'completed' ? (
                  <LargeResult job={job} isAlone={jobs.length === 1} />
                ) : (
                  <Progressing job={job} isLarge={jobs.length < 3} />
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
        <StageActions job={newest} isOne={jobs.length === 1} />
      </div>
      <NotificationOffer jobs={jobs} />
    </section>
  );
}

/** Beside each other where they stay large: four of a landscape are two above two. */
function columnsOf(count: number, shape: number): number {
  if (count < 4) return count;
  return shape < 0.8 ? 4 : 2;
}
