import { framesMax, framesMin, framesPerSecond } from '@kinora/contract';
import { Stack, Switch, Text } from '@mantine/core';
import { WANTED_LENGTH, wantedType } from '../../pricing/wanted.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { type Draft, isVideo, needsSource, type Offer, sizesOf, typeOf } from './draft.ts';
import { LengthSlider } from './length-slider.tsx';
import { PlanLink } from './plan-link.tsx';
import { NAMED_SHAPES } from './shape.ts';
import { ShapeChoice } from './shape-choice.tsx';
import { SIZE_NAMES } from './size-names.ts';
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
  const four = isIn(offer) ? undefined : (planWith(plans, isIn) ?? NO_PLAN);
  return <FactorChoice factor={draft.factor} four={four} />;
}

const NO_PLAN = 'No plan';
/** What locks a factor that only other models have. */
export const OTHER_MODEL = 'Other models';

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
        {
          value: 4,
          name: 'Four times the size',
          lockedBy: four,
          wanted: four === OTHER_MODEL || four === NO_PLAN ? undefined : wantedType('upscale_pro'),
        },
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
    const wanted = plan === undefined ? undefined : wantedType(type, size);
    return [{ value: size, name: SIZE_NAMES[size], lockedBy, wanted }];
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
          <PlanLink wanted={WANTED_LENGTH}>
            Up to {secondsOf(Math.min(framesMax, longer.limits.video_frames))} s with {longer.title}
          </PlanLink>
          .
        </Text>
      )}
    </div>
  );
}

/** The length that is paid, which the first frame only begins. */
export const secondsOf = (frames: number, rate: number = framesPerSecond): string =>
  ((frames - 1) / rate).toFixed(1);

function SoundField({ draft, offer, plans }: FieldsProps) {
  const isIn = ({ types }: Offer): boolean =>
    types.includes(draft.operation === 'video' ? 'video_av' : 'i2v_av');
  const isOpen = isIn(offer);
  return (
    <Stack gap={4}>
      <Switch
        label="Sound"
        description={isOpen ? 'Videos with sound have the size 1K.' : undefined}
        checked={draft.sound && isOpen}
        disabled={!isOpen}
        onChange={({ currentTarget }) => changeDraft({ sound: currentTarget.checked })}
      />
      {!isOpen && (
        <Text size="xs" c="dimmed">
          <PlanLink wanted={wantedType(`${draft.operation === 'video' ? 'video' : 'i2v'}_av`, 1024)}>
            Sound needs {planWith(plans, isIn) ?? 'a balance'}
          </PlanLink>
          .
        </Text>
      )}
    </Stack>
  );
}
