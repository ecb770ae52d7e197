import type { JobApiJobStatus } from '@kinora/contract';
import { Check } from 'lucide-react';
import { hasEnded } from '../jobs/follow-job.ts';
import { FavouriteButton } from '../library/favourite-button.tsx';
import classes from './gallery.module.css';

interface TileCornerProps {
  readonly job: JobApiJobStatus;
  readonly isSelected: boolean;
  readonly onSelect: (jobId: string, isRange?: boolean) => void;
}

/** What is done with a result on its tile, without opening it. */
export function TileCorner({ job, isSelected, onSelect }: TileCornerProps) {
  if (!hasEnded(job)) return null;
  return (
    <>
      <label className={classes.select}>
        <input
          type="checkbox"
          aria-label={`Choose: ${job.prompt ?? 'The prompt is deleted'}`}
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(job.job_id, isWithShift(nativeEvent))}
        />
        <Check size={16} strokeWidth={3} aria-hidden="true" />
      </label>
      {job.status === 'completed' && <FavouriteButton job={job} />}
    </>
  );
}

/** A checkbox changes by a click, also by one of a key. */
const isWithShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;
