import { UsageError } from '@kinora/program/command';
import { readerOf } from '@kinora/program/setting';
import { readCosts } from '../costs.ts';
import type { Dialogue } from './dialogue.ts';
import { managedSettings } from './keep-settings.ts';
import type { Costs, SaidCosts } from './margins.ts';
import { changeSettings, readText, type Settings, writeSettingsFile } from './settings-file.ts';
import { type Flags, readUsd } from './setup-flags.ts';
import type { SoldModel } from './sold-models.ts';

/** What is measured anew differs by so much without a reason. */
const NOISE = 0.1;

/** What rendering costs, as options or the settings say, or the operator answers. */
export async function chooseCosts(
  said: SaidCosts,
  settings: Settings,
  isVendor: boolean,
  dialogue: Dialogue,
): Promise<Costs> {
  const byModel = readCosts(readerOf(settings));
  const isKnown = Object.values(said).some((each) => each !== undefined) || byModel.size > 0;
  if (isKnown || !dialogue.isTerminal) return { ...said, byModel };
  const ask = async (what: string, flag: string) => {
    const question = `What does ${what} cost, in US dollars? (empty: not known)`;
    for (;;) {
      try {
        return readUsd(flag, await dialogue.ask(question, { instead: `give --${flag}` }));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        dialogue.say(error.message);
      }
    }
  };
  if (!isVendor) {
    return { ...said, byModel, perHour: await ask('an hour of this machine', 'cost-per-hour') };
  }
  const perImage = await ask('an image', 'cost-per-image');
  return { ...said, byModel, perImage, perSecond: await ask('a second of video', 'cost-per-second') };
}

/** The settings with the costs of an image and of a second that the operator says, for these models. */
export function withCosts(
  settings: Settings,
  { byModel, perImage, perSecond }: Costs,
  models: readonly SoldModel[],
): Settings {
  const said = models.flatMap(({ id, medium }): [string, number][] => {
    const usd = medium === 'image' ? perImage : perSecond;
    return usd === undefined ? [] : [[id, usd * 100]];
  });
  return said.length === 0 ? settings : withCostsOf(settings, new Map([...byModel, ...said]));
}

const withCostsOf = (settings: Settings, costs: ReadonlyMap<string, number>): Settings => ({
  ...settings,
  KINORA_WORKER_COSTS: [...costs].map(([id, cents]) => `${id}=${written(cents)}`).join(','),
});

/** Two digits are more than a measurement is worth. */
function written(cents: number): string {
  return Number(cents.toPrecision(2))
    .toFixed(8)
    .replace(/\.?0+$/, '');
}

/** Writes what was measured into the file of settings. Costs that differ from it are replaced once the operator agrees. */
export async function keepCosts(
  { file, isForced }: Pick<Flags, 'file' | 'isForced'>,
  settings: Settings,
  measured: ReadonlyMap<string, number>,
  dialogue: Dialogue,
): Promise<void> {
  const before = readCosts(readerOf(settings));
  const isNoise = ([id, cents]: [string, number]) =>
    Math.abs(cents - (before.get(id) ?? Infinity)) <= NOISE * Math.max(cents, before.get(id) ?? 0);
  const news = [...measured].filter((each) => !isNoise(each));
  if (news.length === 0) return;
  const after = withCostsOf(settings, new Map([...before, ...news]));
  const { KINORA_WORKER_COSTS: costs = '' } = after;
  if (!isForced && news.some(([id]) => before.has(id))) {
    const question = `${file} has KINORA_WORKER_COSTS=${settings.KINORA_WORKER_COSTS}, and measured is ${costs}.`;
    if (!dialogue.isTerminal) {
      dialogue.say(`WARNING: ${question} It stays; give --force to replace it`);
      return;
    }
    if (!(await dialogue.agree(`${question} Replace it?`, 'give --force'))) return;
  }
  writeSettingsFile(file, changeSettings(readText(file), after, managedSettings).text);
  dialogue.say(`Costs     ${costs}: US cents of an image or of a second of video, written to ${file}`);
}
