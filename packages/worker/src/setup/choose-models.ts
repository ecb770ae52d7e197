import { type Medium, poolNames, servedByDefault } from '@kinora/contract';
import { UsageError } from '@kinora/program/command';
import type { Dialogue } from './dialogue.ts';
import { profileOf } from './server-profile.ts';
import type { Settings } from './settings-file.ts';
import type { SoldModel } from './sold-models.ts';

/** What names of models that render say. A list has models for text, too. */
const LIKE: Readonly<Record<Medium, RegExp>> = {
  image: /image|imagen|flux|sdxl|stable-?diffusion|dall-e|seedream|painter|kolors|hidream|recraft/i,
  video: /video|sora|wan[-_.\d]|ltx|veo|kling|seedance|hunyuan|cogvideo|mochi|i2v|t2v/i,
};
const SHOWN = 20;

/** Which of its models a server with the interface of OpenAI renders with: as the settings say, or as the operator answers. */
export async function chooseVendorModels(
  settings: Settings,
  models: readonly string[] | undefined,
  dialogue: Dialogue,
): Promise<Settings> {
  if (mediaOf(settings).length > 0) return {};
  const known = models ?? [];
  const list = known.slice(0, SHOWN).join(', ') + (known.length > SHOWN ? ', ...' : '');
  const has = known.length === 0 ? 'it lists none' : `it has ${list}`;
  if (known.length > 0) dialogue.say(`Its models: ${list}`);
  const { operations } = profileOf(settings);
  const ask = async (medium: Medium) => {
    if (operations[medium] === undefined) return undefined;
    const guess = known.find((name) => LIKE[medium].test(name) && !LIKE[other(medium)].test(name)) ?? 'none';
    const answer = await dialogue.ask(`Which of its models renders ${medium}s?`, {
      instead: `give --image-model NAME, --video-model NAME, or both; ${has}`,
      byDefault: guess,
    });
    return answer === 'none' ? undefined : answer;
  };
  const image = await ask('image');
  const video = await ask('video');
  if (image === undefined && video === undefined)
    throw new UsageError(`name a model with --image-model or --video-model; ${has}`);
  return {
    ...(image !== undefined && { KINORA_OPENAI_IMAGE_MODEL: image }),
    ...(video !== undefined && { KINORA_OPENAI_VIDEO_MODEL: video }),
  };
}

const other = (medium: Medium): Medium => (medium === 'image' ? 'video' : 'image');

function mediaOf(settings: Settings): Medium[] {
  const has = (...names: string[]) => names.some((name) => settings[`KINORA_OPENAI_${name}`] !== undefined);
  const isRendered = {
    image: has('IMAGE_MODEL', 'EDIT_MODEL'),
    video: has('VIDEO_MODEL', 'ANIMATE_MODEL'),
  };
  return poolNames.filter((medium) => isRendered[medium]);
}

/** The value of KINORA_WORKER_MODELS: the models of the catalogue that a vendor renders. */
export async function chooseServed(
  settings: Settings,
  wanted: readonly string[] | undefined,
  sold: readonly SoldModel[],
  dialogue: Dialogue,
): Promise<string> {
  const media = mediaOf(settings);
  const before = settings.KINORA_WORKER_MODELS;
  if (wanted === undefined && before !== undefined) return before;
  const fitting = sold.filter(({ medium }) => media.includes(medium));
  const usual = fitting.filter(({ id, medium }) => servedByDefault[medium].includes(id));
  const ids = fitting.map(({ id }) => id);
  const chosen =
    wanted ??
    (media.every((medium) => usual.some((each) => each.medium === medium))
      ? usual.map(({ id }) => id)
      : (
          await dialogue.ask(`Which models of the catalogue does it render? It sells ${ids.join(', ')}.`, {
            instead: `give --models, some of ${ids.join(',')}`,
          })
        ).split(/[\s,]+/));
  checkSold(chosen, fitting, media);
  return chosen.map((id) => withMedium(id, sold)).join(',');
}

/** How many jobs a server renders at once, as the settings say or the operator answers. */
export async function chooseSlots(
  settings: Settings,
  byDefault: number,
  dialogue: Dialogue,
): Promise<Settings> {
  if (settings.KINORA_WORKER_SLOTS !== undefined || !dialogue.isTerminal) return {};
  const question = 'How many jobs may it render at once? Stay below the rate limit of a vendor.';
  const slots = await dialogue.ask(question, { instead: 'give --slots N', byDefault: String(byDefault) });
  return { KINORA_WORKER_SLOTS: slots };
}

export function checkSold(
  wanted: readonly string[],
  sold: readonly SoldModel[],
  media: readonly Medium[] = poolNames,
): void {
  const unknown = wanted.find((id) => !sold.some((model) => model.id === id));
  if (unknown !== undefined) {
    throw new UsageError(
      `"${unknown}" is no model for ${media.map((medium) => `${medium}s`).join(' and ')} of the catalogue, which sells ${sold.map(({ id }) => id).join(', ')}`,
    );
  }
}

function withMedium(id: string, sold: readonly SoldModel[]): string {
  const medium = sold.find((model) => model.id === id)?.medium ?? 'image';
  return servedByDefault[medium].includes(id) ? id : `${id}:${medium}`;
}
