import { readFile, stat } from 'node:fs/promises';
import type { ImageGenerateRequest, VideoGenerateRequest } from '@kinora/client';
import { UsageError } from '@kinora/program/command';
import { type CommandLine, type Option, type Options, requireArgument } from './customer-command.ts';

/** What is ordered, from the options that ordering and quoting share. */

const common: Options = {
  negative: { value: 'TEXT', about: 'What must not be shown; for models that take it ("kinora models ID").' },
  size: { value: 'WxH', about: 'Pixels; default that of the model.' },
  seed: { value: 'N', about: 'The same prompt with the same seed gives the same file.' },
  'max-price-cents': { value: 'N', about: 'Order only if it costs no more than this.' },
};

/** `listedBy` is the command that lists the models of the medium. */
export function modelOption(listedBy: string): Option {
  return { value: 'ID', about: 'The model; "kinora models" lists them.', listedBy };
}

export const imageOptions: Options = {
  model: modelOption('models --kind image'),
  ...common,
};

export const videoOptions: Options = {
  model: modelOption('models --kind video'),
  mode: { value: 'MODE', about: 'The mode of a model, instead of its id; "kinora models ID" shows it.' },
  duration: { value: 'SECONDS', about: 'The length; default that of the model.' },
  image: { value: 'FILE', about: 'A PNG, JPEG or WebP to make the video from.', isFile: true },
  ...common,
};

export function readImageOrder(line: CommandLine, at = 0): ImageGenerateRequest {
  return {
    prompt: requirePrompt(line, at),
    ...readSize(line),
    ...readCommon(line),
  };
}

export async function readVideoOrder(line: CommandLine, at = 0): Promise<VideoGenerateRequest> {
  const duration = readNumber(line, 'duration');
  const mode = line.text('mode');
  const image = line.text('image');
  return {
    prompt: requirePrompt(line, at),
    ...readSize(line),
    ...readCommon(line),
    ...(duration !== undefined && { duration }),
    ...(mode !== undefined && { mode }),
    ...(image !== undefined && { init_image_base64: await readImageFile(image) }),
  };
}

function readSize(line: CommandLine): { readonly width?: number; readonly height?: number } {
  const size = line.text('size');
  if (size === undefined) return {};
  const match = /^(\d{1,5})x(\d{1,5})$/i.exec(size);
  if (match === null) throw new UsageError(`--size must be like 1024x1024, not "${size}"`);
  return { width: Number(match[1]), height: Number(match[2]) };
}

interface Common {
  readonly negative_prompt?: string;
  readonly model?: string;
  readonly seed?: number;
  readonly max_price_cents?: number;
}

function readCommon(line: CommandLine): Common {
  const negative = line.text('negative');
  const model = line.text('model');
  const seed = readNumber(line, 'seed');
  const maxPriceCents = readNumber(line, 'max-price-cents');
  return {
    ...(negative !== undefined && { negative_prompt: negative }),
    ...(model !== undefined && { model }),
    ...(seed !== undefined && { seed }),
    ...(maxPriceCents !== undefined && { max_price_cents: maxPriceCents }),
  };
}

/** The service says what the limits are. */
export function readNumber(line: CommandLine, name: string): number | undefined {
  const text = line.text(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new UsageError(`--${name} must be a number, not "${text}"`);
  return value;
}

const UPLOAD_MAX_BYTES = 12 * 1024 * 1024;

async function readImageFile(file: string): Promise<string> {
  const refuse = (error: NodeJS.ErrnoException): never => {
    throw new UsageError(`--image ${file} cannot be read: ${error.code}`);
  };
  const found = await stat(file).catch(refuse);
  if (!found.isFile()) throw new UsageError(`--image ${file} is not a file`);
  if (found.size > UPLOAD_MAX_BYTES) throw new UsageError(`--image ${file} is larger than 12 MiB`);
  return (await readFile(file).catch(refuse)).toString('base64');
}

function requirePrompt(line: CommandLine, at: number): string {
  const prompt = requireArgument(line, at, 'the prompt, in quotes,');
  // Many programs take it for standard input, and here it would be paid for.
  if (prompt === '-') throw new UsageError('the prompt is not read from standard input; give it as "$(cat)"');
  return prompt;
}
