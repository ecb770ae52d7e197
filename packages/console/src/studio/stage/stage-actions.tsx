import type { JobApiJobStatus } from '@kinora/contract';
import { Button, Text } from '@mantine/core';
import { ArrowUpRightFromSquare, Clapperboard, Dices, Download, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { nameOfFile, resultPath } from '../gallery/result-paths.ts';
import { hasEnded } from '../jobs/follow-job.ts';
import { canVary, nameOfVariation, vary } from '../orders/vary.ts';
import { startFrom } from '../source/start-from.ts';
import classes from './stage.module.css';

interface StageActionsProps {
  readonly job: JobApiJobStatus;
  /** Whether it is alone: of several, each has its actions where it is opened. */
  readonly isOne: boolean;
}

/** What people do with a result most often, beside it. */
export function StageActions({ job, isOne }: StageActionsProps) {
  const [refusal, setRefusal] = useState<string>();
  const isImage = isOne && job.status === 'completed' && job.frames === undefined;
  const start = (kind: Parameters<typeof startFrom>[1]) => () => void startFrom(job, kind).then(setRefusal);
  if (!hasEnded(job)) return null;
  const button = { size: 'xs', variant: 'default' } as const;
  return (
    <div className={classes.actions}>
      {refusal !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Text>
      )}
      {canVary(job) && (
        <Button {...button} leftSection={<Dices size={14} aria-hidden="true" />} onClick={() => vary(job)}>
          {nameOfVariation(job)}
        </Button>
      )}
      {isImage && (
        <>
          <Button
            {...button}
            leftSection={<ImagePlus size={14} aria-hidden="true" />}
            onClick={start('image-from-image')}
          >
            Edit
          </Button>
          <Button
            {...button}
            leftSection={<Clapperboard size={14} aria-hidden="true" />}
            onClick={start('video-from-image')}
          >
            Animate
          </Button>
          <Button
            {...button}
            leftSection={<ArrowUpRightFromSquare size={14} aria-hidden="true" />}
            onClick={start('upscale')}
          >
            Upscale
          </Button>
        </>
      )}
      {isOne && job.status === 'completed' && (
        <Button
          {...button}
          component="a"
          href={resultPath(job)}
          download={nameOfFile(job)}
          leftSection={<Download size={14} aria-hidden="true" />}
        >
          Download
        </Button>
      )}
    </div>
  );
}
