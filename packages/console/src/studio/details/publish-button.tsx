import type { JobApiJobStatus } from '@kinora/contract';
import { Anchor, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { queryClient } from '../../api/query-client.ts';
import { Confirmation } from '../../frame/confirmation.tsx';
import { announce } from '../announcer.tsx';
import { publishedQuery, publishJob, withdrawJob } from '../jobs/job-calls.ts';
import classes from './actions.module.css';
import { publishWords, SEED_WORDS, WORDS_BEFORE_PROMPT } from './publish-words.ts';

/** Shows a result with its prompt on the explore page, or takes it from there, once the person knows what that means. */
export function PublishButton({ job }: { readonly job: JobApiJobStatus }) {
  const { job_id: jobId } = job;
  const [isAsking, { open, close }] = useDisclosure(false);
  const { data } = useQuery(publishedQuery);
  const published = data?.jobs.find(({ job_id }) => job_id === jobId);
  const isPublished = published !== undefined;
  const [showsSeed, setShowsSeed] = useState(false);
  const change = useMutation({
    mutationFn: () => (isPublished ? withdrawJob(jobId) : publishJob(jobId, showsSeed)),
    onSuccess: async () => {
      close();
      announce(isPublished ? 'It is no longer on the explore page.' : 'It is on the explore page.');
      await queryClient.invalidateQueries({ queryKey: publishedQuery.queryKey });
    },
  });
  const words = publishWords(job.frames === undefined ? 'image' : 'video');
  const ask = () => {
    change.reset();
    setShowsSeed(false);
    open();
  };
  const asked = { change, onConfirm: () => change.mutate(), onClose: close };
  return (
    <>
      <Button
        variant="default"
        disabled={data === undefined}
        leftSection={<Globe size={16} aria-hidden="true" />}
        onClick={ask}
      >
        {isPublished ? 'Unpublish' : 'Publish …'}
      </Button>
      {isPublished && (
        <Text size="sm" c="dimmed" className={classes.main ?? ''}>
          Everybody can see it and its prompt.{' '}
          <Anchor
            component={Link}
            to={`/explore?${new URLSearchParams({ work: published.work_id })}`}
            underline="always"
          >
            Open it to share its link
          </Anchor>
        </Text>
      )}
      {isAsking && isPublished && (
        <Confirmation title="Take it from the explore page?" confirm="Unpublish" {...asked}>
          It disappears from the explore page with its prompt, within a minute. It stays in your studio, and a
          link to the file itself works until you delete the job. What others have saved or copied stays with
          them.
        </Confirmation>
      )}
      {isAsking && !isPublished && (
        <Confirmation title="Publish it with its prompt?" confirm="Publish with the prompt" {...asked}>
          {words.slice(0, WORDS_BEFORE_PROMPT).join(' ')}
          <Text span display="block" size="sm" dir="auto" lineClamp={8} my="xs" fw={500}>
            {job.prompt}
          </Text>
          <span className={classes.words}>
            {words.slice(WORDS_BEFORE_PROMPT).map((sentence) => (
              <span key={sentence}>{sentence}</span>
            ))}
          </span>
          <label className={classes.seed}>
            <input
              type="checkbox"
              checked={showsSeed}
              onChange={(event) => setShowsSeed(event.currentTarget.checked)}
            />
            {SEED_WORDS}
          </label>
        </Confirmation>
      )}
    </>
  );
}
