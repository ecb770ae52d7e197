import type { Operation } from '../settings/draft.ts';
import type { Shape } from '../settings/shape.ts';

/** Something to make by one press, for who has made nothing yet. */
export interface Example {
  readonly operation: Extract<Operation, 'image' | 'video'>;
  readonly shape: Shape;
  readonly prompt: string;
}

/** Good prompts for a generative model, in words of which the built-in engine knows those that matter. */
export const EXAMPLES: readonly Example[] = [
  {
    operation: 'image',
    shape: '3:2',
    prompt: 'A red sailing boat on a calm sea at sunset, watercolour',
  },
  {
    operation: 'video',
    shape: '16:9',
    prompt: 'A lighthouse on a cliff in a storm at night, waves below, slow zoom in',
  },
  {
    operation: 'image',
    shape: '16:9',
    prompt: 'A blue whale under water beside a coral reef, rays of light',
  },
  {
    operation: 'video',
    shape: '16:9',
    prompt: 'Hot air balloons over mountains at sunrise, drifting slowly, slow pan',
  },
];
