import { framesMax, framesMin, framesPerSecond } from '@kinora/contract';
import { Slider, Stack, Switch, Text } from '@mantine/core';
import { useId } from 'react';
import { ChoiceGroup } from './choice-group.tsx';
import {
  type Draft,
  isVideo,
  needsSource,
  type Offer,
  type Shape,
  type SizeClass,
  sizesOf,
  typeOf,
} from './draft.ts';
import { changeDraft } from './use-draft.ts';

interface FieldsProps {
  readonly draft: Draft;
  readonly offer: Offer;
}

const NEEDS_PLAN = 'Pro';
const SIZE_NAMES: Readonly<Record<SizeClass, string>> = {
  1024: '1K',
  1280: 'HD',
  1920: 'Full HD',
  2048: '2K',
  4096: '4K',
};

/** Size, shape, length and sound, as far as the operation has them. What the tier does not allow says what would. */
export function SizeFields({ draft, offer }: FieldsProps) {
  if (draft.operation === 'upscale') return <FactorField draft={draft} offer={offer} />;
  return (
    <>
      <SizeField draft={draft} offer={offer} />
      <ShapeField draft={draft} />
      {isVideo(draft.operation) && <LengthField draft={draft} offer={offer} />}
      {isVideo(draft.operation) && <SoundField draft={draft} offer={offer} />}
    </>
  );
}

function FactorField({ draft, offer }: FieldsProps) {
  const lockedBy = offer.types.includes('upscale_pro') ? undefined : NEEDS_PLAN;
  return (
    <ChoiceGroup
      label="Enlarge"
      value={draft.factor}
      columns={2}
      choices={[
        { value: 2, name: 'Twice the size' },
        { value: 4, name: 'Four times the size', lockedBy },
      ]}
      onChange={(factor: 2 | 4) => changeDraft({ factor })}
    />
  );
}

function SizeField({ draft, offer }: FieldsProps) {
  const sizes = sizesOf(draft);
  if (sizes.length < 2) return null;
  const hasSound = isVideo(draft.operation) && draft.sound;
  const choices = sizes.map((size) => {
    const mayType = offer.types.includes(typeOf({ ...draft, sound: false, size }));
    const isOpen = mayType && (isVideo(draft.operation) || size <= offer.limits.image_longest_side);
    const lockedBy = hasSound && size !== 1024 ? 'silent' : isOpen ? undefined : lockOf(size);
    return { value: size, name: SIZE_NAMES[size], lockedBy };
  });
  return (
    <ChoiceGroup
      label="Size"
      value={hasSound ? 1024 : draft.size}
      columns={sizes.length}
      choices={choices}
      onChange={(size) => changeDraft({ size })}
    />
  );
}

const lockOf = (size: SizeClass): string => (size === 4096 ? 'Max' : NEEDS_PLAN);

const SHAPES: readonly {
  readonly value: Shape;
  readonly name: string;
  readonly size: readonly [number, number];
}[] = [
  { value: '1:1', name: '1:1', size: [14, 14] },
  { value: '3:2', name: '3:2', size: [18, 12] },
  { value: '16:9', name: '16:9', size: [20, 11] },
  { value: '2:3', name: '2:3', size: [12, 18] },
  { value: '9:16', name: '9:16', size: [11, 20] },
];

function ShapeField({ draft }: Pick<FieldsProps, 'draft'>) {
  const shapes = SHAPES.map(({ value, name, size: [width, height] }) => ({
    value,
    name,
    content: (
      <svg width={22} height={22} viewBox="0 0 22 22" aria-hidden="true">
        <rect
          x={11 - width / 2}
          y={11 - height / 2}
          width={width}
          height={height}
          rx={2}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
        />
      </svg>
    ),
  }));
  const choices = needsSource(draft.operation)
    ? [{ value: 'source' as const, name: 'Same as the image' }, ...shapes]
    : shapes;
  return (
    <ChoiceGroup
      label="Shape"
      value={draft.shape}
      columns={needsSource(draft.operation) ? 3 : 5}
      choices={choices}
      onChange={(shape) => changeDraft({ shape })}
    />
  );
}

function LengthField({ draft, offer }: FieldsProps) {
  const id = useId();
  const limit = Math.min(framesMax, offer.limits.video_frames);
  const length = Math.min(draft.length, limit);
  return (
    <div>
      <Text id={id} size="sm" fw={500} mb={6}>
        Length: {secondsOf(length)} s
      </Text>
      <Slider
        min={framesMin}
        max={limit}
        step={8}
        value={length}
        label={(frames) => `${secondsOf(frames)} s`}
        thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': `${secondsOf(length)} seconds` }}
        onChange={(frames) => changeDraft({ length: frames })}
      />
      {limit < framesMax && (
        <Text size="xs" c="dimmed" mt={6}>
          Up to {secondsOf(framesMax)} s with {NEEDS_PLAN}.
        </Text>
      )}
    </div>
  );
}

export const secondsOf = (frames: number): string => (frames / framesPerSecond).toFixed(1);

function SoundField({ draft, offer }: FieldsProps) {
  const isOpen = offer.types.includes(draft.operation === 'video' ? 'video_av' : 'i2v_av');
  return (
    <Stack gap={4}>
      <Switch
        label="Sound"
        description={isOpen ? 'Videos with sound have the size 1K.' : `Sound needs ${NEEDS_PLAN}.`}
        checked={draft.sound && isOpen}
        disabled={!isOpen}
        onChange={({ currentTarget }) => changeDraft({ sound: currentTarget.checked })}
      />
    </Stack>
  );
}
