import type { OperatorAccountDetail } from '@kinora/contract';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../show/reason-dialog.tsx';

interface AccountDialogProps {
  readonly account: OperatorAccountDetail;
  readonly onClose: () => void;
}

/** Gives an account the prices of a list of the catalogue. */
export function PriceListDialog({ account, onClose }: AccountDialogProps) {
  const [list, setList] = useState(account.price_list ?? '');
  const lists = account.price_lists.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <ReasonDialog
      onClose={onClose}
      action={{
        path: `/accounts/${account.id}/price-list`,
        title: `Prices of ${account.email}`,
        consequences: 'They apply from the next order. What it has ordered keeps its price.',
        confirm: 'Set the prices',
        done: 'The prices are set.',
        body: () => ({ price_list: list === '' ? null : list }),
        fields: (issueOf) => (
          <NativeSelect
            label="Price list"
            data={[{ value: '', label: 'none: the prices of everybody' }, ...lists]}
            value={list}
            onChange={(event) => setList(event.currentTarget.value)}
            error={issueOf('price_list')}
            data-autofocus
          />
        ),
      }}
    />
  );
}
