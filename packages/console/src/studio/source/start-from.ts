import type { JobApiJobStatus } from '@kinora/contract';
import type { Operation } from '../settings/draft.ts';
import { changeDraft, chooseOperation } from '../settings/use-draft.ts';
import { takeResult } from './take-source.ts';

/** Makes a result the source of the next order, with its prompt; returns the refusal, if there is one. */
export async function startFrom(job: JobApiJobStatus, operation: Operation): Promise<string | undefined> {
  const url = job.results?.[0]?.url;
  if (url === undefined) return undefined;
  const refused = await takeResult(url);
  if (refused !== undefined) return refused;
  changeDraft({ prompt: job.prompt ?? '', seed: undefined });
  chooseOperation(operation);
  return undefined;
}
