import type { ReactNode } from 'react';
import { count } from '../../value/count.ts';
import classes from './show.module.css';

/** Names with their values. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** A fact; a number is shown with its thousands apart. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{typeof children === 'number' ? count(children) : children}</dd>
    </div>
  );
}
