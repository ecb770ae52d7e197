import classes from './state-badge.module.css';

/** The state of something in a word; the colour only repeats it. */
export function StateBadge({ state }: { readonly state: string }) {
  return (
    <span className={classes.state} data-state={state}>
      {state}
    </span>
  );
}
