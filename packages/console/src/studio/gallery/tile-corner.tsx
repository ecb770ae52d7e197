import type { JobApiJobStatus } from '@kinora/contract';
import { Check } from 'lucide-react';
import classes from './gallery.module.css';

interface TileCornerProps {
  readonly job: JobApiJobStatus;
  readonly isCompared: boolean;
  readonly onCompare: (jobId: string) => void;
}

/** What is done with a result on its tile, without opening it. */
export function TileCorner({ job, isCompared, onCompare }: TileCornerProps) {
  if (job.status !== 'completed') return null;
  return (
    <label className={classes.compare}>
      <input
        type="checkbox"
        aria-label={`Compare: ${job.prompt ?? 'The prompt is deleted'}`}
        checked={isCompared}
        onChange={() => onCompare(job.job_id)}
      />
      <Check size={16} strokeWidth={3} aria-hidden="true" />
    </label>
  );
}
