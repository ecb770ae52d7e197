import { type WebhookSettings, webhookUrlMaxLength } from '@kinora/contract';
import { Box, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../api/call.ts';
import { Confirmation } from '../../frame/confirmation.tsx';
import { Failure } from '../../frame/failure.tsx';
import { ShownOnce } from '../../value/shown-once.tsx';
import { Time } from '../../value/time.tsx';
import { useRotateSecret, useSetWebhookUrl } from './webhooks-api.ts';

/** The address and the signing secret. */
export function Endpoint({ settings }: { readonly settings: WebhookSettings }) {
  const [secret, setSecret] = useState<string>();
  const onSecret = ({ secret: shown }: WebhookSettings) => setSecret(shown);
  return (
    <Paper withBorder p="md">
      <Stack gap="lg">
        <AddressForm key={settings.url} url={settings.url} onSaved={onSecret} />
        <Secret settings={settings} onMade={onSecret} />
      </Stack>
      {secret !== undefined && (
        <ShownOnce
          title="The signing secret"
          name="the secret"
          value={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Paper>
  );
}

interface AddressFormProps {
  readonly url: string | null;
  readonly onSaved: (settings: WebhookSettings) => void;
}

function AddressForm({ url, onSaved }: AddressFormProps) {
  const [typed, setTyped] = useState(url ?? '');
  const save = useSetWebhookUrl();
  const issue = save.error instanceof ApiProblem ? save.error.issues[0] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(typed, { onSuccess: onSaved });
  };
  return (
    <form onSubmit={submit}>
      <Title order={2} size="h4" mb="sm">
        Address
      </Title>
      <Group align="flex-start" gap="sm">
        <TextInput
          flex="1 1 18rem"
          aria-label="Address of your receiver"
          description="An order can name another one in webhook_url."
          placeholder="https://example.com/kinora"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="url"
          required
          maxLength={webhookUrlMaxLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={issue !== undefined && `The address ${issue.message}.`}
        />
        <Button type="submit" loading={save.isPending} disabled={typed === (url ?? '')}>
          Save
        </Button>
        {url !== null && (
          <Button
            variant="default"
            disabled={save.isPending}
            onClick={() => save.mutate(null, { onSuccess: onSaved })}
          >
            Send nothing
          </Button>
        )}
      </Group>
      {issue === undefined && save.error !== null && (
        <Box mt="sm">
          <Failure error={save.error} />
        </Box>
      )}
    </form>
  );
}

interface SecretProps {
  readonly settings: WebhookSettings;
  readonly onMade: (settings: WebhookSettings) => void;
}

function Secret({ settings: { previous_secrets_until: until }, onMade }: SecretProps) {
  const [isAsking, setIsAsking] = useState(false);
  const rotate = useRotateSecret();
  return (
    <div>
      <Title order={2} size="h4" mb={4}>
        Signing secret
      </Title>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={480}>
          Every call is signed with it, so that your receiver can tell who sent it. It is shown once: when you
          first set an address, and when you make a new one.
          {until !== null && (
            <>
              {' '}
              Earlier secrets sign too until <Time at={until} />.
            </>
          )}
        </Text>
        <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
          Make a new secret
        </Button>
      </Group>
      {isAsking && (
        <Confirmation
          title="Make a new signing secret?"
          confirm="Make it"
          change={rotate}
          onConfirm={() =>
            rotate.mutate(undefined, {
              onSuccess: (settings) => {
                setIsAsking(false);
                onMade(settings);
              },
            })
          }
          onClose={() => setIsAsking(false)}
        >
          It signs from now on. The current secret also signs for another 24 hours, so that you have time to
          replace it in your receiver.
        </Confirmation>
      )}
    </div>
  );
}
