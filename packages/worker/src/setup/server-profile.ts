import { UsageError } from '@kinora/program/command';
import { baseOf } from '../openai/call-api.ts';
import {
  isProfileName,
  keyHeaders,
  type Profile,
  profileNames,
  readProfile,
  WrongProfile,
} from '../openai/profile.ts';
import type { Settings } from './settings-file.ts';

export { isProfileName, type Profile };

/** How the server with the interface of OpenAI is asked: as the settings say, else as OpenAI's. Throws `UsageError`. */
export function profileOf({ KINORA_OPENAI_PROFILE: chosen = 'openai' }: Settings = {}): Profile {
  try {
    return readProfile(chosen);
  } catch (error) {
    throw error instanceof WrongProfile ? new UsageError(`--profile: ${error.message}`) : error;
  }
}

/** The settings with the profile of the vendor that they name by its address, or with the address of the one whose profile they name. */
export function withVendor(settings: Settings): Settings {
  const { KINORA_ENGINE: engine, KINORA_OPENAI_URL: url, KINORA_OPENAI_PROFILE: chosen } = settings;
  if (engine === 'comfyui') return settings;
  if (chosen !== undefined) {
    const { address } = profileOf(settings);
    return url === undefined && address !== undefined
      ? { ...settings, KINORA_OPENAI_URL: address }
      : settings;
  }
  const vendor = url !== undefined && profileNames().find((name) => isAt(url, readProfile(name).address));
  return vendor ? { ...settings, KINORA_OPENAI_PROFILE: vendor } : settings;
}

const isAt = (url: string, address: string | undefined): boolean =>
  address !== undefined && URL.canParse(url) && new URL(url).host === new URL(address).host;

/** The header that sends the key of the settings; none without one. */
export const keyHeadersOf = (settings: Settings) =>
  keyHeaders(profileOf(settings), settings.KINORA_OPENAI_KEY);

/** The base address of an API, and the path of its list of models below it; undefined if it has none. */
export const listAt = (url: string, { below, models }: Profile) => ({
  url: baseOf(url, below),
  path: models,
});

/** What the profiles that are shipped are for, by their names. */
export const shippedProfiles = (): ReadonlyMap<string, string> =>
  new Map(profileNames().map((name) => [name, readProfile(name).about]));
