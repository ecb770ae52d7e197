import { Fragment } from 'react';
import { Time } from './time.tsx';
import { timeOf, WRITTEN_TIME } from './times-in.ts';

/** A sentence of the service, with the times in it in the reader's zone. */
export function ServiceSentence({ text }: { readonly text: string }) {
  return text.split(WRITTEN_TIME).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
    <Fragment key={at}>{WRITTEN_TIME.test(part) ? <Time at={timeOf(part)} /> : part}</Fragment>
  ));
}
