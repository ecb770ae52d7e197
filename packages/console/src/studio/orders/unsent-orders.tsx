import { Button, CloseButton, Group, Text, Title } from '@mantine/core';
import { operationOf } from '../settings/draft.ts';
import { nameOf } from '../settings/operation-picker.tsx';
import { discardOrder, discardOrders, useOutbox } from './outbox.ts';
import classes from './unsent-orders.module.css';

/** The orders that only this page has, because they have not reached the service. */
export function UnsentOrders() {
  const { unsent } = useOutbox();
  if (unsent.length === 0) return null;
  return (
    <section className={classes.unsent} aria-labelledby="unsent">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} size="sm" id="unsent">
          {unsent.length === 1 ? '1 order is' : `${unsent.length} orders are`} not sent yet
        </Title>
        {unsent.length > 1 && (
          <Button size="compact-xs" variant="subtle" color="gray" miw="max-content" onClick={discardOrders}>
            Send none of them
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        Not charged, and lost when this page is closed.
      </Text>
      <ul className={classes.list}>
        {unsent.map(({ key, body }) => (
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
