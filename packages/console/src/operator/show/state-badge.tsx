import { Badge } from '@mantine/core';

const COLOURS: Readonly<Record<string, string>> = {
  queued: 'gray',
  running: 'blue',
  completed: 'green',
  failed: 'red',
  blocked: 'orange',
  healthy: 'green',
  silent: 'red',
  stopped: 'gray',
  banned: 'red',
  'in review': 'orange',
  operator: 'grape',
  hidden: 'orange',
};

/** The state of something; its word is what tells, the colour repeats it. */
export function StateBadge({ state }: { readonly state: string }) {
  return (
    <Badge variant="light" color={COLOURS[state] ?? 'gray'} tt="none" className="operator-state" autoContrast>
      {state}
    </Badge>
  );
}
