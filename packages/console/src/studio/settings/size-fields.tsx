import { framesMax, framesMin, framesPerSecond } from '@kinora/contract';
import { Slider, Stack, Switch, Text } from '@mantine/core';
import { useId } from 'react';
import { ChoiceGroup } from './choice-group.tsx';
import { type Draft, isVideo, needsSource, type Offer, type SizeClass, sizesOf, typeOf } from './draft.ts';
import { NAMED_SHAPES } from './shape.ts';
import { ShapeChoice } from './shape-choice.tsx';
import { changeDraft } from './use-draft.ts';

/** What a plan allows, and its name. */
export interface PlanOffer extends Offer {
  readonly title: string;
}

interface FieldsProps {
  readonly draft: Draft;
  readonly offer: Offer;
  /** The plans that are sold. */
  readonly plans: readonly PlanOffer[];
}

/** The name of the first plan that allows it; undefined if none does. */
export const planWith = (
  plans: readonly PlanOffer[],
  allows: (offer: Offer) => boolean,
): string | undefined => plans.find(allows)?.title;

const SIZE_NAMES: Readonly<Record<SizeClass, string>> = {
  1024: '1K',
  1280: 'HD',
  1920: 'Full HD',
  2048: '2K',
  4096: '4K',
};

/** Size, shape, length and sound, as far as the operation has them. What the tier does not allow says what would. */
export function SizeFields(props: FieldsProps) {
  const { draft } = props;
  if (draft.operation === 'upscale') return <FactorField {...props} />;
  const shapes = needsSource(draft.operation) ? (['source', ...NAMED_SHAPES] as const) : NAMED_SHAPES;
  return (
    <>
      <SizeField {...props} />
      <ShapeChoice shape={draft.shape} shapes={shapes} onChange={(shape) => changeDraft({ shape })} />
      {isVideo(draft.operation) && <LengthField {...props} />}
      {isVideo(draft.operation) && <SoundField {...props} />}
    </>
  );
}

function FactorField({ draft, offer, plans }: FieldsProps) {
  const isIn = ({ types }: Offer): boolean => types.includes('upscale_pro');
  const four = isIn(offer) ? undefined : (planWith(plans, isIn) ?? 'No plan');
  return <FactorChoice factor={draft.factor} four={four} />;
}

interface FactorChoiceProps {
  readonly factor: 2 | 4;
  /** What would allow it; undefined if it is allowed. */
  readonly two?: string | undefined;
  readonly four: string | undefined;
}

export function FactorChoice({ factor, two, four }: FactorChoiceProps) {
  return (
    <ChoiceGroup
      label="Enlarge"
      value={factor}
      columns={2}
      choices={[
        { value: 2, name: 'Twice the size', lockedBy: two },
        { value: 4, name: 'Four times the size', lockedBy: four },
      ]}
      onChange={(chosen: 2 | 4) => changeDraft({ factor: chosen })}
    />
  );
}

function SizeField({ draft, offer, plans }: FieldsProps) {
  const sizes = sizesOf(draft);
  if (sizes.length < 2) return null;
  const hasSound = isVideo(draft.operation) && draft.sound;
  const choices = sizes.flatMap((size) => {
    const type = typeOf({ ...draft, sound: false, size });
    const isIn = ({ types, limits }: Offer): boolean =>
      types.includes(type) && (isVideo(draft.operation) || size <= limits.image_longest_side);
    const plan = isIn(offer) ? undefined : planWith(plans, isIn);
    // What nobody may order is not shown.
    if (plan === undefined && !isIn(offer)) return [];
    const lockedBy = hasSound && size !== 1024 ? 'silent' : plan;
    return [{ value: size, name: SIZE_NAMES[size], lockedBy }];
  });
  return (
    <ChoiceGroup
      label="Size"
      value={hasSound ? 1024 : draft.size}
      columns={choices.length}
      choices={choices}
      onChange={(size) => changeDraft({ size })}
    />
  );
}

function LengthField({ draft, offer, plans }: FieldsProps) {
  const limit = Math.min(framesMax, offer.limits.video_frames);
  const longer = plans.find(({ limits }) => limits.video_frames > limit);
  return (
    <div>
      <LengthSlider
        min={framesMin}
        max={limit}
        step={8}
        value={Math.min(draft.length, limit)}
        secondsOf={(frames) => secondsOf(frames)}
        onChange={(frames) => changeDraft({ length: frames })}
      />
      {longer !== undefined && (
        <Text size="xs" c="dimmed" mt={6}>
          Up to {secondsOf(Math.min(framesMax, longer.limits.video_frames))} s with {longer.title}.
        </Text>
      )}
    </div>
  );
}

interface LengthSliderProps {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The seconds of a value. */
  readonly secondsOf: (value: number) => string;
  readonly onChange: (value: number) => void;
}

export function LengthSlider({ secondsOf: inSeconds, ...slider }: LengthSliderProps) {
  const id = useId();
  const seconds = inSeconds(slider.value);
  return (
    <>
      <Text id={id} size="sm" fw={500} mb={6}>
        Length: {seconds} s
      </Text>
      <Slider
        {...slider}
        label={(value) => `${inSeconds(value)} s`}
        thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': `${seconds} seconds` }}
      />
    </>
  );
}

export const secondsOf = (frames: number, rate: number = framesPerSecond): string =>
  (frames / rate).toFixed(1);

function SoundField({ draft, offer, plans }: FieldsProps) {
  const isIn = ({ types }: Offer): boolean =>
    types.includes(draft.operation === 'video' ? 'video_av' : 'i2v_av');
  const isOpen = isIn(offer);
  return (
    <Stack gap={4}>
      <Switch
        label="Sound"
        description={
          isOpen
            ? 'Videos with sound have the size 1K.'
            : `Sound needs ${planWith(plans, isIn) ?? 'a balance'}.`
        }
        checked={draft.sound && isOpen}
        disabled={!isOpen}
        onChange={({ currentTarget }) => changeDraft({ sound: currentTarget.checked })}
      />
    </Stack>
  );
}
