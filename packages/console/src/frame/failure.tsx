import { Alert, Button, Group, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { ApiProblem } from '../api/call.ts';
import { ServiceSentence } from '../value/service-sentence.tsx';
import { signInAddress } from './sign-in-address.ts';

interface FailureProps {
  /** Nothing is shown for null. */
  readonly error: Error | null;
  readonly onRetry?: () => void;
}

/** Why something failed or was refused, in the service's own sentence, with a way to try again where that may help. */
export function Failure({ error, onRetry }: FailureProps) {
  if (error === null) return null;
  // The sign-in opens another tab: what is in a form stays there.
  const isSignedOut = error instanceof ApiProblem && error.code === 'sign_in_required';
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert size={18} aria-hidden="true" />} role="alert">
      <Group justify="space-between" gap="md">
        <Text size="sm">
          {isSignedOut ? (
            'You are signed out. Sign in again in another tab, then continue here; what you typed is kept.'
          ) : (
            <ServiceSentence text={sentenceOf(error)} />
          )}
        </Text>
        {isSignedOut && (
          <Button component="a" href={signInAddress()} target="_blank" size="xs" variant="default">
            Sign in
          </Button>
        )}
        {onRetry !== undefined && !isSignedOut && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** What the service says, as a sentence without the name of a field before it. */
function sentenceOf(error: Error): string {
  const message = error instanceof ApiProblem ? (error.issues[0]?.message ?? error.message) : error.message;
  const text = message.replace(/^[a-z_]+: /, '');
  const sentence = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
