import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { announce } from '../announcer.tsx';
import { publishJob, unpublishJob } from '../jobs/job-calls.ts';

/** Shows a result on the explore page, or takes it from there. */
export function PublishButton({ jobId }: { readonly jobId: string }) {
  const [isPublished, setPublished] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (isPublished ? unpublishJob(jobId) : publishJob(jobId)),
    onSuccess: () => {
      announce(isPublished ? 'It is no longer on the explore page.' : 'It is on the explore page.');
      setPublished(!isPublished);
    },
  });
  return (
    <>
      <Button
        variant="default"
        loading={isPending}
        leftSection={<Globe size={16} aria-hidden="true" />}
        onClick={() => mutate()}
      >
        {isPublished ? 'Unpublish' : 'Publish'}
      </Button>
      {error !== null && (
        <Text size="sm" c="red" role="alert">
          {error.message}
        </Text>
      )}
    </>
  );
}
