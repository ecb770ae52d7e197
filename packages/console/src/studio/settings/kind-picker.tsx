import { ArrowUpRightFromSquare, Clapperboard, Film, Image, ImagePlus, type LucideIcon } from 'lucide-react';
import { ChoiceGroup } from './choice-group.tsx';
import type { Kind } from './draft.ts';
import { chooseKind } from './use-draft.ts';

export const kinds: readonly { readonly value: Kind; readonly name: string; readonly icon: LucideIcon }[] = [
  { value: 'image', name: 'Image', icon: Image },
  { value: 'image-from-image', name: 'Image from image', icon: ImagePlus },
  { value: 'video', name: 'Video', icon: Film },
  { value: 'video-from-image', name: 'Video from image', icon: Clapperboard },
  { value: 'upscale', name: 'Upscale', icon: ArrowUpRightFromSquare },
];

export const nameOf = (kind: Kind): string => kinds.find(({ value }) => value === kind)?.name ?? kind;

export function KindPicker({ kind }: { readonly kind: Kind }) {
  const choices = kinds.map(({ value, name, icon: Icon }) => ({
    value,
    name,
    content: <Icon size={18} aria-hidden="true" />,
  }));
  return <ChoiceGroup label="Kind" value={kind} choices={choices} columns={5} onChange={chooseKind} />;
}
