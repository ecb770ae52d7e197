import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { count } from '../../value/count.ts';
import classes from './show.module.css';

interface Column {
  readonly name: string;
  /** Numbers are aligned at their right. */
  readonly isNumber?: boolean;
}

interface DataTableProps {
  /** What the table is a list of, for those who hear it. */
  readonly name: string;
  readonly columns: readonly (string | Column)[];
  readonly children: ReactNode;
}

/**
 * A table that scrolls by itself on a narrow screen, by touch or by the arrow keys. It is a group, not a region: the panel
 * around it often is one of the same name.
 */
export function DataTable({ name, columns, children }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of fields.
    <section
      className={columns.length > 3 ? `${classes.scroll} ${classes.wide}` : classes.scroll}
      role="group"
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
      tabIndex={0}
    >
      <Table verticalSpacing="xs" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => {
              const { name, isNumber = false } = typeof column === 'string' ? { name: column } : column;
              return (
                <Table.Th key={name} className={isNumber ? classes.number : undefined}>
                  {name}
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
}

/** A cell with a number, its thousands apart. */
export function NumberCell({ children }: { readonly children: ReactNode }) {
  return (
    <Table.Td className={classes.number}>
      {typeof children === 'number' ? count(children) : children}
    </Table.Td>
  );
}

/** One row that says that there is nothing. */
export function EmptyRow({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={columns} c="dimmed" py="lg" ta="center">
        {children}
      </Table.Td>
    </Table.Tr>
  );
}
