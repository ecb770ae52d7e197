import { emails, isEmailName } from './emails.ts';
import type { EmailKind, Sender } from './letter.ts';
import { type RenderedEmail, renderLetter } from './render-letter.ts';

/** The email of this name with sample data; undefined if there is none. */
export function previewEmail(name: string, sender: Sender): RenderedEmail | undefined {
  if (!isEmailName(name)) return undefined;
  // Each kind writes its own sample.
  const { write, sample } = emails[name] as EmailKind<unknown>;
  return renderLetter(write(sample, sender), sender);
}
