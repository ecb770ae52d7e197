import type { JobApiJobStatus } from '@kinora/contract';
import { Button, Group, Modal, Text } from '@mantine/core';
import { Play } from 'lucide-react';
import { useRef } from 'react';
import { RetriedImage } from '../../value/retried-image.tsx';
import classes from './compare-dialog.module.css';
import { resultPath } from './result-paths.ts';

interface CompareDialogProps {
  readonly jobs: readonly JobApiJobStatus[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onOpen: (jobId: string) => void;
}

/** Up to four results side by side, with what distinguishes them. */
export default function CompareDialog({ jobs, isOpen, onClose, onOpen }: CompareDialogProps) {
  const area = useRef<HTMLDivElement>(null);
  const hasVideos = jobs.some(({ frames }) => frames !== undefined);
  const playAll = (): void => {
    for (const video of area.current?.querySelectorAll('video') ?? []) {
      video.currentTime = 0;
      void video.play();
    }
  };
  return (
    <Modal opened={isOpen} onClose={onClose} fullScreen title="Compare">
      {hasVideos && (
        <Button
          variant="default"
          mb="sm"
          leftSection={<Play size={16} aria-hidden="true" />}
          onClick={playAll}
        >
          Play from the start
        </Button>
      )}
      <div ref={area} className={classes.results} data-count={jobs.length}>
        {jobs.map((job) => (
          <figure key={job.job_id} className={classes.result}>
            {job.frames === undefined ? (
              <RetriedImage src={resultPath(job) ?? ''} alt={job.prompt ?? ''} />
            ) : (
              // biome-ignore lint/a11y/useMediaCaption: there is no text of a generated sound.
              <video src={resultPath(job)} aria-label={job.prompt} controls loop playsInline />
            )}
            <figcaption>
              <Group justify="space-between" gap={0}>
                <Text size="sm">
                  Seed {job.seed} · {job.width} × {job.height}
                </Text>
                <Button size="compact-sm" variant="default" onClick={() => onOpen(job.job_id)}>
                  Details
                </Button>
              </Group>
              <Text size="xs" c="dimmed" dir="auto" lineClamp={2} title={job.prompt}>
                {job.prompt}
              </Text>
            </figcaption>
          </figure>
        ))}
      </div>
    </Modal>
  );
}
