import type { OperatorPrices } from '@kinora/contract';
import { Button, Table } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { DataTable, NumberCell } from '../show/data-table.tsx';
import { ReasonDialog } from '../show/reason-dialog.tsx';
import classes from '../show/show.module.css';

interface ScheduledVersionsProps {
  readonly versions: OperatorPrices['versions'];
  readonly isReadOnly: boolean;
}

/** The versions of the catalogue that have not started. */
export function ScheduledVersions({ versions, isReadOnly }: ScheduledVersionsProps) {
  const [isWithdrawing, setWithdrawing] = useState(false);
  return (
    <Panel
      title="Scheduled"
      aside={
        isReadOnly ? undefined : (
          <Button size="sm" variant="default" onClick={() => setWithdrawing(true)}>
            Withdraw…
          </Button>
        )
      }
    >
      <DataTable name="Scheduled" columns={[{ name: 'Version', isNumber: true }, 'Starts', 'By']}>
        {versions.map(({ version, starts_at: start, applied_by: by }) => (
          <Table.Tr key={version}>
            <NumberCell>{version}</NumberCell>
            <Table.Td>
              <Time at={start} />
            </Table.Td>
            <Table.Td className={classes.breaks}>{by}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {isWithdrawing && (
        <ReasonDialog
          onClose={() => setWithdrawing(false)}
          action={{
            path: '/prices/withdraw',
            title: 'Withdraw what is scheduled',
            consequences: 'None of these versions will start. What is sold now stays.',
            confirm: 'Withdraw',
            isDangerous: true,
            done: 'Nothing is scheduled any more.',
            body: () => ({ base_version: Math.max(...versions.map(({ version }) => version)) }),
          }}
        />
      )}
    </Panel>
  );
}
