import type { JobApiJobStatus } from '@kinora/contract';
import { Group, Modal, Stack, Text } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../value/copy-button.tsx';
import { dateFormat } from '../../value/date-format.ts';
import { DemonstrationNote } from '../../value/demonstration.tsx';
import { type Fact, FactList } from '../../value/fact-list.tsx';
import { PromptText } from '../../value/prompt-text.tsx';
import { Step } from '../../value/step.tsx';
import { Time } from '../../value/time.tsx';
import { priceOf } from '../compose/price-of.ts';
import { durationOf, waitOf } from '../gallery/job-words.ts';
import { nameOfFile, previewPath, resultPath } from '../gallery/result-paths.ts';
import { hasEnded } from '../jobs/follow-job.ts';
import { modelsQuery } from '../jobs/job-calls.ts';
import { marksOf } from '../library/marks.ts';
import { operationOf } from '../settings/draft.ts';
import { nameOf } from '../settings/operation-picker.tsx';
import { secondsOf } from '../settings/size-fields.tsx';
import { Actions } from './actions.tsx';
import classes from './details-dialog.module.css';
import { Zoom } from './zoom.tsx';

interface DetailsDialogProps {
  readonly job: JobApiJobStatus | undefined;
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly onOpen: (jobId: string) => void;
  readonly onClose: () => void;
}

/** A job with everything that is known of it, and everything that can be done with it. */
export default function DetailsDialog({ job, previous, next, onOpen, onClose }: DetailsDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  const go = (jobId: string | undefined) => () => jobId !== undefined && onOpen(jobId);
  useHotkeys(
    job === undefined
      ? []
      : [
          ['ArrowLeft', go(previous)],
          ['ArrowRight', go(next)],
        ],
    // An image that has the focus is scrolled by them.
    ['INPUT', 'TEXTAREA', 'SELECT', 'VIDEO', 'SECTION'],
  );
  return (
    <Modal
      opened={job !== undefined}
      onClose={onClose}
      fullScreen={isNarrow}
      size="min(110rem, 96vw)"
      title={job && nameOf(operationOf(job.type))}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The studio gives it to the tile of the job that was seen last.
      returnFocus={false}
    >
      {job !== undefined && (
        <div className={classes.details}>
          <div className={classes.result}>
            <Result job={job} />
            <Step label="Newer job" side="left" onStep={previous === undefined ? undefined : go(previous)} />
            <Step label="Older job" side="right" onStep={next === undefined ? undefined : go(next)} />
          </div>
          <Stack gap="md">
            <PromptText prompt={job.prompt ?? 'The prompt is deleted.'} />
            {job.negative_prompt !== undefined && (
              <Text size="sm" c="dimmed">
                To avoid: <bdi>{job.negative_prompt}</bdi>
              </Text>
            )}
            {job.prompt !== undefined && (
              <Group>
                <CopyButton value={job.prompt} name="the prompt" label="Copy the prompt" />
              </Group>
            )}
            {job.demonstration && <DemonstrationNote prompt={job.prompt} />}
            <Actions key={job.job_id} job={job} onClose={onClose} />
            <Facts job={job} />
          </Stack>
        </div>
      )}
    </Modal>
  );
}

function Result({ job }: { readonly job: JobApiJobStatus }) {
  const { status, error, prompt, frames, width, height } = job;
  if (status !== 'completed') {
    return (
      <div className={classes.none} role="status">
        <Text fw={600}>{TITLES[status]}</Text>
        <Text size="sm" maw={420}>
          {error ?? waitOf(job)}
        </Text>
      </div>
    );
  }
  if (frames === undefined) return <Zoom key={job.job_id} job={job} />;
  const size = { width, height, poster: previewPath(job, 512) };
  return <video src={resultPath(job)} aria-label={prompt} {...size} controls loop playsInline />;
}

const TITLES = { queued: 'Waiting', generating: 'Being made', failed: 'Failed', blocked: 'Blocked' } as const;

/** The id of one that is sold no more. */
function ModelTitle({ id }: { readonly id: string }) {
  const { data } = useQuery(modelsQuery);
  return data?.find((model) => model.id === id)?.title ?? id;
}

/** Results are kept for so long after their end. */
const KEPT_SECONDS = 7 * 86_400;
const DAY = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

const deletedOn = ({ created, elapsed }: JobApiJobStatus): string =>
  DAY.format((created + elapsed + KEPT_SECONDS) * 1000);

const lifetimeOf = (job: JobApiJobStatus): readonly [string, string] =>
  marksOf(job).kept ? ['Kept', 'until you delete it'] : ['Deleted on', deletedOn(job)];

/** What the seconds since the order led to. */
function elapsedSince({ status }: JobApiJobStatus): string {
  if (status === 'completed') return 'Ready after';
  return status === 'failed' || status === 'blocked' ? `${TITLES[status]} after` : 'Since then';
}

function Facts({ job }: { readonly job: JobApiJobStatus }) {
  const isDelivered = job.status === 'completed';
  const isCharged = isDelivered || job.status === 'queued' || job.status === 'generating';
  const facts: readonly Fact[] = [
    ['Size', `${job.width} × ${job.height}`],
    ...(job.frames === undefined
      ? []
      : ([['Length', `${secondsOf(job.frames, job.frames_per_second)} s`]] as const)),
    ...(job.model === undefined ? [] : ([['Model', <ModelTitle key="model" id={job.model} />]] as const)),
    ['Seed', job.seed],
    ['Ordered', <Time key="time" at={new Date(job.created * 1000).toISOString()} />],
    [elapsedSince(job), durationOf(job.elapsed)],
    ['Cost', isCharged ? priceOf(job) : 'Nothing was charged'],
    ...(isDelivered ? ([['File', nameOfFile(job)]] as const) : []),
    ...(hasEnded(job) ? [lifetimeOf(job)] : []),
  ];
  return <FactList facts={facts} />;
}
