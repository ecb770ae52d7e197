import type { JobApiJobStatus } from '@kinora/contract';
import { useMutation } from '@tanstack/react-query';
import { moneyMoved } from '../../api/money-moved.ts';
import { Confirmation } from '../../frame/confirmation.tsx';
import { announce } from '../announcer.tsx';
import { deleteJob } from '../jobs/job-calls.ts';
import { forgetJob } from '../jobs/live-jobs.ts';

interface CancelDialogProps {
  readonly job: JobApiJobStatus;
  readonly onClose: () => void;
  readonly onCancelled: () => void;
}

/** Asks before a job is cancelled: what was rendered of it so far cannot be had back. */
export default function CancelDialog({ job, onClose, onCancelled }: CancelDialogProps) {
  const change = useMutation({
    mutationFn: () => deleteJob(job.job_id),
    onSuccess: () => {
      forgetJob(job.job_id);
      void moneyMoved();
      announce('Cancelled.');
      onCancelled();
    },
  });
  return (
    <Confirmation
      title="Cancel this job?"
      confirm="Cancel the job"
      change={change}
      isDestructive
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      It is not generated, and its price is returned.
    </Confirmation>
  );
}
