import { useEffect, useState } from 'react';
import { pageAccount } from '../../api/page-account.ts';
import { refusedPrompts, rememberRefused } from '../orders/refused-content.ts';
import { takeStored } from '../source/take-source.ts';
import { type Draft, newDraft } from './draft.ts';
import { changeDraft, readDraft } from './use-draft.ts';

/** The storage of the tab has it, which ends with the tab. */
const KEY = 'kinora-draft';

interface KeptDraft {
  readonly accountId: string;
  /** Without its image, which may be larger than the storage of a tab. */
  readonly draft: Partial<Draft>;
  readonly sourceId: string | undefined;
  readonly refused: readonly string[];
}

/** Keeps the draft over a reload and a visit of the sign-in page, for the same person only. */
export function useKeptDraft(): void {
  // While it renders, so that the first paint has it: an effect would overwrite what is typed until then.
  useState(restoreDraft);
  useEffect(() => {
    window.addEventListener('pagehide', keepDraft);
    return () => {
      // The studio is taken off the page before the sign-in page is opened.
      keepDraft();
      window.removeEventListener('pagehide', keepDraft);
    };
  }, []);
}

function keepDraft(): void {
  // The account of the page, not of the session: after a session has ended, the draft is still this person's.
  const accountId = pageAccount();
  if (accountId === undefined) return;
  const { source, ...draft } = readDraft();
  const keeping: KeptDraft = { accountId, draft, sourceId: source?.id, refused: refusedPrompts() };
  sessionStorage.setItem(KEY, JSON.stringify(keeping));
}

function restoreDraft(): void {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (text === null || readDraft() !== newDraft) return;
  const kept = JSON.parse(text) as KeptDraft;
  if (kept.accountId !== pageAccount()) return;
  changeDraft(kept.draft);
  if (kept.sourceId !== undefined) void takeStored(kept.sourceId);
  for (const prompt of kept.refused) rememberRefused('prompt', prompt, undefined);
}
