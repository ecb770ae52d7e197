import type { ConsoleWork } from '@kinora/contract';
import { lazy, Suspense } from 'react';

interface OpenedWorkProps {
  /** Undefined while no work is open. */
  readonly work: ConsoleWork | undefined;
  readonly onClose: () => void;
}

const WorkDialog = lazy(async () => ({ default: (await import('./work-dialog.tsx')).WorkDialog }));

/** The dialog of a work, which is loaded when the first one is opened. */
export function OpenedWork({ work, onClose }: OpenedWorkProps) {
  if (work === undefined) return null;
  return (
    <Suspense>
      <WorkDialog work={work} onClose={onClose} />
    </Suspense>
  );
}
