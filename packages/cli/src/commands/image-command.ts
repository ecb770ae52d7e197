import type { CustomerCommand } from '../customer-command.ts';
import { imageOptions, readImageOrder } from '../order.ts';
import { generate, generateOptions } from './generate.ts';

export const image: CustomerCommand = {
  name: 'image',
  parameters: 'PROMPT',
  about:
    'Generates an image, waits for it and saves it as PNG.\n\n  kinora image "a red fox in the snow" -o fox.png',
  options: { ...imageOptions, ...generateOptions },
  async run(line) {
    const order = readImageOrder(line);
    return generate(line, {
      medium: 'image',
      accept: (client, options) => client.generateImage(order, options),
      inline: (client, options) => client.generateImageInline(order, options),
    });
  },
};
