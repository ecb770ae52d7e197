import type { Me, StudioView } from '@kinora/contract';
import { Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { DemonstrationService } from '../value/demonstration.tsx';
import { Advertisement } from './advertisement.tsx';
import { Announcer } from './announcer.tsx';
import { CompactComposer, WideComposer } from './compose/composer.tsx';
import { useCarriedOrder } from './compose/use-carried-order.ts';
import { useComposer } from './compose/use-composer.ts';
import { useStudioAddress } from './compose/use-studio-address.ts';
import { UndoBar } from './deletions/undo-bar.tsx';
import { Dialogs } from './dialogs.tsx';
import { useShownJobs } from './gallery/use-shown-jobs.ts';
import { useJobList } from './jobs/job-list.ts';
import { useLiveJobs } from './jobs/live-jobs.ts';
import { useJob } from './jobs/use-job.ts';
import { useSelection } from './library/use-selection.ts';
import { useStudioFilter } from './library/use-studio-filter.ts';
import { UnsentOrders } from './orders/unsent-orders.tsx';
import { WaitingOrders } from './orders/waiting-orders.tsx';
import { Results } from './results.tsx';
import { useKeptDraft } from './settings/keep-draft.ts';
import { useIncomingImages } from './source/use-incoming-images.ts';
import classes from './studio.module.css';
import { Toolbar } from './toolbar.tsx';
import { useOpenJob } from './use-open-job.ts';
import { useShortcuts } from './use-shortcuts.ts';

// Loaded when the first result is chosen.
const SelectionBar = lazy(() => import('./library/selection-bar.tsx'));

interface StudioProps {
  readonly me: Me;
  readonly view: StudioView;
}

export function Studio({ me, view }: StudioProps) {
  const [filter, setFilter] = useStudioFilter();
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const [openId, setOpenId] = useOpenJob();
  const [isHelpOpen, help] = useDisclosure(false);
  const isNarrow = useMediaQuery('(max-width: 56em)', undefined, { getInitialValueInEffect: false });
  const list = useJobList(filter);
  const shown = useShownJobs(list.jobs, isFiltered);
  const selection = useSelection(list.jobs, shown.ids);
  const { comparison } = selection;
  useKeptDraft();
  const composer = useComposer(me, view, list.jobs[0]?.seed);
  const isDialogOpen = openId !== undefined || comparison.isOpen || isHelpOpen;
  const shortcuts = useShortcuts(composer, isDialogOpen, help.open);
  const isDropping = useIncomingImages(composer.setRefusal);
  useLiveJobs(list.jobs);
  useStudioAddress();
  useCarriedOrder(composer, list);
  return (
    <div className={classes.studio} data-dropping={isDropping || undefined}>
      {!isNarrow && <WideComposer composer={composer} />}
      <Stack gap="md" className={classes.jobs ?? ''}>
        <Toolbar
          filter={filter}
          isEmpty={!isFiltered && !list.isPending && list.error === null && shown.ids.length === 0}
          onFilter={setFilter}
          onHelp={help.open}
        />
        {view.demonstration && <DemonstrationService />}
        {view.advertisement !== null && <Advertisement {...view.advertisement} />}
        <UnsentOrders />
        <WaitingOrders />
        <Results
          list={list}
          shown={shown}
          filter={isFiltered ? filter : undefined}
          onFilter={setFilter}
          composer={composer}
          selected={selection.ids}
          onSelect={selection.toggle}
          onOpen={setOpenId}
        />
      </Stack>
      {/* Who has chosen results does something with them now, where the composer was. */}
      {isNarrow && selection.ids.length === 0 && <CompactComposer composer={composer} />}
      <Dialogs
        opened={useJob(openId, list)}
        openId={openId}
        shown={shown}
        comparison={comparison}
        shortcuts={shortcuts}
        help={{ isOpen: isHelpOpen, close: help.close }}
        onOpen={setOpenId}
      />
      <Suspense>{selection.ids.length > 0 && <SelectionBar selection={selection} />}</Suspense>
      <UndoBar />
      <Announcer />
    </div>
  );
}
