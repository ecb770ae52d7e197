import { readerOf } from '@kinora/program/setting';
import { readRemoteAddress } from '../remote/remote-address.ts';
import type { Dialogue } from './dialogue.ts';
import { type Found, lookAt, USUAL_ADDRESSES } from './find-renderers.ts';
import { keyHeadersOf, profileOf } from './server-profile.ts';
import type { Settings } from './settings-file.ts';

const PREFIX = { comfyui: 'KINORA_COMFYUI_', openai: 'KINORA_OPENAI_' } as const;

/** The renderer that the settings name, or the one that responds here. Rejects if there is none. */
export async function chooseRenderer(
  settings: Settings,
  dialogue: Dialogue,
  usual: readonly string[] = USUAL_ADDRESSES,
): Promise<Found> {
  const kind = kindOf(settings);
  const url = kind && settings[`${PREFIX[kind]}URL`];
  if (kind !== undefined && url !== undefined) {
    const found = await lookAt(addressOf(kind, settings, url), [kind], profileOf(settings));
    if (typeof found === 'string') throw new Error(`${withoutLogin(url)}: ${found}`);
    return found;
  }
  const kinds = kind === undefined ? (['comfyui', 'openai'] as const) : [kind];
  dialogue.say(`Looking for what renders at ${usual.map((each) => new URL(each).host).join(', ')} ...`);
  // Without keys and headers, which are for a server that the operator names.
  const looked = await Promise.all(usual.map(async (url) => ({ url, found: await lookAt({ url }, kinds) })));
  // What refuses a connection is not there, which is usual.
  const isThere = (each: Found | string) => typeof each !== 'string' || !/ECONNREFUSED|refused/i.test(each);
  for (const { url, found } of looked.filter((each) => isThere(each.found)))
    dialogue.say(`  ${url}: ${typeof found === 'string' ? found : nameOf(found)}`);
  const found = looked.flatMap((each) => (typeof each.found === 'string' ? [] : [each.found]));
  const [first, ...others] = found;
  if (first === undefined)
    throw new Error(
      'nothing that renders responds at the usual addresses of this machine; start ComfyUI or a server, or give its address with --comfyui URL or --openai URL',
    );
  return others.length === 0 ? first : chooseOne(found, dialogue);
}

function kindOf(settings: Settings): Found['kind'] | undefined {
  const kinds = ['comfyui', 'openai'] as const;
  const named = kinds.find((each) => each === settings.KINORA_ENGINE);
  return named ?? kinds.find((each) => settings[`${PREFIX[each]}URL`] !== undefined);
}

async function chooseOne(found: readonly Found[], dialogue: Dialogue): Promise<Found> {
  const flags = found.map(({ kind, url }) => `--${kind} ${url}`);
  const question = `Which one is this worker for?\n${found.map((each, at) => `  ${at + 1}  ${nameOf(each)} at ${each.url}\n`).join('')}`;
  for (;;) {
    const answer = await dialogue.ask(question, { instead: `give ${flags.join(' or ')}`, byDefault: '1' });
    const chosen = found[Number(answer) - 1];
    if (chosen !== undefined) return chosen;
  }
}

export function nameOf(found: Found): string {
  if (found.kind === 'comfyui') return `ComfyUI ${found.version}`;
  const { models } = found;
  if (models === undefined) return 'a server without a list of its models';
  const first = models.slice(0, 3).join(', ');
  const more = models.length > 3 ? ', ...' : '';
  return `a server with the interface of OpenAI and ${models.length} ${models.length === 1 ? 'model' : 'models'} (${first}${more})`;
}

/** With the headers, the key and the certificates of the settings. */
export function addressOf(kind: Found['kind'], settings: Settings, url: string) {
  const prefix = PREFIX[kind];
  const address = readRemoteAddress(prefix, readerOf({ ...settings, [`${prefix}URL`]: url })) ?? { url };
  return { ...address, headers: { ...(kind === 'openai' && keyHeadersOf(settings)), ...address.headers } };
}

const withoutLogin = (url: string): string => url.replace(/\/\/[^/@]*@/, '//');
