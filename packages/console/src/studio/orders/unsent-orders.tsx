import { Button, CloseButton, Group, Text, Title } from '@mantine/core';
import { operationOf } from '../settings/draft.ts';
import { nameOf } from '../settings/operation-picker.tsx';
import { discardOrder, discardOrders, useOrderQueue } from './order-queue.ts';
import classes from './unsent-orders.module.css';

/** The orders that only this page has, above those that the service has. */
export function UnsentOrders() {
  const { waiting } = useOrderQueue();
  if (waiting.length === 0) return null;
  return (
    <section className={classes.unsent} aria-labelledby="unsent">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} size="sm" id="unsent">
          {waiting.length === 1 ? '1 order is' : `${waiting.length} orders are`} not sent yet
        </Title>
        {waiting.length > 1 && (
          <Button size="compact-xs" variant="subtle" color="gray" miw="max-content" onClick={discardOrders}>
            Send none of them
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        Not charged, and lost when this page is closed.
      </Text>
      <ul className={classes.list}>
        {waiting.map(({ key, body }) => (
          <li key={key}>
            <bdi className={classes.prompt}>{body.prompt}</bdi>
            <Text component="span" size="xs" c="dimmed" className={classes.operation ?? ''}>
              {nameOf(operationOf(body.type))}
            </Text>
            <CloseButton
              size="sm"
              aria-label={`Do not send: ${body.prompt}`}
              onClick={() => discardOrder(key)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
