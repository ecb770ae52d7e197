import { useEffect } from 'react';
import { announce } from '../announcer.tsx';
import { deleteNow, pauseDeletion, undoDeletion, useDeletions } from './delete-soon.ts';
import classes from './undo-bar.module.css';

/** Says what was deleted, and gives it back while there is time. */
export function UndoBar() {
  const { ids, secondsLeft } = useDeletions();
  const count = ids.length;
  useEffect(() => {
    if (count > 0) announce(`${saidOf(count)} Undo is the last button of the page.`);
  }, [count]);
  // Who leaves the studio sees no button any more.
  useEffect(() => () => deleteNow(), []);
  if (count === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only its countdown stands still meanwhile.
    <div
      className={classes.bar}
      onPointerEnter={() => pauseDeletion(true)}
      onPointerLeave={() => pauseDeletion(false)}
      onFocus={() => pauseDeletion(true)}
      onBlur={() => pauseDeletion(false)}
    >
      <span>{saidOf(count)}</span>
      <button type="button" className={classes.undo} onClick={undoDeletion}>
        Undo
        <span className={classes.left} aria-hidden="true">
          {secondsLeft}
        </span>
      </button>
    </div>
  );
}

const saidOf = (count: number): string => (count === 1 ? 'Deleted.' : `${count} results deleted.`);
