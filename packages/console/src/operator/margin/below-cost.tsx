import type { OperatorMargin } from '@kinora/contract';
import { List } from '@mantine/core';
import { Notice } from '../../frame/notice.tsx';

/** What is sold below its cost; nothing if nothing is. */
export function BelowCost({ models }: { readonly models: OperatorMargin['below_cost'] }) {
  if (models.length === 0) return null;
  return (
    <Notice tone="warn" title="Sold below its cost">
      <List size="sm" spacing={4}>
        {models.map(({ model, sentence }) => (
          <List.Item key={model}>{sentence}</List.Item>
        ))}
      </List>
    </Notice>
  );
}
