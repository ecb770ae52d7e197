import classes from './state-badge.module.css';

/** The state of something; its word is what tells, the colour repeats it. */
export function StateBadge({ state }: { readonly state: string }) {
  return (
    <span className={classes.state} data-state={state}>
      {state}
    </span>
  );
}
