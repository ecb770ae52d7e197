import type { ImageQuote, VideoQuote } from '@kinora/client';
import { UsageError } from '@kinora/program/command';
import { type CustomerCommand, jsonOption, requireArgument, serverOption } from '../customer-command.ts';
import { exitStatus } from '../exit-status.ts';
import { imageOptions, modelOption, readImageOrder, readVideoOrder, videoOptions } from '../order.ts';
import { formatUsd, print, printJson } from '../output.ts';
import { signedIn } from '../session.ts';

const VIDEO_ONLY = ['duration', 'mode', 'image'];

export const quote: CustomerCommand = {
  name: 'quote',
  parameters: 'image|video PROMPT',
  about: `Shows what an order would deliver and cost, and who would pay for it, or why it would be refused.
Nothing is ordered.

  kinora quote video "rain over a neon city" --duration 10`,
  options: {
    ...imageOptions,
    ...videoOptions,
    model: modelOption('models'),
    ...jsonOption('the response of POST /v1/images/quote or POST /v1/videos/quote.'),
    ...serverOption,
  },
  async run(line) {
    const kind = requireArgument(line, 0, 'what to quote, image or video,');
    if (kind !== 'image' && kind !== 'video') throw new UsageError(`quote image or video, not "${kind}"`);
    const foreign = kind === 'image' ? VIDEO_ONLY.find((name) => line.text(name) !== undefined) : undefined;
    if (foreign !== undefined) throw new UsageError(`--${foreign} is for videos`);
    const image = kind === 'image' ? readImageOrder(line, 1) : undefined;
    const video = image === undefined ? await readVideoOrder(line, 1) : undefined;
    const client = await signedIn(line.text('server'));
    const quoted =
      video === undefined ? await client.quoteImage(image ?? { prompt: '' }) : await client.quoteVideo(video);
    if (line.has('json')) printJson(quoted);
    else printQuote(quoted);
    return exitStatus.done;
  },
};

function printQuote(quoted: ImageQuote | VideoQuote): void {
  const { output_width, output_height, price_cents, paid_from } = quoted;
  const size = `${output_width}x${output_height}`;
  const length = quoted.kind === 'video' ? `, ${Number(quoted.duration_seconds.toFixed(2))} s` : '';
  // The image model of a request that names none is called like its kind.
  const model = quoted.model === quoted.kind ? '' : `, ${quoted.model}`;
  print(`${quoted.kind}, ${size}${length}${model}: ${formatUsd(price_cents)}`);
  const sources = [
    paid_from.allowance_images > 0 ? `${paid_from.allowance_images} image of your allowance` : '',
    paid_from.allowance_seconds > 0
      ? `${Number(paid_from.allowance_seconds.toFixed(2))} s of your allowance`
      : '',
    paid_from.balance_cents > 0 ? `${formatUsd(paid_from.balance_cents)} of your balance` : '',
    paid_from.month_end_cents > 0 ? `${formatUsd(paid_from.month_end_cents)} at the end of the month` : '',
  ];
  print(`paid from ${sources.filter(Boolean).join(' and ')}`);
}
