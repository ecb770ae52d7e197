import type { Me, StudioView } from '@kinora/contract';
import { ActionIcon, Group, Stack, Title } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Keyboard } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { DemonstrationService } from '../value/demonstration.tsx';
import { Advertisement } from './advertisement.tsx';
import { Announcer } from './announcer.tsx';
import { CompactComposer, WideComposer } from './compose/composer.tsx';
import { useComposer } from './compose/use-composer.ts';
import { useStudioAddress } from './compose/use-studio-address.ts';
import { DetailsDialog } from './details/details-dialog.tsx';
import { MissingJob } from './details/missing-job.tsx';
import { COMPARED_MAX, CompareBar } from './gallery/compare-bar.tsx';
import { CompareDialog } from './gallery/compare-dialog.tsx';
import { Filters } from './gallery/filters.tsx';
import { Gallery } from './gallery/gallery.tsx';
import type { JobFilter } from './jobs/job-calls.ts';
import { useJobList } from './jobs/job-list.ts';
import { useLiveJobs } from './jobs/live-jobs.ts';
import { useJob } from './jobs/use-job.ts';
import { sendNext } from './orders/order-queue.ts';
import { UnsentOrders } from './orders/unsent-orders.tsx';
import { useKeptDraft } from './settings/keep-draft.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useIncomingImages } from './source/use-incoming-images.ts';
import classes from './studio.module.css';
import { useOpenJob } from './use-open-job.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface StudioProps {
  readonly me: Me;
  readonly view: StudioView;
}

export function Studio({ me, view }: StudioProps) {
  const [filter, setFilter] = useState<JobFilter>({ medium: undefined, status: undefined });
  const [openId, setOpenId] = useOpenJob();
  const [isHelpOpen, help] = useDisclosure(false);
  const isNarrow = useMediaQuery('(max-width: 56em)', undefined, { getInitialValueInEffect: false });
  const list = useJobList(filter);
  const { jobs } = list;
  const comparison = useComparison(jobs);
  useKeptDraft();
  const composer = useComposer(me, view, jobs[0]?.seed);
  const shortcuts = useShortcuts(
    composer,
    openId !== undefined || comparison.isOpen || isHelpOpen,
    help.open,
  );
  const isDropping = useIncomingImages(composer.setRefusal);
  useLiveJobs(jobs);
  useStudioAddress();
  useSending(me);

  const opened = useJob(openId, list);
  const at = jobs.findIndex(({ job_id: id }) => id === openId);
  return (
    <div className={classes.studio} data-dropping={isDropping || undefined}>
      {!isNarrow && <WideComposer composer={composer} />}
      <Stack gap="md" className={classes.jobs ?? ''}>
        <Group justify="space-between">
          <Title order={1} size="h3">
            Studio
          </Title>
          <Group gap="xs" maw="100%">
            <CompareBar
              count={comparison.ids.length}
              onCompare={comparison.open}
              onClear={comparison.clear}
            />
            <Filters filter={filter} onChange={setFilter} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Keyboard shortcuts"
              className={classes.help ?? ''}
              onClick={help.open}
            >
              <Keyboard size={20} aria-hidden="true" />
            </ActionIcon>
          </Group>
        </Group>
        {view.demonstration && <DemonstrationService />}
        {view.advertisement !== null && <Advertisement {...view.advertisement} />}
        <UnsentOrders />
        <Gallery
          list={list}
          isFiltered={filter.medium !== undefined || filter.status !== undefined}
          compared={comparison.ids}
          onCompare={comparison.toggle}
          onOpen={setOpenId}
        />
      </Stack>
      {isNarrow && <CompactComposer composer={composer} />}
      <DetailsDialog
        job={opened.job}
        previous={at < 0 ? undefined : jobs[at - 1]?.job_id}
        next={at < 0 ? undefined : jobs[at + 1]?.job_id}
        onOpen={setOpenId}
        onClose={() => setOpenId(undefined)}
      />
      <MissingJob isOpen={opened.isMissing} onClose={() => setOpenId(undefined)} />
      <CompareDialog
        jobs={comparison.jobs}
        isOpen={comparison.isOpen}
        onClose={comparison.close}
        onOpen={(jobId) => {
          comparison.close();
          setOpenId(jobId);
        }}
      />
      <ShortcutsDialog
        isOpen={isHelpOpen}
        areOn={shortcuts.areOn}
        onClose={help.close}
        onSwitch={shortcuts.setOn}
      />
      <Announcer />
    </div>
  );
}

/** The results that are chosen for a comparison, at most four. */
function useComparison(jobs: ReturnType<typeof useJobList>['jobs']) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const [isOpen, { open, close }] = useDisclosure(false);
  const toggle = useCallback((jobId: string): void => {
    setIds((chosen) =>
      chosen.includes(jobId) ? chosen.filter((id) => id !== jobId) : [...chosen, jobId].slice(-COMPARED_MAX),
    );
  }, []);
  const chosen = useMemo(() => ids.flatMap((id) => jobs.find((job) => job.job_id === id) ?? []), [ids, jobs]);
  return { ids, jobs: chosen, isOpen, open, close, toggle, clear: () => setIds([]) };
}

/** Sends what waits in the page as soon as a job has ended. */
function useSending(me: Me): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of open jobs decides whether there is room.
  useEffect(() => {
    void sendNext();
  }, [me.open_jobs]);
}
