import type { PublishedJobs } from '@kinora/contract';
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../announcer.tsx';
import { publishedQuery, publishJob, withdrawJob } from '../jobs/job-calls.ts';

/** Shows a result with its prompt on the explore page, or takes it from there. */
export function PublishButton({ jobId }: { readonly jobId: string }) {
  const { data } = useQuery(publishedQuery);
  const isPublished = data?.job_ids.includes(jobId) ?? false;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (isPublished ? withdrawJob(jobId) : publishJob(jobId)),
    onSuccess: () => {
      announce(isPublished ? 'It is no longer on the explore page.' : 'It is on the explore page.');
      queryClient.setQueryData<PublishedJobs>(
        publishedQuery.queryKey,
        (before) => before && { job_ids: toggled(before.job_ids, jobId) },
      );
    },
  });
  return (
    <>
      <Button
        variant="default"
        loading={isPending}
        disabled={data === undefined}
        title={isPublished ? undefined : 'Everybody sees the result and its prompt on the explore page'}
        leftSection={<Globe size={16} aria-hidden="true" />}
        onClick={() => mutate()}
      >
        {isPublished ? 'Unpublish' : 'Publish'}
      </Button>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error.message}
        </Text>
      )}
    </>
  );
}

const toggled = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [id, ...ids];
