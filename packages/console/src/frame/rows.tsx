import { Group } from '@mantine/core';
import { Children, type ReactNode } from 'react';
import classes from './rows.module.css';

interface RowsProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Hidden on screens of this width and wider, where a table has its content. */
  readonly hiddenFrom?: 'sm';
}

/** A list whose items are divided by lines. */
export function Rows({ label, hiddenFrom, children }: RowsProps) {
  return (
    <ul className={classes.rows} aria-label={label} data-hidden-from={hiddenFrom}>
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  );
}

/** An item of a list, with what can be done to it at its end. */
export function Row({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <Group justify="space-between" gap="md" wrap="wrap">
      <div className={classes.text}>{children}</div>
      {action}
    </Group>
  );
}
