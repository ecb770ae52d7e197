import { Divider, Group } from '@mantine/core';
import { Children, type ReactNode } from 'react';
import classes from './rows.module.css';

/** A list whose items are divided by lines. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {Children.map(children, (child) => (
        <li>
          <Divider mb="sm" />
          {child}
        </li>
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
