import { ArrowUpRightFromSquare, Clapperboard, Film, Image, ImagePlus, type LucideIcon } from 'lucide-react';
import { ChoiceGroup } from './choice-group.tsx';
import type { Operation } from './draft.ts';
import { chooseOperation } from './use-draft.ts';

export const operations: readonly {
  readonly value: Operation;
  readonly name: string;
  readonly icon: LucideIcon;
}[] = [
  { value: 'image', name: 'Image', icon: Image },
  { value: 'image-from-image', name: 'Image from image', icon: ImagePlus },
  { value: 'video', name: 'Video', icon: Film },
  { value: 'video-from-image', name: 'Video from image', icon: Clapperboard },
  { value: 'upscale', name: 'Upscale', icon: ArrowUpRightFromSquare },
];

export const nameOf = (kind: Operation): string =>
  operations.find(({ value }) => value === kind)?.name ?? kind;

interface OperationPickerProps {
  readonly operation: Operation;
  /** In a row above the prompt, where only the chosen one has its name on a phone. */
  readonly isCompact?: boolean;
}

export function OperationPicker({ operation, isCompact = false }: OperationPickerProps) {
  const choices = operations.map(({ value, name, icon: Icon }) => ({
    value,
    name,
    content: <Icon size={18} aria-hidden="true" />,
  }));
  return (
    <ChoiceGroup
      label="Kind"
      value={operation}
      choices={choices}
      columns={5}
      isCompact={isCompact}
      onChange={chooseOperation}
    />
  );
}
