import type { Me, StudioView } from '@kinora/contract';
import { Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { DemonstrationService } from '../value/demonstration.tsx';
import { Advertisement } from './advertisement.tsx';
import { Announcer } from './announcer.tsx';
import { CompactComposer, WideComposer } from './compose/composer.tsx';
import { useComposer } from './compose/use-composer.ts';
import { useStudioAddress } from './compose/use-studio-address.ts';
import { UndoBar } from './deletions/undo-bar.tsx';
import { Dialogs } from './dialogs.tsx';
import { CompareBar } from './gallery/compare-bar.tsx';
import { useComparison } from './gallery/use-comparison.ts';
import { useShownJobs } from './gallery/use-shown-jobs.ts';
import type { JobFilter } from './jobs/job-calls.ts';
import { useJobList } from './jobs/job-list.ts';
import { useLiveJobs } from './jobs/live-jobs.ts';
import { useJob } from './jobs/use-job.ts';
import { sendNext } from './orders/order-queue.ts';
import { UnsentOrders } from './orders/unsent-orders.tsx';
import { Results } from './results.tsx';
import { useKeptDraft } from './settings/keep-draft.ts';
import { useIncomingImages } from './source/use-incoming-images.ts';
import classes from './studio.module.css';
import { Toolbar } from './toolbar.tsx';
import { useOpenJob } from './use-open-job.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface StudioProps {
  readonly me: Me;
  readonly view: StudioView;
}

export function Studio({ me, view }: StudioProps) {
  const [filter, setFilter] = useState<JobFilter>({ medium: undefined, status: undefined });
  const isFiltered = filter.medium !== undefined || filter.status !== undefined;
  const [openId, setOpenId] = useOpenJob();
  const [isHelpOpen, help] = useDisclosure(false);
  const isNarrow = useMediaQuery('(max-width: 56em)', undefined, { getInitialValueInEffect: false });
  const list = useJobList(filter);
  const shown = useShownJobs(list.jobs, isFiltered);
  const comparison = useComparison(list.jobs);
  useKeptDraft();
  const composer = useComposer(me, view, list.jobs[0]?.seed);
  const isDialogOpen = openId !== undefined || comparison.isOpen || isHelpOpen;
  const shortcuts = useShortcuts(composer, isDialogOpen, help.open);
  const isDropping = useIncomingImages(composer.setRefusal);
  useLiveJobs(list.jobs);
  useStudioAddress();
  useSending(me);
  return (
    <div className={classes.studio} data-dropping={isDropping || undefined}>
      {!isNarrow && <WideComposer composer={composer} />}
      <Stack gap="md" className={classes.jobs ?? ''}>
        <Toolbar filter={filter} onFilter={setFilter} onHelp={help.open}>
          <CompareBar count={comparison.ids.length} onCompare={comparison.open} onClear={comparison.clear} />
        </Toolbar>
        {view.demonstration && <DemonstrationService />}
        {view.advertisement !== null && <Advertisement {...view.advertisement} />}
        <UnsentOrders />
        <Results
          list={list}
          shown={shown}
          isFiltered={isFiltered}
          composer={composer}
          compared={comparison.ids}
          onCompare={comparison.toggle}
          onOpen={setOpenId}
        />
      </Stack>
      {isNarrow && <CompactComposer composer={composer} />}
      <Dialogs
        opened={useJob(openId, list)}
        openId={openId}
        shown={shown}
        comparison={comparison}
        shortcuts={shortcuts}
        help={{ isOpen: isHelpOpen, close: help.close }}
        onOpen={setOpenId}
      />
      <UndoBar />
      <Announcer />
    </div>
  );
}

/** Sends what waits in the page as soon as a job has ended. */
function useSending(me: Me): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of open jobs decides whether there is room.
  useEffect(() => {
    void sendNext();
  }, [me.open_jobs]);
}
