import type { ConsoleWork } from '@kinora/contract';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Download, Flag, ImagePlus, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Failure } from '../frame/failure.tsx';
import { pricingQuery } from '../pricing/pricing-query.ts';
import { ReportForm } from '../report/report-form.tsx';
import { CopyButton } from '../value/copy-button.tsx';
import { DemonstrationNote } from '../value/demonstration.tsx';
import { type Fact, FactList } from '../value/fact-list.tsx';
import { PromptText } from '../value/prompt-text.tsx';
import { RetriedImage } from '../value/retried-image.tsx';
import { Step } from '../value/step.tsx';
import { Time } from '../value/time.tsx';
import classes from './work-dialog.module.css';

interface WorkDialogProps {
  /** Undefined if it cannot be shown, because of `error`. */
  readonly work: ConsoleWork | undefined;
  readonly error: Error | null;
  readonly onClose: () => void;
  /** Undefined where there is none. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** A published work in its size, with its prompt and what can be done with it. */
export function WorkDialog({ work, error, onClose, onPrevious, onNext }: WorkDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  useHotkeys(
    [
      ['ArrowLeft', () => onPrevious?.()],
      ['ArrowRight', () => onNext?.()],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT', 'VIDEO'],
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(90rem, 96vw)"
      fullScreen={isNarrow}
      title="Published work"
      centered
    >
      {work === undefined ? (
        <Failure error={error} />
      ) : (
        <div className={classes.details}>
          <div className={classes.place}>
            <Media key={work.id} work={work} />
            <Step label="Previous work" side="left" onStep={onPrevious} />
            <Step label="Next work" side="right" onStep={onNext} />
          </div>
          <WorkDetails key={work.id} work={work} />
        </div>
      )}
    </Modal>
  );
}

/** Its preview shows at once in its place, until the whole has arrived. */
function Media({ work }: { readonly work: ConsoleWork }) {
  const { prompt, url, kind: medium, width, height, preview_url: preview } = work;
  const shape = { aspectRatio: `${width} / ${height}`, '--shape': width / height };
  if (medium === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: generated sound has no words to caption.
      <video
        className={classes.media}
        style={shape}
        src={url}
        aria-label={prompt}
        poster={preview ?? undefined}
        controls
        loop
        playsInline
        width={width}
        height={height}
      />
    );
  }
  const style = { ...shape, ...(preview !== null && { backgroundImage: `url("${preview}")` }) };
  return (
    <RetriedImage
      className={classes.media}
      style={style}
      src={url}
      alt={prompt}
      width={width}
      height={height}
    />
  );
}

function WorkDetails({ work }: { readonly work: ConsoleWork }) {
  const [reports, setReports] = useState(false);
  const { id, prompt, url, kind: medium } = work;
  return (
    <Stack gap="md" className={classes.side ?? ''}>
      <PromptText prompt={prompt} />
      {work.demonstration && <DemonstrationNote prompt={prompt} />}
      <Button
        component={Link}
        href={`/studio?${new URLSearchParams({ work: id })}`}
        leftSection={<Sparkles size={16} aria-hidden="true" />}
      >
        Use this prompt
      </Button>
      {medium === 'image' && (
        <Button
          component={Link}
          href={`/studio?${new URLSearchParams({ work: id, start: 'picture' })}`}
          variant="default"
          leftSection={<ImagePlus size={16} aria-hidden="true" />}
        >
          Start from this picture
        </Button>
      )}
      <Facts work={work} />
      <Group gap="xs">
        <Button
          component="a"
          href={url}
          download
          variant="default"
          size="sm"
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
          size="sm"
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

function Facts({ work }: { readonly work: ConsoleWork }) {
  const { data } = useQuery(pricingQuery);
  const { width, height, duration, seed } = work;
  const facts: readonly Fact[] = [
    ['Size', `${width} × ${height}`],
    ...(duration === null ? [] : ([['Length', `${duration.toFixed(1)} s`]] as const)),
    // One that is sold no more has no title.
    ['Model', data?.models.find(({ id }) => id === work.model)?.title ?? work.model],
    ...(seed === null ? [] : ([['Seed', seed]] as const)),
    ['Published', <Time key="day" at={work.published_at} as="day" />],
  ];
  return <FactList facts={facts} />;
}
