import { Fragment } from 'react';
import { Time } from './time.tsx';

const TIME = /(\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z)/;

/** A sentence of the service, with the times in it in the reader's zone. */
export function ServiceSentence({ text }: { readonly text: string }) {
  return text.split(TIME).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
    <Fragment key={at}>{TIME.test(part) ? <Time at={part} /> : part}</Fragment>
  ));
}
