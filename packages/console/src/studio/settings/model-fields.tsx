import { framesMin, type ModelView, type Size } from '@kinora/contract';
import { Text } from '@mantine/core';
import { wantedModel } from '../../pricing/wanted.ts';
import { durationOf } from '../gallery/job-words.ts';
import classes from './choice-group.module.css';
import { ChoiceGroup } from './choice-group.tsx';
import { type Draft, isVideo, mediumOf, modelsOf, needsSource, sizesOf } from './draft.ts';
import { LengthSlider } from './length-slider.tsx';
import {
  isRendered,
  lengthOf,
  priceFrom,
  type SoldModel,
  shapeOf,
  shapesOf,
  sizeInShape,
  sizeOf,
  sizesOfModel,
  type VideoModelView,
} from './model-order.ts';
import { ShapeChoice } from './shape-choice.tsx';
import { FactorChoice, OTHER_MODEL } from './size-fields.tsx';
import { SIZE_NAMES } from './size-names.ts';
import { changeDraft } from './use-draft.ts';
import { isFree, type Terms } from './ways-to-pay.ts';

interface ModelFieldsProps {
  readonly draft: Draft;
  readonly model: ModelView;
}

/** What there is to choose of a model with its own sizes, which the balance pays. */
export function ModelFields({ draft, model }: ModelFieldsProps) {
  return (
    <>
      {draft.operation === 'upscale' ? (
        <FactorChoice
          factor={draft.factor}
          two={model.operations.includes('upscale') ? undefined : OTHER_MODEL}
          four={model.operations.includes('upscale_pro') ? undefined : OTHER_MODEL}
        />
      ) : (
        <SizeOfModel draft={draft} model={model} />
      )}
      {isVideo(draft.operation) && model.kind === 'video' && (
        <LengthOfModel model={model} chosen={draft.seconds} />
      )}
    </>
  );
}

interface ModelPickerProps {
  readonly draft: Draft;
  readonly models: readonly SoldModel[];
  readonly terms: Terms;
}

/** Every model that renders the kind, with what it is good for; one alone is stated. */
export function ModelPicker({ draft, models, terms }: ModelPickerProps) {
  const { offered, model } = modelsOf(draft, models);
  if (model === undefined) return null;
  if (offered.length === 1 && model.lockedBy === undefined) {
    return (
      <Text component="div" size="xs" className={classes.only ?? ''}>
        <strong>{model.title}</strong>
        <ModelNote model={model} draft={draft} terms={terms} />
      </Text>
    );
  }
  const choices = offered.map((one) => ({
    value: one.id,
    name: one.title,
    note: <ModelNote model={one} draft={draft} terms={terms} />,
    lockedBy: one.lockedBy,
    wanted: wantedModel(one),
    isOff: !isRendered(one),
  }));
  return (
    <ChoiceGroup
      label="Model"
      value={model.id}
      columns={1}
      choices={choices}
      onChange={(id) => changeDraft({ models: { ...draft.models, [mediumOf(draft.operation)]: id } })}
    />
  );
}

function ModelNote({
  model,
  draft,
  terms,
}: Omit<ModelPickerProps, 'models'> & { readonly model: SoldModel }) {
  const { description, available, estimated_wait_seconds: wait } = model;
  const facts = [
    ...(model.isOfTypes ? [freeUpTo(draft, model, terms)] : []),
    priceFrom(model),
    ...(model.kind === 'video' ? [model.sound ? 'sound' : 'no sound'] : []),
    wait === null
      ? 'not available now'
      : `${available ? '' : 'starts for an order, '}in about ${durationOf(wait)}`,
  ];
  return (
    <>
      <span>{description}</span>
      <span>{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
    </>
  );
}

/** The largest that costs nothing. */
function freeUpTo(draft: Draft, model: SoldModel, terms: Terms): string | undefined {
  const silent = { ...draft, model, sound: false, factor: 2, length: framesMin } as const;
  if (draft.operation === 'upscale') return isFree(silent, terms) ? 'Twice the size is free' : undefined;
  const size = [...sizesOf(draft.operation)].reverse().find((one) => isFree({ ...silent, size: one }, terms));
  if (size === undefined) return undefined;
  return `Free up to ${SIZE_NAMES[size]}${isVideo(draft.operation) ? ' without sound' : ''}`;
}

const written = ({ width, height }: Size): string => `${width} × ${height}`;

function SizeOfModel({ draft, model }: Pick<ModelFieldsProps, 'draft' | 'model'>) {
  const shape = shapeOf(model, draft);
  const shapes = shapesOf(model).filter((one) => one !== 'source' || needsSource(draft.operation));
  const sizes = sizesOfModel(model, shape, draft.source);
  return (
    <>
      <ShapeChoice
        shape={shape}
        shapes={shapes}
        onChange={(chosen) => changeDraft({ shape: chosen, pixels: sizeInShape(model, draft, chosen) })}
      />
      <ChoiceGroup
        label="Size"
        value={written(sizeOf(model, draft))}
        columns={3}
        choices={sizes.map((size) => ({ value: written(size), name: written(size) }))}
        onChange={(chosen) => changeDraft({ pixels: sizes.find((size) => written(size) === chosen) })}
      />
    </>
  );
}

const secondsIn = (value: number): string => String(Math.round(value * 100) / 100);

function LengthOfModel({
  model,
  chosen,
}: {
  readonly model: VideoModelView;
  readonly chosen: number | undefined;
}) {
  const { at, only, min, max } = lengthOf(model, chosen);
  const unit = at.seconds / at.steps;
  if (only !== undefined) {
    return (
      <ChoiceGroup
        label="Length"
        value={at.seconds}
        columns={Math.min(5, Math.max(3, only.length))}
        choices={only.map(({ seconds }) => ({ value: seconds, name: `${secondsIn(seconds)} s` }))}
        onChange={(seconds) => changeDraft({ seconds })}
      />
    );
  }
  return (
    <div>
      <LengthSlider
        min={min.steps}
        max={max.steps}
        step={1}
        value={at.steps}
        secondsOf={(steps) => (steps * unit).toFixed(1)}
        onChange={(steps) => changeDraft({ seconds: steps * unit })}
      />
    </div>
  );
}
