import type { PricedModel, PriceStep } from '@kinora/contract';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { count } from '../value/count.ts';
import { usd } from '../value/usd.ts';
import classes from './model-prices.module.css';

/** Every model with the price of its unit, by size. */
export function ModelPrices({ models }: { readonly models: readonly PricedModel[] }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="models">
      <Title order={2} id="models">
        By model
      </Title>
      <ul className={classes.models}>
        {models.map((model) => (
          <li key={model.id} className={classes.model}>
            <div>
              <Group gap="xs">
                <Title order={3} size="h4">
                  {model.title}
                </Title>
                {model.only_for?.map((holder) => (
                  <Badge key={holder} variant="default" tt="none">
                    {holder}
                  </Badge>
                ))}
              </Group>
              <Text c="dimmed" size="sm">
                {model.description}
              </Text>
            </div>
            <dl className={classes.steps}>
              {model.steps.map((step) => (
                <div key={nameOf(step, model.steps.length)}>
                  <dt>{nameOf(step, model.steps.length)}</dt>
                  <dd>{usd(step.cents)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

const RESOLUTIONS = { hd: 'HD', fhd: 'Full HD', '2k': '2K' } as const;

/** What is bought for it: a second of a resolution, or an image up to a number of pixels. */
function nameOf(step: PriceStep, steps: number): string {
  if ('price_tier' in step) return `A second in ${RESOLUTIONS[step.price_tier]}`;
  const { up_to_pixels: pixels } = step;
  if (pixels === null) return steps === 1 ? 'An image' : 'A larger image';
  const side = Math.sqrt(pixels);
  return `An image up to ${Number.isInteger(side) ? `${side} × ${side}` : `${count(pixels)} pixels`}`;
}
