import type { OperatorWorkers } from '@kinora/contract';
import { Text } from '@mantine/core';
import { Panel } from '../../frame/panel.tsx';
import { nameWorker } from './name-worker.ts';
import classes from './renderer-panel.module.css';
import { percentText, type RendererShare, rendererShares } from './renderer-shares.ts';

type Worker = OperatorWorkers['workers'][number];

/** What the renderer of each worker did, and why it waited. */
export function RendererPanel({ workers }: Pick<OperatorWorkers, 'workers'>) {
  if (workers.length === 0) return null;
  return (
    <Panel
      title="Renderers"
      lead="What the renderer of each worker did, as the worker reports it every ten seconds."
    >
      {workers.map((worker) => (
        <Renderer key={`${worker.token ?? ''}/${worker.name}`} {...worker} />
      ))}
    </Panel>
  );
}

function Renderer({ name, token, renderer }: Worker) {
  const day = rendererShares(renderer.day);
  return (
    <section className={classes.renderer}>
      <Text component="h3" size="sm" fw={600} className={classes.name}>
        {nameWorker({ worker: name, worker_token: token })}
      </Text>
      {day === undefined ? (
        <Text size="sm" c="dimmed">
          No report in 24 hours.
        </Text>
      ) : (
        <div className={classes.bars}>
          <Bar title="10 minutes" shares={rendererShares(renderer.ten_minutes)} />
          <Bar title="24 hours" shares={day} />
        </div>
      )}
    </section>
  );
}

const HEIGHT = 10;

function Bar({
  title,
  shares,
}: {
  readonly title: string;
  readonly shares: readonly RendererShare[] | undefined;
}) {
  if (shares === undefined) {
    return (
      <div>
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          No report.
        </Text>
      </div>
    );
  }
  let x = 0;
  return (
    <figure className={classes.bar}>
      <Text size="xs" c="dimmed" component="div">
        {title}
      </Text>
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {shares.map(({ state, percent }) => {
          const from = x;
          x += percent;
          return (
            <rect
              key={state}
              x={from}
              width={percent}
              height={HEIGHT}
              className={classes.share}
              data-state={state}
            />
          );
        })}
      </svg>
      <figcaption>
        {shares
          .filter(({ state, percent }) => percent > 0 || state === 'rendering')
          .map(({ state, name, percent, reasons }) => (
            <span key={state} className={classes.key} data-state={state}>
              {percentText(percent)} {name}
              {reasons.length > 0 &&
                ` (${reasons.map((reason) => `${percentText(reason.percent)} ${reason.name}`).join(', ')})`}
            </span>
          ))}
      </figcaption>
    </figure>
  );
}
