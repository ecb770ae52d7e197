import { framesMax } from '@kinora/contract';
import { useSyncExternalStore } from 'react';
import { type Draft, mediumOf, needsSource, newDraft, type Operation } from './draft.ts';
import { USUAL_SHAPE } from './shape.ts';

/** The draft outlives a visit of another page of the console. */
let current: Draft = newDraft;
const listeners = new Set<() => void>();

export function changeDraft(changes: Partial<Draft>): void {
  current = { ...current, ...changes };
  for (const listener of listeners) listener();
}

/** Another operation, with the shape that fits it. */
export function chooseOperation(kind: Operation): void {
  const { shape, operation } = current;
  const isUsual = shape === 'source' || shape === USUAL_SHAPE[mediumOf(operation)];
  const fitting = needsSource(kind) ? 'source' : isUsual ? USUAL_SHAPE[mediumOf(kind)] : shape;
  const isOther = mediumOf(kind) !== mediumOf(operation);
  changeDraft({
    operation: kind,
    shape: fitting,
    length: Math.min(current.length, framesMax),
    // The free size of an image from an image is the smallest.
    ...(kind === 'image-from-image' && { size: 1024 }),
    // The size and the length of an image are not those of a video.
    ...(isOther && { pixels: undefined, seconds: undefined }),
  });
}

export const readDraft = (): Draft => current;

export function useDraft(): Draft {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readDraft);
}
