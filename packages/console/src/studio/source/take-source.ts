import { changeDraft, chooseOperation, readDraft } from '../settings/use-draft.ts';
import type { ReadSource } from './read-source.ts';
import { deleteStoredSource, readStoredSource, storeSource } from './stored-source.ts';

/** What reads images is loaded when there is one. */
const reader = () => import('./read-source.ts').catch(() => undefined);
const NO_READER = 'The page could not load what reads images. Check your connection, and choose it again.';

/** Takes an image file as the source of the draft; returns the refusal, if there is one. */
export async function takeFile(file: File): Promise<string | undefined> {
  return take(await (await reader())?.readSource(file, file.name));
}

/** Takes the result of a job as the source of the draft. */
export async function takeResult(url: string): Promise<string | undefined> {
  return take(await (await reader())?.readResult(url, 'one of your results'));
}

/** Takes the picture of a published work as the source of the draft. */
export async function takeWork(path: string): Promise<string | undefined> {
  const url = new URL(path, window.location.origin).href;
  return take(await (await reader())?.readResult(url, 'a published work'));
}

export function dropSource(): void {
  const { source } = readDraft();
  if (source !== undefined) {
    URL.revokeObjectURL(source.previewUrl);
    deleteStoredSource(source.id).catch(() => undefined);
  }
  changeDraft({ source: undefined });
}

/** An image given to an operation that starts from a prompt alone starts the operation that uses it. */
function take(read: ReadSource = { refusal: NO_READER }): string | undefined {
  if ('refusal' in read) return read.refusal;
  dropSource();
  const { operation } = readDraft();
  if (operation === 'image') chooseOperation('image-from-image');
  if (operation === 'video') chooseOperation('video-from-image');
  changeDraft({ source: read.source });
  // A full or a forbidden storage keeps nothing; the order is made all the same.
  storeSource(read.source).catch(() => undefined);
  return undefined;
}

/** Takes the image again that the draft had before the page was left, unless there is another one by now. */
export async function takeStored(id: string): Promise<void> {
  const stored = await readStoredSource(id).catch(() => undefined);
  if (stored === undefined) return;
  const read = await (await reader())?.readSource(stored.blob, stored.name);
  if (read !== undefined && 'source' in read && readDraft().source === undefined)
    changeDraft({ source: { ...read.source, id } });
}
