import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { onQuestion, openQuestion } from './ask-to-confirm.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })));

/** Escape closes the question, and not the dialog below it, whose form is still to be sent. */
function closeOnEscape(event: KeyboardEvent): void {
  const question = openQuestion();
  if (event.key !== 'Escape' || event.isComposing || question === undefined) return;
  event.stopImmediatePropagation();
  question.answer(false);
}

/** The place of the dialog on every page; it is loaded when it is first needed. */
export function ConfirmGate() {
  // On the window, and before any dialog of the page is there to listen too.
  useEffect(() => {
    window.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => window.removeEventListener('keydown', closeOnEscape, { capture: true });
  }, []);
  const question = useSyncExternalStore(onQuestion, openQuestion);
  if (question === undefined) return null;
  return (
    <Suspense>
      <ConfirmDialog question={question} />
    </Suspense>
  );
}
