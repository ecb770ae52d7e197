import { RenderFault } from '@kinora/engine/engine';
import { type Api, ApiFault } from './call-api.ts';
import { isRecord } from './read-failure.ts';
import { MalformedResponse, readJson } from './read-result.ts';
import type { OpenAiSettings } from './settings.ts';

/** The engine cannot work with these settings; the message contains the remedy. */
export class OpenAiSetupError extends Error {}

const MAX_NAMES = 12;

/**
 * Fetches the server's list of models, so that a wrong address, key or name fails at the start and not at the first
 * customer's job. Vendors list only some of what they serve, or nothing: `warn` gets that. Rejects with `OpenAiSetupError`.
 */
export async function checkServer(
  api: Api,
  settings: OpenAiSettings,
  warn: (message: string) => void,
): Promise<void> {
  const models = [
    ['KINORA_OPENAI_IMAGE_MODEL', settings.imageModel, 'image'],
    ['KINORA_OPENAI_EDIT_MODEL', settings.editModel, 'i2i'],
    ['KINORA_OPENAI_VIDEO_MODEL', settings.videoModel, 'video'],
    ['KINORA_OPENAI_ANIMATE_MODEL', settings.animateModel, 'i2v'],
  ] as const;
  if (models.every(([, model]) => model === undefined)) {
    throw new OpenAiSetupError(`Name at least one model: ${models.map(([name]) => name).join(', ')}.`);
  }
  for (const [setting, model, operation] of models) {
    if (model === undefined) continue;
    const asked = api.profile.operations[operation];
    if (asked === undefined)
      throw new OpenAiSetupError(`${setting} must be deleted: the profile has no ${operation}.`);
    if (!asked.elsewhere || settings.trustsOtherHosts === true) continue;
    const remedy = 'Set KINORA_OPENAI_OTHER_HOSTS=on';
    throw new OpenAiSetupError(`${remedy}: what ${setting} makes is at other hosts than that of the API.`);
  }
  const names = await listModels(api);
  if (names === undefined) return;
  for (const [setting, model] of models) {
    if (model === undefined || names.includes(model)) continue;
    const known = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', ...' : '');
    warn(
      `${setting} is "${model}", which the server does not list. If its jobs fail, correct that. It lists: ${known}`,
    );
  }
}

/** Names of the models, or undefined where the server has no list. */
async function listModels(api: Api): Promise<readonly string[] | undefined> {
  const signal = new AbortController().signal;
  const { models } = api.profile;
  if (models === undefined) return undefined;
  try {
    const listed = readJson(await api.call(models, { method: 'GET', signal, timeoutMs: api.timeouts.call }));
    const data = Array.isArray(listed) ? listed : listed.data;
    if (!Array.isArray(data)) return undefined;
    const names = data.flatMap((model: unknown) =>
      isRecord(model) && typeof model.id === 'string' ? [model.id] : [],
    );
    return names.length > 0 ? names : undefined;
  } catch (error) {
    if (error instanceof ApiFault && (error.account === 'rejected_key' || error.status === 403)) {
      throw new OpenAiSetupError(error.message, { cause: error });
    }
    // A server without a list says so with an error.
    if (error instanceof ApiFault) return undefined;
    if (error instanceof MalformedResponse) {
      const message = `KINORA_OPENAI_URL is no address of an API: correct it, with its path, such as /v1. ${error.message}`;
      throw new OpenAiSetupError(message, { cause: error });
    }
    if (!(error instanceof RenderFault)) throw error;
    throw new OpenAiSetupError(`KINORA_OPENAI_URL does not respond: ${error.message}`, {
      cause: error,
    });
  }
}
