import { type ModelsByMedium, servedByDefault, videoModeNames } from '@kinora/contract';
import {
  ConfigError,
  type Reader,
  readAddress,
  readList,
  readOneOf,
  readSwitch,
  readWhole,
} from '@kinora/program/setting';
import type { ComfyUiSettings } from './comfyui/comfyui-engine.ts';
import { type Profile, readProfile, WrongProfile } from './openai/profile.ts';
import type { OpenAiSettings } from './openai/settings.ts';
import { readRemoteAddress } from './remote/remote-address.ts';
import { readServedModels } from './served-models.ts';

export type EngineConfig =
  | { readonly name: 'procedural'; readonly models: ModelsByMedium }
  | { readonly name: 'openai'; readonly settings: OpenAiSettings }
  | { readonly name: 'comfyui'; readonly settings: Omit<ComfyUiSettings, 'log'> };

const ENGINES = ['procedural', 'comfyui', 'openai'] as const;

export function readEngine(get: Reader): EngineConfig {
  const name = readOneOf('KINORA_ENGINE', get('KINORA_ENGINE') ?? 'procedural', ENGINES);
  if (name !== 'openai') readAddress(get, named('URL'), [named('KEY')]);
  const models = readServedModels(get);
  if (name === 'procedural') return { name, models: models ?? servedByDefault };
  if (name === 'comfyui' && models !== undefined) {
    throw new ConfigError(
      'KINORA_WORKER_MODELS must be deleted for ComfyUI: "serves" in the manifest of each workflow names its models',
    );
  }
  return name === 'openai'
    ? { name, settings: readOpenAi(get, models) }
    : { name, settings: readComfyUi(get) };
}

function readComfyUi(get: Reader): Omit<ComfyUiSettings, 'log'> {
  const { image: imageMs, video: videoMs } = readLimits(get);
  return {
    timeouts: { imageMs, videoMs },
    ...(readRemoteAddress('KINORA_COMFYUI_', get) ?? { url: 'http://127.0.0.1:8188' }),
    workflowsDir: get('KINORA_COMFYUI_WORKFLOWS'),
    outputDir: get('KINORA_COMFYUI_OUTPUT_DIR'),
    inputDir: get('KINORA_COMFYUI_INPUT_DIR'),
    foldersInMemory: readSwitch(get, 'KINORA_COMFYUI_IN_MEMORY', 'off'),
    clientId: get('KINORA_COMFYUI_CLIENT_ID') ?? 'kinora',
  };
}

/** Milliseconds that a renderer may take at most for an image and for a video. */
function readLimits(get: Reader): { readonly image: number; readonly video: number } {
  const read = (name: string, seconds: number) => 1000 * readWhole(get, name, seconds, 10, LIMIT_MAX_SECONDS);
  return {
    image: read('KINORA_IMAGE_LIMIT_SECONDS', 15 * 60),
    video: read('KINORA_VIDEO_LIMIT_SECONDS', 28 * 60),
  };
}

/** The server ends an attempt after six hours. */
const LIMIT_MAX_SECONDS = 5 * 3600;

/** A setting of the OpenAI engine. */
const named = (setting: string): string => `KINORA_OPENAI_${setting}`;

function readOpenAi(get: Reader, models: ModelsByMedium | undefined): OpenAiSettings {
  const text = (setting: string) => get(named(setting));
  const isOn = (setting: string) => readSwitch(get, named(setting), 'off');
  const numbers = (setting: string) => readParsed(named(setting), text(setting), parsePositive);
  const sizes = (setting: string) => readParsed(named(setting), text(setting), parseSize);
  const body = text('VIDEO_BODY');
  const address = readRemoteAddress('KINORA_OPENAI_', get);
  const modes = readParsed(named('VIDEO_MODES'), text('VIDEO_MODES'), (item) =>
    videoModeNames.find((mode) => mode === item),
  );
  if (modes !== undefined && models !== undefined) {
    throw new ConfigError('KINORA_OPENAI_VIDEO_MODES must be deleted: KINORA_WORKER_MODELS names all models');
  }
  if (address === undefined) {
    throw new ConfigError('KINORA_ENGINE=openai needs KINORA_OPENAI_URL, such as https://api.example.com/v1');
  }
  return {
    ...address,
    timeouts: readLimits(get),
    key: text('KEY'),
    imageModel: text('IMAGE_MODEL'),
    editModel: text('EDIT_MODEL'),
    videoModel: text('VIDEO_MODEL'),
    animateModel: text('ANIMATE_MODEL'),
    imageSizes: sizes('IMAGE_SIZES'),
    videoSizes: sizes('VIDEO_SIZES'),
    videoSeconds: numbers('VIDEO_SECONDS'),
    videoFps: numbers('VIDEO_FPS')?.[0],
    models: models ?? { ...servedByDefault, video: modes ?? servedByDefault.video },
    imageLongestSide: numbers('IMAGE_LONGEST_SIDE')?.[0],
    videoLongestSide: numbers('VIDEO_LONGEST_SIDE')?.[0],
    profile: readChosenProfile(text('PROFILE')),
    videoBody:
      body === undefined ? undefined : readOneOf(named('VIDEO_BODY'), body, ['form', 'json'] as const),
    trustsOtherHosts: isOn('OTHER_HOSTS'),
    zeroRetention: isOn('SUPPORTS_ZERO_RETENTION'),
  };
}

function readChosenProfile(chosen: string | undefined): Profile | undefined {
  if (chosen === undefined) return undefined;
  try {
    return readProfile(chosen);
  } catch (error) {
    throw error instanceof WrongProfile ? new ConfigError(`${named('PROFILE')}: ${error.message}`) : error;
  }
}

function readParsed<Value>(
  name: string,
  value: string | undefined,
  parse: (item: string) => Value | undefined,
): readonly Value[] | undefined {
  if (value === undefined) return undefined;
  return readList(value).map((item) => {
    const parsed = parse(item);
    if (parsed === undefined) throw new ConfigError(`${name} cannot contain "${item}"`);
    return parsed;
  });
}

function parsePositive(item: string): number | undefined {
  return Number(item) > 0 ? Number(item) : undefined;
}

function parseSize(item: string): { readonly width: number; readonly height: number } | undefined {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(item) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}
