import { Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../announcer.tsx';
import { publishedQuery, publishJob, withdrawJob } from '../jobs/job-calls.ts';
import classes from './actions.module.css';

/** Shows a result with its prompt on the explore page, or takes it from there. */
export function PublishButton({ jobId }: { readonly jobId: string }) {
  const { data } = useQuery(publishedQuery);
  const published = data?.jobs.find(({ job_id }) => job_id === jobId);
  const isPublished = published !== undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (isPublished ? withdrawJob(jobId) : publishJob(jobId)),
    onSuccess: async () => {
      announce(isPublished ? 'It is no longer on the explore page.' : 'It is on the explore page.');
      await queryClient.invalidateQueries({ queryKey: publishedQuery.queryKey });
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
        <Text size="sm" c="var(--mantine-color-error)" role="alert" className={classes.main ?? ''}>
          {error.message}
        </Text>
      )}
      {isPublished && (
        <Text size="sm" c="dimmed" className={classes.main ?? ''}>
          Everybody can see it.{' '}
          <Anchor
            component={Link}
            to="/explore"
            search={{ work: published.work_id } as never}
            underline="always"
          >
            Open it to share its link
          </Anchor>
        </Text>
      )}
    </>
  );
}
