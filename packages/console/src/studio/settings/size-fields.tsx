import { framesMax, framesMin, framesPerSecond, type PayWith } from '@kinora/contract';
import { Stack, Text } from '@mantine/core';
import { WANTED_LENGTH, wantedType } from '../../pricing/wanted.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { type Draft, isVideo, needsSource, sizesOf, typeOf } from './draft.ts';
import { wantedOf } from './first-locked.ts';
import { LengthSlider } from './length-slider.tsx';
import { lengthOf } from './model-order.ts';
import { PlanLink } from './plan-link.tsx';
import { NAMED_SHAPES } from './shape.ts';
import { ShapeChoice } from './shape-choice.tsx';
import { SIZE_NAMES } from './size-names.ts';
import { TickBox } from './tick-box.tsx';
import { changeDraft } from './use-draft.ts';
import { framesMaxOf, isFree, isOffered, planWith, type Terms, waysToPay } from './ways-to-pay.ts';

interface FieldsProps {
  readonly draft: Draft;
  readonly terms: Terms;
}

/** Size, shape, length and sound of a type, as far as the operation has them. What cannot be ordered says what would allow it. */
export function SizeFields(props: FieldsProps) {
  const { draft } = props;
  if (draft.operation === 'upscale') return <FactorField {...props} />;
  const shapes = needsSource(draft.operation) ? (['source', ...NAMED_SHAPES] as const) : NAMED_SHAPES;
  return (
    <>
      <SizeField {...props} />
      <ShapeChoice
        shape={draft.shape}
        shapes={shapes}
        onChange={(shape) => changeDraft({ shape, pixels: undefined })}
      />
      {isVideo(draft.operation) && <LengthField {...props} />}
      {isVideo(draft.operation) && <SoundField {...props} />}
    </>
  );
}

function FactorField({ draft, terms }: FieldsProps) {
  const four = { ...draft, factor: 4 } as const;
  const lock = isOffered(four, terms) ? undefined : (planWith(terms, four) ?? NO_PLAN);
  return <FactorChoice factor={draft.factor} four={lock} />;
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

function SizeField({ draft, terms }: FieldsProps) {
  const sized = sizesOf(draft.operation).map((size) => ({ ...draft, size }));
  const choices = sized
    .map((one) => ({
      value: one.size,
      name: SIZE_NAMES[one.size],
      mark: isFree(one, terms) ? 'Free' : undefined,
      lockedBy: isOffered(one, terms) ? undefined : lockOf(one, terms),
      wanted: planWith(terms, one) === undefined ? undefined : wantedOf(one),
    }))
    // What nobody may order is not shown.
    .filter(({ lockedBy }, at) => lockedBy !== undefined || isOffered(sized[at] ?? draft, terms));
  if (choices.length < 2) return null;
  return (
    <ChoiceGroup
      label="Size"
      value={draft.size}
      columns={choices.length}
      choices={choices}
      onChange={(size) => changeDraft({ size, pixels: undefined })}
    />
  );
}

/** What would allow it. */
function lockOf(draft: Draft, terms: Terms): string | undefined {
  const { operation, sound } = draft;
  if (isVideo(operation) && isOffered({ ...draft, sound: !sound }, terms))
    return sound ? 'silent' : 'with sound';
  return planWith(terms, draft);
}

function LengthField({ draft, terms }: FieldsProps) {
  const { me, plans } = terms;
  const type = typeOf(draft);
  const { model } = draft;
  const longest = framesMaxOf(me);
  const limit =
    type === undefined && model?.kind === 'video'
      ? Math.min(longest, lengthOf(model, undefined).max.frames)
      : longest;
  const free = isFree({ ...draft, length: framesMin }, terms) ? me.limits.video_frames : limit;
  const longer = plans.find(({ limits }) => limits.video_frames > free);
  const frames = Math.min(framesMax, longer?.limits.video_frames ?? limit);
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
      {free < limit && (
        <Text size="xs" c="dimmed" mt={6}>
          Free up to {secondsOf(free)} s.
        </Text>
      )}
      {longer !== undefined && type !== undefined && (
        <Text size="xs" c="dimmed" mt={6}>
          <PlanLink wanted={WANTED_LENGTH}>
            Up to {secondsOf(frames)} s {free < limit && 'are free '}with {longer.title}
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

function SoundField({ draft, terms }: FieldsProps) {
  const smallest = { ...draft, sound: true, size: 1024 } as const;
  const ways = waysToPay(smallest, terms);
  const isLarger = sizesOf(draft.operation).some(
    (size) => size > 1024 && isOffered({ ...smallest, size }, terms),
  );
  const plan = planWith(terms, smallest);
  return (
    <Stack gap={4}>
      <TickBox
        label="Sound"
        note={describeSound(ways, isLarger)}
        isSwitch
        isChecked={draft.sound === true}
        isDisabled={ways.length === 0}
        onChange={(checked) => {
          // Without a balance only the smallest can be paid.
          const isSmallest = checked && terms.me.balance.cents === 0;
          changeDraft({ sound: checked, pixels: undefined, ...(isSmallest && { size: 1024 }) });
        }}
      />
      {plan !== undefined && !ways.includes('credits') && (
        <Text size="xs" c="dimmed">
          <PlanLink wanted={wantedOf(smallest)}>Sound with the credits of {plan}</PlanLink>.
        </Text>
      )}
    </Stack>
  );
}

function describeSound(ways: readonly PayWith[], isLarger: boolean): string | undefined {
  if (ways.length === 0) return undefined;
  if (!ways.includes('credits')) return 'Sound is paid from the balance.';
  return isLarger
    ? 'Credits pay for sound in 1K, the balance in larger sizes too.'
    : 'Videos with sound have the size 1K.';
}
