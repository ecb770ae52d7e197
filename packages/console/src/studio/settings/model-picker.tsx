import { framesMin } from '@kinora/contract';
import { Text } from '@mantine/core';
import { wantedModel } from '../../pricing/wanted.ts';
import { durationOf } from '../gallery/job-words.ts';
import classes from './choice-group.module.css';
import { ChoiceGroup } from './choice-group.tsx';
import { type Draft, isVideo, mediumOf, modelsOf, sizesOf } from './draft.ts';
import { isRendered, priceFrom, type SoldModel } from './model-order.ts';
import { SIZE_NAMES } from './size-names.ts';
import { changeDraft } from './use-draft.ts';
import { isFree, type Terms } from './ways-to-pay.ts';

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
