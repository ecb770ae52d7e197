import type { RevealedJob } from '@kinora/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { RetriedImage } from '../../value/retried-image.tsx';
import classes from './content.module.css';

interface ContentProps {
  readonly jobId: string;
  readonly pool: 'image' | 'video';
  readonly hasPrompt: boolean;
  readonly hasResult: boolean;
}

/**
 * The prompt and the result of a job. Until they are revealed, the page has neither: only an image of a few pixels,
 * which the server blurred.
 */
export function Content({ jobId, pool, hasPrompt, hasResult }: ContentProps) {
  const reveal = useMutation({
    mutationFn: () =>
      callConsole<RevealedJob>(`/operator/jobs/${jobId}/reveal`, { method: 'POST', body: {} }),
  });
  const { data, error } = reveal;
  if (!hasPrompt && !hasResult) {
    return (
      <Text size="sm" c="dimmed">
        Nothing of it is kept.
      </Text>
    );
  }
  if (data === undefined) {
    const what = hasResult ? (hasPrompt ? `prompt and ${pool}` : pool) : 'prompt';
    return (
      <Stack gap="sm" align="flex-start">
        {hasResult && (
          <div className={classes.blurred}>
            <RetriedImage src={`/api/console/operator/jobs/${jobId}/blurred`} alt={`The ${pool}, blurred`} />
          </div>
        )}
        <Failure error={error} />
        <Group gap="sm">
          <Button
            size="sm"
            variant="default"
            leftSection={<EyeOff size={16} aria-hidden="true" />}
            loading={reveal.isPending}
            onClick={() => reveal.mutate()}
          >
            Reveal the {what}
          </Button>
          <Text size="xs" c="dimmed">
            The audit log records that you looked.
          </Text>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="sm" align="flex-start" role="status">
      {data.prompt !== null && <blockquote className={classes.prompt}>{data.prompt}</blockquote>}
      {data.negative_prompt !== null && <Text size="sm">To avoid: {data.negative_prompt}</Text>}
      {data.result !== null &&
        (data.result.mime.startsWith('video/') ? (
          // biome-ignore lint/a11y/useMediaCaption: generated sound has no words.
          <video className={classes.result} src={data.result.url} controls />
        ) : (
          <RetriedImage className={classes.result} src={data.result.url} alt="The result" />
        ))}
      <Button size="sm" variant="default" onClick={() => reveal.reset()}>
        Hide it again
      </Button>
    </Stack>
  );
}
