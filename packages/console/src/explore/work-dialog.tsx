import type { ConsoleWork } from '@kinora/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Download, Flag, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../frame/failure.tsx';
import { ReportForm } from '../report/report-form.tsx';
import { CopyButton } from '../value/copy-button.tsx';
import { DemonstrationNote } from '../value/demonstration.tsx';
import { PromptText } from '../value/prompt-text.tsx';
import { RetriedImage } from '../value/retried-image.tsx';
import { Time } from '../value/time.tsx';
import classes from './work-dialog.module.css';

interface WorkDialogProps {
  /** Undefined if it cannot be shown, because of `error`. */
  readonly work: ConsoleWork | undefined;
  readonly error: Error | null;
  readonly onClose: () => void;
}

/** A published work in its size, with its prompt and what can be done with it. */
export function WorkDialog({ work, error, onClose }: WorkDialogProps) {
  return (
    <Modal opened onClose={onClose} size="auto" title="Published work" centered>
      {work === undefined ? <Failure error={error} /> : <WorkDetails work={work} />}
    </Modal>
  );
}

function WorkDetails({ work }: { readonly work: ConsoleWork }) {
  const [reports, setReports] = useState(false);
  const { id, prompt, url, kind: medium, width, height } = work;
  return (
    <Stack maw="min(80rem, 90vw)">
      {medium === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: generated sound has no words to caption.
        <video
          className={classes.media}
          src={url}
          aria-label={prompt}
          controls
          playsInline
          width={width}
          height={height}
        />
      ) : (
        <RetriedImage className={classes.media} src={url} alt={prompt} width={width} height={height} />
      )}
      <PromptText prompt={prompt} />
      {work.demonstration && <DemonstrationNote prompt={prompt} />}
      <Text size="sm" c="dimmed">
        {width} × {height} · <Time at={work.published_at} as="day" />
      </Text>
      <Group>
        <Button
          component="a"
          href={`/studio?${new URLSearchParams({ work: id })}`}
          leftSection={<Sparkles size={16} aria-hidden="true" />}
        >
          Use this prompt
        </Button>
        <Button
          component="a"
          href={url}
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
        >
          Download
        </Button>
        <CopyButton
          value={`${location.origin}/explore?${new URLSearchParams({ work: id })}`}
          name="link"
          label="Copy link"
          size="sm"
        />
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Flag size={16} aria-hidden="true" />}
          aria-expanded={reports}
          onClick={() => setReports(!reports)}
        >
          Report
        </Button>
      </Group>
      {reports && <ReportForm contentId={work.content_id} onDone={() => setReports(false)} />}
    </Stack>
  );
}
