import type { CustomerCommand } from '../customer-command.ts';
import { readVideoOrder, videoOptions } from '../order.ts';
import { generate, generateOptions } from './generate.ts';

export const video: CustomerCommand = {
  name: 'video',
  parameters: 'PROMPT',
  about: `Generates a video with sound, waits for it and saves it as MP4; with --image, of that image.

  kinora video "rain over a neon city at night" --duration 5 -o rain.mp4
  kinora video "slow push in, drifting snow" --image fox.png`,
  options: { ...videoOptions, ...generateOptions },
  async run(line) {
    const order = await readVideoOrder(line);
    return generate(line, {
      medium: 'video',
      accept: (client, options) => client.generateVideo(order, options),
      inline: (client, options) => client.generateVideoInline(order, options),
    });
  },
};
