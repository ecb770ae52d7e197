import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onQuestion, openQuestion } from './ask-to-confirm.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })));

/** The place of the dialog on every page; it is loaded when it is first needed. */
export function ConfirmGate() {
  const question = useSyncExternalStore(onQuestion, openQuestion);
  if (question === undefined) return null;
  return (
    <Suspense>
      <ConfirmDialog reason={question.reason} onAnswer={question.answer} />
    </Suspense>
  );
}
