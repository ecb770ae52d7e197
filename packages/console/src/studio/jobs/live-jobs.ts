import type { JobApiJobStatus } from '@kinora/contract';
import { useEffect } from 'react';
import { moneyMoved } from '../../api/money-moved.ts';
import { announce } from '../announcer.tsx';
import { refusedText, rememberRefused } from '../orders/refused-content.ts';
import { followJob, hasEnded } from './follow-job.ts';
import { listJobs } from './job-calls.ts';
import { dropJob, mergeJob, refreshLists } from './job-list.ts';
import type { Learned } from './other-tabs.ts';
import { tellEnd } from './tell-ready.ts';

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
      if (isShown) stopLooking();
      else lookNowAndThen();
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
      stopLooking();
    };
  }, []);
}

/** How often a tab that is not seen asks for its open jobs, to say in its title that one has ended. */
const HIDDEN_MS = 10_000;

let looking: ReturnType<typeof setInterval> | undefined;

function lookNowAndThen(): void {
  looking ??= setInterval(() => void lookAtOpen().catch(() => {}), HIDDEN_MS);
}

function stopLooking(): void {
  clearInterval(looking);
  looking = undefined;
}

/** One request for all of them: those that run are among the newest. */
async function lookAtOpen(): Promise<void> {
  if (open.size === 0) return;
  const { jobs } = await listJobs({ medium: undefined, status: undefined }, undefined);
  for (const job of jobs) {
    if (!open.has(job.job_id) || !hasEnded(job)) continue;
    mergeJob(job);
    end(job);
  }
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

function end(job: JobApiJobStatus): void {
  const { job_id: jobId, status, prompt = '', negative_prompt: avoided, error } = job;
  if (!open.delete(jobId)) return;
  followed.delete(jobId);
  tellEnd(job);
  void moneyMoved();
  if (status === 'blocked') rememberRefused('prompt', refusedText(prompt, avoided), undefined);
  announce(status === 'completed' ? `Ready: ${prompt}` : `${error ?? 'The job failed.'}`);
}

function stopAll(): void {
  for (const controller of followed.values()) controller.abort();
  followed.clear();
}
