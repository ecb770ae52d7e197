import { BookOpenText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import classes from './prompt-shelf-button.module.css';

const PromptShelf = lazy(() => import('./prompt-shelf.tsx'));

/** Opens the prompts of the last days and the templates, beside the prompt. */
export function PromptShelfButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={classes.button} onClick={() => setOpen(true)}>
        <BookOpenText size={14} aria-hidden="true" /> Prompts and templates
      </button>
      <Suspense>{isOpen && <PromptShelf onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
