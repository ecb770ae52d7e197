import type { JobApiJobStatus } from '@kinora/contract';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  ArrowUpRightFromSquare,
  Clapperboard,
  Dices,
  Download,
  Flag,
  ImagePlus,
  type LucideIcon,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { deleteSoon } from '../deletions/delete-soon.ts';
import { nameOfFile, resultPath } from '../gallery/result-paths.ts';
import { hasEnded } from '../jobs/follow-job.ts';
import { LibraryActions } from '../library/library-actions.tsx';
import { refusedText, rememberRefused } from '../orders/refused-content.ts';
import { canVary, nameOfVariation, vary } from '../orders/vary.ts';
import { draftOf, type Operation } from '../settings/draft.ts';
import { changeDraft, readDraft } from '../settings/use-draft.ts';
import { startFrom } from '../source/start-from.ts';
import classes from './actions.module.css';
import { PublishButton } from './publish-button.tsx';

const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));
const ReportDialog = lazy(() => import('./report-dialog.tsx'));

interface ActionsProps {
  readonly job: JobApiJobStatus;
  readonly onClose: () => void;
}

export function Actions({ job, onClose }: ActionsProps) {
  const isReady = job.status === 'completed';
  return (
    <>
      <div className={classes.actions}>
        {isReady && (
          <Button
            component="a"
            className={classes.main ?? ''}
            href={resultPath(job)}
            download={nameOfFile(job)}
            leftSection={<Download size={16} aria-hidden="true" />}
          >
            Download
          </Button>
        )}
        {hasEnded(job) && canVary(job) && (
          <Action
            icon={Dices}
            name={nameOfVariation(job)}
            onPress={() => {
              vary(job);
              onClose();
            }}
          />
        )}
        <ReuseButton job={job} onClose={onClose} />
        {isReady && job.frames === undefined && <StartButtons job={job} onClose={onClose} />}
        {isReady && <PublishButton job={job} />}
        {isReady && <LibraryActions job={job} />}
      </div>
      <EndButtons job={job} onClose={onClose} />
    </>
  );
}

interface ActionProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly onPress: () => void;
}

function Action({ icon: Icon, name, onPress }: ActionProps) {
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} onClick={onPress}>
      {name}
    </Button>
  );
}

function ReuseButton({ job, onClose }: ActionsProps) {
  const isBlocked = job.status === 'blocked';
  const reuse = (): void => {
    if (isBlocked) rememberRefused('prompt', refusedText(job.prompt, job.negative_prompt), undefined);
    const { models } = readDraft();
    const reused = draftOf(job);
    changeDraft({ ...reused, models: { ...models, ...reused.models } });
    onClose();
  };
  return (
    <Action icon={RotateCcw} name={isBlocked ? 'Change the prompt' : 'Reuse settings'} onPress={reuse} />
  );
}

/** What starts from this image; on a wide screen it is also dragged there. */
function StartButtons({ job, onClose }: ActionsProps) {
  const [refusal, setRefusal] = useState<string>();
  const start = (operation: Operation) => async () => {
    const refused = await startFrom(job, operation);
    setRefusal(refused);
    if (refused === undefined) onClose();
  };
  return (
    <>
      <Action icon={ImagePlus} name="Edit" onPress={start('image-from-image')} />
      <Action icon={Clapperboard} name="Animate" onPress={start('video-from-image')} />
      <Action icon={ArrowUpRightFromSquare} name="Upscale" onPress={start('upscale')} />
      {refusal !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" className={classes.main ?? ''}>
          {refusal}
        </Text>
      )}
    </>
  );
}

function EndButtons({ job, onClose }: ActionsProps) {
  const [isCancelling, cancelling] = useDisclosure(false);
  const [isReporting, reporting] = useDisclosure(false);
  const end = (): void => {
    if (!hasEnded(job)) {
      cancelling.open();
      return;
    }
    deleteSoon([job.job_id]);
    onClose();
  };
  return (
    <Group gap="xs">
      {job.status === 'completed' && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<Flag size={14} aria-hidden="true" />}
          onClick={reporting.open}
        >
          Report
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="red"
        leftSection={<Trash2 size={14} aria-hidden="true" />}
        onClick={end}
      >
        {hasEnded(job) ? 'Delete' : 'Cancel the job'}
      </Button>
      <Suspense>
        {isCancelling && <CancelDialog job={job} onClose={cancelling.close} onCancelled={onClose} />}
        {isReporting && <ReportDialog jobId={job.job_id} isOpen onClose={reporting.close} />}
      </Suspense>
    </Group>
  );
}
