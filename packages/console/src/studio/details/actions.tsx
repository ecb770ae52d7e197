import type { JobApiJobStatus } from '@kinora/contract';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ArrowUpRightFromSquare, Clapperboard, Download, Flag, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { resultPath } from '../gallery/result-paths.ts';
import { hasEnded } from '../jobs/follow-job.ts';
import { rememberRefused } from '../orders/refused-content.ts';
import { draftOf, type Operation } from '../settings/draft.ts';
import { changeDraft, chooseOperation, readDraft } from '../settings/use-draft.ts';
import { takeResult } from '../source/take-source.ts';
import classes from './actions.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import { PublishButton } from './publish-button.tsx';
import { ReportDialog } from './report-dialog.tsx';

interface ActionsProps {
  readonly job: JobApiJobStatus;
  readonly onClose: () => void;
}

export function Actions({ job, onClose }: ActionsProps) {
  const [isDeleting, deleting] = useDisclosure(false);
  const [isReporting, reporting] = useDisclosure(false);
  const [refusal, setRefusal] = useState<string>();
  const isReady = job.status === 'completed';
  const isBlocked = job.status === 'blocked';
  const isImage = isReady && job.frames === undefined;
  const startFrom = async (kind: Operation): Promise<void> => {
    const url = job.results?.[0]?.url;
    if (url === undefined) return;
    const refused = await takeResult(url);
    setRefusal(refused);
    if (refused !== undefined) return;
    changeDraft({ prompt: job.prompt ?? '', seed: undefined });
    chooseOperation(kind);
    onClose();
  };
  return (
    <>
      <div className={classes.actions}>
        {isReady && (
          <Button
            component="a"
            className={classes.main ?? ''}
            href={resultPath(job)}
            download
            leftSection={<Download size={16} aria-hidden="true" />}
          >
            Download
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<RotateCcw size={16} aria-hidden="true" />}
          onClick={() => {
            if (isBlocked) rememberRefused('prompt', job.prompt ?? '', undefined);
            const { models } = readDraft();
            const reused = draftOf(job);
            changeDraft({ ...reused, models: { ...models, ...reused.models } });
            onClose();
          }}
        >
          {isBlocked ? 'Change the prompt' : 'Reuse settings'}
        </Button>
        {isImage && (
          <>
            <Button
              variant="default"
              leftSection={<Clapperboard size={16} aria-hidden="true" />}
              onClick={() => void startFrom('video-from-image')}
            >
              Animate
            </Button>
            <Button
              variant="default"
              leftSection={<ArrowUpRightFromSquare size={16} aria-hidden="true" />}
              onClick={() => void startFrom('upscale')}
            >
              Upscale
            </Button>
          </>
        )}
        {isReady && <PublishButton job={job} />}
      </div>
      {refusal !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Text>
      )}
      <Group gap="xs">
        {isReady && (
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
          onClick={deleting.open}
        >
          {hasEnded(job) ? 'Delete' : 'Cancel the job'}
        </Button>
      </Group>
      <DeleteDialog job={job} isOpen={isDeleting} onClose={deleting.close} onDeleted={onClose} />
      <ReportDialog jobId={job.job_id} isOpen={isReporting} onClose={reporting.close} />
    </>
  );
}
