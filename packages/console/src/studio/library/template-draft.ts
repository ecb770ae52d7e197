import type { StudioTemplate, TemplateDraft } from '@kinora/contract';
import type { Draft, SizeClass } from '../settings/draft.ts';
import type { Shape } from '../settings/shape.ts';
import { changeDraft } from '../settings/use-draft.ts';

/** The draft as a template has it: without the image, and without what is known of the model now. */
export function templateOf(draft: Draft): TemplateDraft {
  const { source: _source, model: _model, ...kept } = draft;
  return kept;
}

/** Takes a template into the draft; an image to start from stays. */
export function applyTemplate({ draft }: StudioTemplate): void {
  const { avoided = '', size, shape, sound, seed, payWith, pixels, seconds, ...others } = draft;
  // What the template leaves open is open again.
  const open = { avoided, sound, seed, payWith, pixels, seconds };
  changeDraft({ ...others, ...open, size: size as SizeClass, shape: shape as Shape });
}
