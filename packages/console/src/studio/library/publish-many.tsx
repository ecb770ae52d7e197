import type { JobApiJobStatus } from '@kinora/contract';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { Confirmation } from '../../frame/confirmation.tsx';
import { announce } from '../announcer.tsx';
import { publishWords, WORDS_BEFORE_PROMPT } from '../details/publish-words.ts';
import { publishedQuery, publishJob } from '../jobs/job-calls.ts';

interface PublishManyProps {
  readonly jobs: readonly JobApiJobStatus[];
  readonly onClose: () => void;
}

/** Asks before several results are shown to everybody, in the words of one and with every prompt. */
export default function PublishMany({ jobs, onClose }: PublishManyProps) {
  const count = jobs.length === 1 ? '1 result' : `${jobs.length} results`;
  const media = [...new Set(jobs.map(({ worker }) => worker))];
  const prompts = [...new Set(jobs.map(({ prompt }) => prompt ?? ''))];
  const change = useMutation({
    mutationFn: async () => {
      for (const { job_id: id } of jobs) await publishJob(id, false);
    },
    onSuccess: () => {
      announce(`${count} on the explore page.`);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: publishedQuery.queryKey }),
  });
  const said = (from: number, to?: number): string =>
    [...new Set(media.flatMap((medium) => publishWords(medium).slice(from, to)))].join(' ');
  return (
    <Confirmation
      title={`Publish ${count} with their prompts?`}
      confirm="Publish with the prompts"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      Of each: {said(0, WORDS_BEFORE_PROMPT)}
      {prompts.map((prompt) => (
        <Text key={prompt} span display="block" size="sm" dir="auto" lineClamp={3} my="xs" fw={500}>
          {prompt}
        </Text>
      ))}
      {said(WORDS_BEFORE_PROMPT)}
    </Confirmation>
  );
}
