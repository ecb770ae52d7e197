import type { ConsoleWork } from '@kinora/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ApiProblem } from '../api/call.ts';
import { workQuery } from './use-works.ts';

interface OpenedWorkProps {
  /** Undefined while no work is open. */
  readonly id: string | undefined;
  /** Those that are shown; it may be none of them. */
  readonly works: readonly ConsoleWork[] | undefined;
  readonly onClose: () => void;
  /** Opens another of them, where the person may go on to it. */
  readonly onOpen?: (id: string) => void;
}

const WorkDialog = lazy(async () => ({ default: (await import('./work-dialog.tsx')).WorkDialog }));

/** The dialog of a work, which is loaded when the first one is opened. The work may be gone since it was listed. */
export function OpenedWork({ id, works, onClose, onOpen }: OpenedWorkProps) {
  const { data, error } = useQuery({ ...workQuery(id ?? ''), enabled: id !== undefined });
  const isGone = error instanceof ApiProblem && error.status === 404;
  const work = isGone ? undefined : (data ?? works?.find((one) => one.id === id));
  if (id === undefined || (work === undefined && error === null)) return null;
  const at = works?.findIndex((one) => one.id === id) ?? -1;
  const step = (to: number) => {
    const other = at < 0 ? undefined : works?.[to]?.id;
    return onOpen === undefined || other === undefined ? undefined : () => onOpen(other);
  };
  return (
    <Suspense>
      <WorkDialog
        work={work}
        error={isGone ? GONE : error}
        onClose={onClose}
        onPrevious={step(at - 1)}
        onNext={step(at + 1)}
      />
    </Suspense>
  );
}

const GONE = new Error('This work is no longer published.');
