import type { IssuedKeyView, KeyView } from '@kinora/contract';
import { Anchor, Button, Code, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Confirmation } from '../../frame/confirmation.tsx';
import { Failure } from '../../frame/failure.tsx';
import { ShownOnce } from '../../value/shown-once.tsx';
import { Time } from '../../value/time.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { KeyForm } from './key-form.tsx';
import { useChangeKey, useCreateKey, useRotateKey } from './keys-api.ts';

interface DialogProps {
  readonly onClose: () => void;
}

interface KeyDialogProps extends DialogProps {
  readonly keyView: KeyView;
}

export function CreateKeyDialog({ onClose }: DialogProps) {
  const create = useCreateKey();
  if (create.data !== undefined) return <NewKey issued={create.data} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title="Create a key" size="lg">
      <KeyForm
        submitName="Create"
        isSubmitting={create.isPending}
        error={create.error}
        onSubmit={create.mutate}
        onCancel={onClose}
      />
    </Modal>
  );
}

export function ChangeKeyDialog({ keyView, onClose }: KeyDialogProps) {
  const change = useChangeKey(keyView.id);
  return (
    <Modal opened onClose={onClose} title={`Change “${keyView.name}”`} size="lg">
      <KeyForm
        current={keyView}
        submitName="Save"
        isSubmitting={change.isPending}
        error={change.error}
        onSubmit={(draft) => change.mutate(draft, { onSuccess: onClose })}
        onCancel={onClose}
      />
    </Modal>
  );
}

const OVERLAPS = [
  { value: '0', label: 'Stops at once', description: 'For a key that somebody else may have.' },
  { value: '3600', label: 'Works for another hour' },
  { value: '86400', label: 'Works for another 24 hours' },
  { value: '604800', label: 'Works for another 7 days' },
];

export function RotateKeyDialog({ keyView, onClose }: KeyDialogProps) {
  const rotate = useRotateKey(keyView.id);
  const [overlap, setOverlap] = useState('0');
  const [expiresAt, setExpiresAt] = useState<string | null | undefined>();
  if (rotate.data !== undefined) return <NewKey issued={rotate.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rotate.mutate({
      overlap_seconds: Number(overlap),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    });
  };
  return (
    <Modal opened onClose={onClose} title={`Rotate “${keyView.name}”`}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">A new key takes its place, with the same name, scopes and cap.</Text>
          <Radio.Group label="The current key" value={overlap} onChange={setOverlap}>
            <Stack gap="xs" mt="xs">
              {OVERLAPS.map((choice) => (
                <Radio key={choice.value} {...choice} />
              ))}
            </Stack>
          </Radio.Group>
          {keyView.expires_at !== null && <ExpiryField now={keyView.expires_at} onChange={setExpiresAt} />}
          <Failure error={rotate.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rotate.isPending}>
              Rotate
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

export function RevokeKeyDialog({ keyView, onClose }: KeyDialogProps) {
  return (
    <ChangeQuestion
      title={`Revoke “${keyView.name}”?`}
      action="Revoke"
      change="revoke"
      keyView={keyView}
      onClose={onClose}
    >
      Whatever uses <Code>{keyView.prefix}…</Code> stops working at once. This cannot be undone; jobs that
      were ordered with it go on.
    </ChangeQuestion>
  );
}

export function EndOverlapDialog({ keyView, onClose }: KeyDialogProps) {
  return (
    <ChangeQuestion
      title="End the previous key now?"
      action="End it"
      change="end-overlap"
      keyView={keyView}
      onClose={onClose}
    >
      Whatever still uses {keyView.previous.map(({ prefix }) => `${prefix}…`).join(' or ')} stops working at
      once. The new key is not affected.
    </ChangeQuestion>
  );
}

interface QuestionProps extends KeyDialogProps {
  readonly title: string;
  readonly action: string;
  readonly change: 'revoke' | 'end-overlap';
  readonly children: ReactNode;
}

function ChangeQuestion({ title, action, change, keyView, onClose, children }: QuestionProps) {
  const changing = useChangeKey(keyView.id);
  return (
    <Confirmation
      title={title}
      confirm={action}
      isDestructive
      change={changing}
      onConfirm={() => changing.mutate(change, { onSuccess: onClose })}
      onClose={onClose}
    >
      {children}
    </Confirmation>
  );
}

interface NewKeyProps extends DialogProps {
  readonly issued: IssuedKeyView;
}

/** The only place where a key is shown. */
function NewKey({ issued: { key, secret }, onClose }: NewKeyProps) {
  const [previous] = key.previous;
  return (
    <ShownOnce title={`The key “${key.name}”`} name="your new key" value={secret} onClose={onClose}>
      {previous !== undefined && (
        <Text size="sm">
          The previous key works until <Time at={previous.works_until} />.
        </Text>
      )}
      <Anchor underline="always" component={Link} to="/account/connect" size="sm">
        How to use it
      </Anchor>
    </ShownOnce>
  );
}
