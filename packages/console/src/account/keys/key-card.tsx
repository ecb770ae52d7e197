import type { KeyView } from '@kinora/contract';
import { Badge, Button, Code, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { ChangeKeyDialog, EndOverlapDialog, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';
import classes from './keys.module.css';
import { describeScopes } from './scopes.ts';

const DIALOGS = {
  Rotate: RotateKeyDialog,
  Change: ChangeKeyDialog,
  Revoke: RevokeKeyDialog,
  'End now': EndOverlapDialog,
};

type Action = keyof typeof DIALOGS;

const KINDS = {
  account: 'Account key',
  terminal: 'Terminals',
  named: undefined,
} as const;

export function KeyCard({ keyView }: { readonly keyView: KeyView }) {
  const [action, setAction] = useState<Action>();
  const Dialog = action && DIALOGS[action];
  const { name, prefix, kind, scopes, cap_cents: capCents, spent_cents: spentCents, previous } = keyView;
  const isExpired = keyView.expires_at !== null && new Date(keyView.expires_at) <= new Date();
  const badge = name === KINDS[kind] ? undefined : KINDS[kind];
  const button = (does: Action) => (
    <Button
      size="xs"
      variant="default"
      aria-label={does === 'End now' ? `End now: the previous key of ${name}` : `${does} ${name}`}
      onClick={() => setAction(does)}
    >
      {does}
    </Button>
  );
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" align="flex-start">
          <div className={classes.name}>
            <Group gap="xs">
              <Text fw={600} component="h2" size="md" className={classes.long}>
                {name}
              </Text>
              {badge !== undefined && (
                <Badge variant="default" tt="none">
                  {badge}
                </Badge>
              )}
              {isExpired && (
                <Badge color="red" variant="dot" tt="none">
                  Expired
                </Badge>
              )}
            </Group>
            <Code>{prefix}…</Code>
          </div>
          <Group gap="xs">
            {button('Rotate')}
            {button('Change')}
            {button('Revoke')}
          </Group>
        </Group>
        <dl className={classes.facts}>
          <Fact name="May">{describeScopes(scopes)}</Fact>
          <Fact name="Last used">
            {keyView.last_used_at === null ? 'Never' : <Time at={keyView.last_used_at} as="distance" />}
          </Fact>
          <Fact name={isExpired ? 'Expired' : 'Expires'}>
            {keyView.expires_at === null ? 'Never' : <Time at={keyView.expires_at} />}
          </Fact>
          <Fact name="Created">
            <Time at={keyView.created_at} />
          </Fact>
        </dl>
        {capCents !== null && <Spending name={name} spentCents={spentCents} capCents={capCents} />}
        {previous.map((one) => (
          <Group key={one.prefix} justify="space-between" gap="sm" className={classes.previous}>
            <PreviousKey keyView={one} />
            {one === previous[0] && button('End now')}
          </Group>
        ))}
      </Stack>
      {Dialog !== undefined && <Dialog keyView={keyView} onClose={() => setAction(undefined)} />}
    </Paper>
  );
}

interface SpendingProps {
  readonly name: string;
  readonly spentCents: number;
  readonly capCents: number;
}

function Spending({ name, spentCents, capCents }: SpendingProps) {
  return (
    <div>
      <Text size="sm">
        {usd(spentCents)} of {usd(capCents)} this month
      </Text>
      <Progress
        value={Math.min(100, (100 * spentCents) / capCents)}
        color={spentCents >= capCents ? 'red' : 'ember'}
        mt={4}
        aria-label={`Spent of the cap of ${name}`}
      />
    </div>
  );
}

function PreviousKey({ keyView }: { readonly keyView: KeyView['previous'][number] }) {
  const { prefix, works_until: worksUntil, last_used_at: lastUsedAt } = keyView;
  return (
    <Text size="sm">
      The previous key <Code>{prefix}…</Code> works until <Time at={worksUntil} />
      {lastUsedAt !== null && (
        <>
          {' '}
          · last used <Time at={lastUsedAt} as="distance" />
        </>
      )}
    </Text>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
