import type { OperatorOverview } from '@kinora/contract';
import { count } from '../../value/count.ts';
import classes from './overview.module.css';

const HEIGHT = 72;
const BAR = 8;
const GAP = 2;

/** The jobs that ended in each of the last 60 minutes. */
export function HourChart({ minutes }: Pick<OperatorOverview, 'minutes'>) {
  const max = Math.max(1, ...minutes.map(({ completed, failed, blocked }) => completed + failed + blocked));
  const sum = (name: 'completed' | 'failed' | 'blocked') =>
    count(minutes.reduce((total, minute) => total + minute[name], 0));
  const height = (jobs: number) => (jobs / max) * HEIGHT;
  const summary = `In the last hour ${sum('completed')} jobs completed, ${sum('failed')} failed and ${sum('blocked')} were blocked; at most ${count(max)} ended in a minute.`;
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${minutes.length * (BAR + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {minutes.map(({ at, completed, failed, blocked }, index) => {
          const x = index * (BAR + GAP);
          const done = height(completed);
          const lost = height(failed);
          const stopped = height(blocked);
          return (
            <g key={at}>
              <rect x={x} y={HEIGHT - 1} width={BAR} height={1} className={classes.ground} />
              <rect x={x} y={HEIGHT - done} width={BAR} height={done} className={classes.completed} />
              <rect x={x} y={HEIGHT - done - lost} width={BAR} height={lost} className={classes.failed} />
              <rect
                x={x}
                y={HEIGHT - done - lost - stopped}
                width={BAR}
                height={stopped}
                className={classes.blocked}
              />
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span className={classes.key} data-kind="completed">
          {sum('completed')} completed
        </span>
        <span className={classes.key} data-kind="failed">
          {sum('failed')} failed
        </span>
        <span className={classes.key} data-kind="blocked">
          {sum('blocked')} blocked
        </span>
        <span>in the last hour, at most {count(max)} a minute</span>
      </figcaption>
    </figure>
  );
}
