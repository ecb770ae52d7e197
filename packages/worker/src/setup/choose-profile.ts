import { UsageError } from '@kinora/program/command';
import type { Dialogue } from './dialogue.ts';
import type { Found } from './find-renderers.ts';
import { profileOf, shippedProfiles } from './server-profile.ts';
import type { Settings } from './settings-file.ts';

/** Asks how a server is asked that lists no models as OpenAI does, and where its results may be. */
export async function chooseProfile(settings: Settings, found: Found, dialogue: Dialogue): Promise<Settings> {
  if (found.kind !== 'openai' || found.models !== undefined) return {};
  const profile = settings.KINORA_OPENAI_PROFILE ?? (await askForProfile(dialogue));
  const operations = Object.values(profileOf({ KINORA_OPENAI_PROFILE: profile }).operations);
  const isHere = operations.every((operation) => operation?.elsewhere !== true);
  const isKnown = isHere || settings.KINORA_OPENAI_OTHER_HOSTS !== undefined;
  if (isKnown || !dialogue.isTerminal) return { KINORA_OPENAI_PROFILE: profile };
  const question = `Vendors keep results in stores elsewhere. Fetch them from other hosts than ${new URL(found.url).hostname}?`;
  const mayFetch = await dialogue.agree(question, 'give --other-hosts');
  return { KINORA_OPENAI_PROFILE: profile, KINORA_OPENAI_OTHER_HOSTS: mayFetch ? 'on' : 'off' };
}

async function askForProfile(dialogue: Dialogue): Promise<string> {
  const profiles = shippedProfiles();
  dialogue.say('It lists no models as OpenAI does. A profile says how it is asked:');
  const width = Math.max(...[...profiles.keys()].map(({ length }) => length));
  for (const [name, about] of profiles) dialogue.say(`  ${name.padEnd(width)}  ${about}`);
  for (;;) {
    const profile = await dialogue.ask('Which profile is for it, or the path of which file?', {
      instead: `give --profile, one of ${[...profiles.keys()].join(', ')}, or a file`,
      byDefault: 'openai',
    });
    try {
      profileOf({ KINORA_OPENAI_PROFILE: profile });
      return profile;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      dialogue.say(error.message);
    }
  }
}
