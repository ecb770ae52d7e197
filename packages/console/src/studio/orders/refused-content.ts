import { type Draft, needsSource } from '../settings/draft.ts';
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

/** Which part of the draft was refused before; undefined if none. */
export function refusedPartOf({ operation, prompt, source }: Draft): 'prompt' | 'image' | undefined {
  if (prompts.has(normalized(prompt))) return 'prompt';
  return needsSource(operation) && source !== undefined && images.has(source.blob) ? 'image' : undefined;
}

/** To be kept over a reload, which changes no verdict either. */
export const refusedPrompts = (): readonly string[] => [...prompts];
