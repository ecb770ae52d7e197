import type { JobApiJobStatus } from '@kinora/contract';
import { useEffect } from 'react';
import { moneyMoved } from '../../api/money-moved.ts';
import { announce } from '../announcer.tsx';
import { rememberRefused } from '../orders/refused-content.ts';
import { followJob, hasEnded } from './follow-job.ts';
import { dropJob, mergeJob, refreshLists } from './job-list.ts';
import type { Learned } from './other-tabs.ts';

/** The jobs that have not ended; each is followed while a visible page of the studio shows them. */
const open = new Set<string>();
const followed = new Map<string, AbortController>();
let isShown = false;

/** Follows a job until it has ended. */
export function watchJob(jobId: string): void {
  open.add(jobId);
  if (isShown) start(jobId);
}

export function forgetJob(jobId: string): void {
  open.delete(jobId);
  followed.get(jobId)?.abort();
  followed.delete(jobId);
  dropJob(jobId);
}

/** Follows the open jobs of a list, and every other one that is known, while the tab is visible. */
export function useLiveJobs(jobs: readonly JobApiJobStatus[]): void {
  useEffect(() => {
    for (const job of jobs) if (!hasEnded(job)) watchJob(job.job_id);
  }, [jobs]);
  useEffect(() => {
    const update = (): void => {
      isShown = document.visibilityState === 'visible';
      if (isShown) for (const jobId of open) start(jobId);
      else stopAll();
    };
    const look = (): void => {
      update();
      // What cannot be loaded now is loaded when the person looks again.
      if (isShown) refreshLists().catch(() => {});
    };
    update();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    window.addEventListener('online', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
      window.removeEventListener('online', look);
      isShown = false;
      stopAll();
    };
  }, []);
}

function start(jobId: string): void {
  if (followed.has(jobId)) return;
  const controller = new AbortController();
  followed.set(jobId, controller);
  const onStatus = (status: Learned): void => {
    if (status === 'deleted') {
      forgetJob(jobId);
      void moneyMoved();
      return;
    }
    mergeJob(status);
    if (hasEnded(status)) end(status);
  };
  void followJob(jobId, onStatus, controller.signal);
}

function end({ job_id: jobId, status, prompt = '', error }: JobApiJobStatus): void {
  if (!open.delete(jobId)) return;
  followed.delete(jobId);
  void moneyMoved();
  if (status === 'blocked') rememberRefused('prompt', prompt, undefined);
  announce(status === 'completed' ? `Ready: ${prompt}` : `${error ?? 'The job failed.'}`);
}

function stopAll(): void {
  for (const controller of followed.values()) controller.abort();
  followed.clear();
}
