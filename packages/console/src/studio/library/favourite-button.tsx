import type { JobApiJobStatus } from '@kinora/contract';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../frame/toast.tsx';
import classes from './favourite-button.module.css';
import { collect, FAVOURITES } from './library-calls.ts';
import { marksOf } from './marks.ts';

/** The mark of a favourite on its tile, and the button that sets it. */
export function FavouriteButton({ job }: { readonly job: JobApiJobStatus }) {
  const { favourite } = marksOf(job);
  const [isBusy, setBusy] = useState(false);
  const change = async (): Promise<void> => {
    setBusy(true);
    await collect(FAVOURITES, [job.job_id], !favourite).catch(({ message }: Error) => toast(message));
    setBusy(false);
  };
  return (
    <button
      type="button"
      className={classes.favourite}
      aria-pressed={favourite}
      aria-label={`Favourite: ${job.prompt ?? 'The prompt is deleted'}`}
      disabled={isBusy}
      onClick={() => void change()}
    >
      <Heart size={18} aria-hidden="true" />
    </button>
  );
}
