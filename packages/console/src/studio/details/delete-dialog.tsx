import type { JobApiJobStatus } from '@kinora/contract';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { moneyMoved } from '../../api/money-moved.ts';
import { Failure } from '../../frame/failure.tsx';
import { announce } from '../announcer.tsx';
import { hasEnded } from '../jobs/follow-job.ts';
import { deleteJob } from '../jobs/job-calls.ts';
import { forgetJob } from '../jobs/live-jobs.ts';

interface DeleteDialogProps {
  readonly job: JobApiJobStatus;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteDialog({ job, isOpen, onClose, onDeleted }: DeleteDialogProps) {
  const isEnded = hasEnded(job);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteJob(job.job_id),
    onSuccess: () => {
      forgetJob(job.job_id);
      void moneyMoved();
      announce(isEnded ? 'Deleted.' : 'Cancelled.');
      onDeleted();
    },
  });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={isEnded ? 'Delete this job?' : 'Cancel this job?'}
      centered
    >
      <Text size="sm">
        {isEnded
          ? 'The result and the prompt are deleted permanently. Links to the result stop working within a minute.'
          : 'It is not generated, and its price is returned.'}
      </Text>
      <Failure error={error} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red.9" loading={isPending} onClick={() => mutate()}>
          {isEnded ? 'Delete' : 'Cancel the job'}
        </Button>
      </Group>
    </Modal>
  );
}
