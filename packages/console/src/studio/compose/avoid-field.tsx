import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { changeDraft } from '../settings/use-draft.ts';
import classes from './composer.module.css';

/** What must not be shown, for models that take it; folded, because most orders are made without. */
export function AvoidField({ avoided }: { readonly avoided: string }) {
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || avoided !== '';
  return (
    <details
      open={isOpen}
      className={classes.avoid}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>What to avoid</summary>
      <Textarea
        aria-label="What to avoid"
        placeholder="blurry, extra fingers, text"
        attributes={{ input: { dir: 'auto' } }}
        autosize
        minRows={1}
        maxRows={6}
        value={avoided}
        onChange={({ currentTarget }) => changeDraft({ avoided: currentTarget.value })}
      />
    </details>
  );
}
