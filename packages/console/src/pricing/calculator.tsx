import type { PricedModel } from '@kinora/contract';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ChoiceGroup } from '../studio/settings/choice-group.tsx';
import { LengthSlider } from '../studio/settings/length-slider.tsx';
import { ShapeChoice } from '../studio/settings/shape-choice.tsx';
import { usd } from '../value/usd.ts';
import {
  type CalculatedOrder,
  type CalculatorChoice,
  calculate,
  type PricedSize,
  priceOf,
  studioAddress,
} from './calculated-order.ts';
import classes from './calculator.module.css';
import { SizeToScale } from './size-to-scale.tsx';

/** The price of any order, found among those that the service has quoted. */
export function Calculator({ models }: { readonly models: readonly PricedModel[] }) {
  const [choice, setChoice] = useState<CalculatorChoice>({
    model: models.find(({ kind }) => kind === 'video')?.id,
  });
  const order = calculate(models, choice);
  if (order === undefined) return null;
  const { model, shape, shapes, size, length } = order;
  const change = (changes: Partial<CalculatorChoice>) => setChoice({ ...choice, ...changes });
  return (
    <section className={classes.calculator} aria-labelledby="calculator">
      <Stack gap="lg">
        <Title order={2} size="h3" id="calculator">
          What would it cost?
        </Title>
        <ChoiceGroup
          label="Model"
          value={model.id}
          columns={1}
          choices={models.map((one) => ({ value: one.id, name: one.title, note: <Note model={one} /> }))}
          onChange={(id) => setChoice({ model: id, ...(choice.shape && { shape: choice.shape }) })}
        />
        {shapes.length > 1 && (
          <ShapeChoice shape={shape} shapes={shapes} onChange={(chosen) => change({ shape: chosen })} />
        )}
        <ChoiceGroup
          label="Size"
          value={written(size)}
          columns={2}
          choices={order.sizes.map((one) => ({
            value: written(one),
            name: written(one),
            note: usd(priceOf(model, one, length)),
          }))}
          onChange={(chosen) => {
            const found = order.sizes.find((one) => written(one) === chosen);
            change(found === undefined ? {} : { pixels: found.width * found.height });
          }}
        />
        <Length order={order} onChange={(seconds) => change({ seconds })} />
      </Stack>
      <Outcome order={order} />
    </section>
  );
}

const written = ({ width, height }: Pick<PricedSize, 'width' | 'height'>): string => `${width} × ${height}`;

function Note({ model }: { readonly model: PricedModel }) {
  const { description, steps, kind, only_for: holders } = model;
  const cents = Math.min(...steps.map((step) => step.cents));
  return (
    <>
      <span>{description}</span>
      <span>
        From {usd(cents)} {kind === 'image' ? 'an image' : 'a second'}
        {holders !== null && ` · ${holders.join(', ')} only`}
      </span>
    </>
  );
}

const CHOICES_MAX = 5;
const inSeconds = (seconds: number): string => String(Number(seconds.toFixed(2)));

interface LengthProps {
  readonly order: CalculatedOrder;
  readonly onChange: (seconds: number) => void;
}

/** A few lengths are choices; many are a slider. */
function Length({ order, onChange }: LengthProps) {
  const { lengths } = order.model;
  const seconds = lengths[order.length];
  if (seconds === undefined) return null;
  if (lengths.length <= CHOICES_MAX) {
    return (
      <ChoiceGroup
        label="Length"
        value={seconds}
        columns={Math.max(3, lengths.length)}
        choices={lengths.map((value) => ({ value, name: `${inSeconds(value)} s` }))}
        onChange={onChange}
      />
    );
  }
  return (
    <div>
      <LengthSlider
        min={0}
        max={lengths.length - 1}
        step={1}
        value={order.length}
        secondsOf={(at) => (lengths[at] ?? 0).toFixed(1)}
        onChange={(at) => onChange(lengths[at] ?? seconds)}
      />
    </div>
  );
}

/** What was chosen, to scale, and its price. */
function Outcome({ order }: { readonly order: CalculatedOrder }) {
  const { model, size, length, cents } = order;
  const seconds = model.lengths[length];
  const parts = [
    model.title,
    written(size),
    ...(seconds === undefined
      ? []
      : [`${inSeconds(seconds)}\u00a0s`, model.sound ? 'with sound' : 'no sound']),
  ];
  return (
    <div className={classes.outcome}>
      <SizeToScale sizes={order.sizes} chosen={size} medium={model.kind} />
      <div className={classes.bar}>
        <div role="status">
          <Text className={classes.price ?? ''}>{usd(cents)}</Text>
          <Text c="dimmed" className={classes.parts ?? ''}>
            {parts.join(' · ')}
          </Text>
        </div>
        <Button component="a" href={studioAddress(order)} size="md" className={classes.make ?? ''}>
          Make it in the studio
        </Button>
      </div>
    </div>
  );
}
