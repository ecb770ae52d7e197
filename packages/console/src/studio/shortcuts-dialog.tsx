import { Kbd, Modal, Switch, Table } from '@mantine/core';
import { useOs } from '@mantine/hooks';

interface ShortcutsDialogProps {
  readonly isOpen: boolean;
  readonly areOn: boolean;
  readonly onClose: () => void;
  readonly onSwitch: (areOn: boolean) => void;
}

/** Keys of one character can be turned off: people who dictate would press them by accident. */
export default function ShortcutsDialog({ isOpen, areOn, onClose, onSwitch }: ShortcutsDialogProps) {
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl';
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Generate, in the prompt', [mod, 'Enter']],
    ['Go to the prompt', ['/']],
    ['Choose the kind', ['1', '–', '5']],
    ['Make 4 variants', ['V']],
    ['Keep or release the seed', ['L']],
    ['Go to the newest job', ['G']],
    ['Move between jobs', ['←', '↑', '→', '↓']],
    ['Open a job', ['Enter']],
    ['Choose a result, with Shift all up to it', ['X']],
    ['Delete a result', ['Delete']],
    ['Undo a deletion', [mod, 'Z']],
    ['Newer or older, in the details', ['←', '→']],
    ['Larger or smaller, in the details', ['+', '−']],
    ['Whole, or pixel by pixel', ['0', '1']],
    ['Close', ['Esc']],
    ['This help', ['?']],
  ];
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <Table verticalSpacing={6} withRowBorders={false}>
        <Table.Tbody>
          {rows.map(([name, keys]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="end">
                {keys.map((key) => (key === '–' ? ' – ' : <Kbd key={key}>{key}</Kbd>))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label="Single-key shortcuts"
        checked={areOn}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
    </Modal>
  );
}
