import { useHotkeys, useLocalStorage } from '@mantine/hooks';
import type { Composer } from './compose/use-composer.ts';
import { VARIANTS } from './compose/use-composer.ts';
import { undoDeletion } from './deletions/delete-soon.ts';
import { randomSeed } from './settings/draft.ts';
import { operations } from './settings/operation-picker.tsx';
import { changeDraft, chooseOperation } from './settings/use-draft.ts';

interface Shortcuts {
  readonly areOn: boolean;
  readonly setOn: (areOn: boolean) => void;
}

/** The keys of the studio outside of its fields, beside those of a tile; none works while a dialog is open. */
export function useShortcuts(composer: Composer, isDialogOpen: boolean, onHelp: () => void): Shortcuts {
  const [areOn, setOn] = useLocalStorage({ key: 'kinora-shortcuts', defaultValue: true });
  const { draft, lastSeed, prompt, send } = composer;
  const isActive = areOn && !isDialogOpen;
  const keys: readonly (readonly [string, () => void])[] = isActive
    ? [
        ['/', () => prompt.current?.focus()],
        ['v', () => send(VARIANTS)],
        ['l', () => changeDraft({ seed: draft.seed === undefined ? (lastSeed ?? randomSeed()) : undefined })],
        ['g', () => document.querySelector<HTMLElement>('[data-job]')?.focus()],
        ['shift+?', onHelp],
        ['?', onHelp],
        ...operations.map(({ value }, at): [string, () => void] => [
          String(at + 1),
          () => chooseOperation(value),
        ]),
      ]
    : [];
  const always: typeof keys = isDialogOpen ? [] : [['mod+Z', undoDeletion]];
  // The fields are distinguished here: no letter is typed into a radio button or a switch.
  useHotkeys(
    [...keys, ...always].map(([key, act]) => [
      key,
      (event) => isTyped(event) || act(),
      { preventDefault: false },
    ]),
    [],
  );
  return { areOn, setOn };
}

const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Whether a key belongs to the field that has the focus; otherwise it is kept from the page. */
function isTyped(event: KeyboardEvent): boolean {
  if (event.target instanceof Element && event.target.closest(TYPED_INTO) !== null) return true;
  event.preventDefault();
  return false;
}
