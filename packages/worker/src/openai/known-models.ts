import type { OpenAiSettings, Size } from './settings.ts';

/** What a vendor's documentation says about its models, so that setting their names is enough. */
interface KnownModel {
  /** With any prefix, as proxies such as LiteLLM name them. */
  readonly name: RegExp;
  readonly sizes: readonly Size[];
  readonly seconds?: readonly number[];
}

const WIDE = { width: 1536, height: 1024 };
const TALL = { width: 1024, height: 1536 };
const SQUARE = { width: 1024, height: 1024 };
const HD = [
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
];
const LARGER_THAN_HD = [
  { width: 1792, height: 1024 },
  { width: 1024, height: 1792 },
];

const KNOWN: readonly KnownModel[] = [
  { name: /(^|\/)gpt-image-1(\b|-)/, sizes: [SQUARE, WIDE, TALL] },
  { name: /(^|\/)dall-e-3\b/, sizes: [SQUARE, ...LARGER_THAN_HD] },
  { name: /(^|\/)dall-e-2\b/, sizes: [SQUARE, { width: 512, height: 512 }, { width: 256, height: 256 }] },
  { name: /(^|\/)sora-2-pro\b/, sizes: [...HD, ...LARGER_THAN_HD], seconds: [4, 8, 12] },
  { name: /(^|\/)sora-2\b/, sizes: HD, seconds: [4, 8, 12] },
];

/** The settings, completed by what is known of the models. What the operator has set stays. */
export function withKnownModels(settings: OpenAiSettings): OpenAiSettings {
  const image = knownOf(settings.imageModel ?? settings.editModel);
  const video = knownOf(settings.videoModel ?? settings.animateModel);
  return {
    ...settings,
    imageSizes: settings.imageSizes ?? image?.sizes,
    videoSizes: settings.videoSizes ?? video?.sizes,
    videoSeconds: settings.videoSeconds ?? video?.seconds,
  };
}

function knownOf(model: string | undefined): KnownModel | undefined {
  return model === undefined ? undefined : KNOWN.find(({ name }) => name.test(model));
}
