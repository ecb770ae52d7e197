import { lazy, Suspense, useState } from 'react';
import type { ShownJobs } from './gallery/use-shown-jobs.ts';
import type { useJob } from './jobs/use-job.ts';
import type { Selection } from './library/use-selection.ts';
import type { useShortcuts } from './use-shortcuts.ts';

// Each is loaded when it is first opened.
const DetailsDialog = lazy(() => import('./details/details-dialog.tsx'));
const MissingJob = lazy(() => import('./details/missing-job.tsx'));
const CompareDialog = lazy(() => import('./gallery/compare-dialog.tsx'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

interface DialogsProps {
  readonly opened: ReturnType<typeof useJob>;
  readonly openId: string | undefined;
  readonly shown: ShownJobs;
  readonly comparison: Selection['comparison'];
  readonly shortcuts: ReturnType<typeof useShortcuts>;
  readonly help: { readonly isOpen: boolean; readonly close: () => void };
  readonly onOpen: (jobId: string | undefined) => void;
}

/** What lies over the studio. */
export function Dialogs({ opened, openId, shown, comparison, shortcuts, help, onOpen }: DialogsProps) {
  const at = openId === undefined ? -1 : shown.ids.indexOf(openId);
  const close = (): void => onOpen(undefined);
  return (
    <Suspense>
      {useOnceTrue(opened.job !== undefined) && (
        <DetailsDialog
          job={opened.job}
          previous={at < 0 ? undefined : shown.ids[at - 1]}
          next={at < 0 ? undefined : shown.ids[at + 1]}
          onOpen={onOpen}
          onClose={close}
        />
      )}
      {useOnceTrue(opened.isMissing) && <MissingJob isOpen={opened.isMissing} onClose={close} />}
      {useOnceTrue(comparison.isOpen) && (
        <CompareDialog
          jobs={comparison.jobs}
          isOpen={comparison.isOpen}
          onClose={comparison.close}
          onOpen={(jobId) => {
            comparison.close();
            onOpen(jobId);
          }}
        />
      )}
      {useOnceTrue(help.isOpen) && (
        <ShortcutsDialog
          isOpen={help.isOpen}
          areOn={shortcuts.areOn}
          onClose={help.close}
          onSwitch={shortcuts.setOn}
        />
      )}
    </Suspense>
  );
}

/** Whether it is or was true: a dialog that was open closes by itself. */
function useOnceTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}
