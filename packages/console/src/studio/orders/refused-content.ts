import { avoidedBy, type Draft, needsSource } from '../settings/draft.ts';
import type { Source } from '../source/source.ts';

/**
 * Prompts and images that the safety check refused in this tab. Sent again they would be refused again, and enough
 * refusals suspend the account, so they are changed first.
 */

const prompts = new Set<string>();
const images = new WeakSet<Blob>();

/** Case and spaces change no verdict. */
const normalized = (prompt: string): string => prompt.trim().toLowerCase().replace(/\s+/g, ' ');

export function rememberRefused(of: 'prompt' | 'image', prompt: string, source: Source | undefined): void {
  // The prompt of a job may be deleted by now.
  if (of === 'prompt' && prompt.trim() !== '') prompts.add(normalized(prompt));
  if (of === 'image' && source !== undefined) images.add(source.blob);
}

/** What is remembered of a prompt: a refusal may be because of what is avoided. */
export const refusedText = (prompt = '', avoided = ''): string =>
  avoided === '' ? prompt : `${prompt}\n${avoided}`;

/** Which part of the draft was refused before; undefined if none. */
export function refusedPartOf(draft: Draft): 'prompt' | 'image' | undefined {
  const { operation, prompt, source } = draft;
  if (prompts.has(normalized(refusedText(prompt, avoidedBy(draft))))) return 'prompt';
  return needsSource(operation) && source !== undefined && images.has(source.blob) ? 'image' : undefined;
}

/** To be kept over a reload, which changes no verdict either. */
export const refusedPrompts = (): readonly string[] => [...prompts];
