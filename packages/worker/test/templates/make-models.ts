import { copyFile, mkdir, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Template } from '../../src/comfyui/manifest.ts';
import { parsePlace } from '../../src/comfyui/workflow.ts';
import { imageVae, quantization } from './image-vae.ts';
import { type Layout, under } from './layout.ts';
import * as codecs from './ltx-codecs.ts';
import { distilledLora, ltxTransformer, textProjection, transformerConfig } from './ltx-transformer.ts';
import { realEsrgan } from './real-esrgan.ts';
import { sdxlTextEncoders, sdxlUnet } from './sdxl.ts';
import { GEMMA_STATES, gemma3, qwen3 } from './text-encoders.ts';
import { byteTokenizer } from './tokenizer.ts';
import { type Extras, writeSafetensors } from './write-safetensors.ts';
import { zImage } from './z-image.ts';

interface ModelFile {
  readonly layout: Layout;
  readonly extras?: Extras;
}

/** The content of a model file, by a part of its name. */
const MODELS: Readonly<Record<string, () => ModelFile>> = {
  'ltx-2.3-22b-dev': () => ({
    layout: under(
      '',
      ltxTransformer(),
      textProjection(GEMMA_STATES),
      codecs.videoVae(),
      codecs.soundVae(),
      codecs.vocoder(),
    ),
    extras: configuration({
      transformer: transformerConfig,
      vae: codecs.videoVaeConfig,
      audio_vae: codecs.soundVaeConfig,
      vocoder: codecs.vocoderConfig,
    }),
  }),
  distilled: () => ({ layout: distilledLora() }),
  gemma_3_12B: () => ({ layout: gemma3(), extras: { bytes: { spiece_model: byteTokenizer() } } }),
  'spatial-upscaler': () => ({
    layout: codecs.latentUpscaler(),
    extras: configuration(codecs.upscalerConfig),
  }),
  z_image_turbo: () => ({ layout: zImage() }),
  qwen_3_4b: () => ({ layout: qwen3() }),
  'ae.safetensors': () => ({ layout: imageVae(16) }),
  sd_xl_base: () => ({
    layout: under(
      '',
      sdxlUnet(),
      sdxlTextEncoders(),
      under('first_stage_model.', imageVae(4), quantization(4)),
    ),
  }),
  RealESRGAN: () => ({ layout: realEsrgan() }),
};

function configuration(config: object): Extras {
  return { metadata: { config: JSON.stringify(config) } };
}

const EXTENSION = 'kinora_small_models.py';
const OURS = 'random weights for tests, by Kinora';

/**
 * Writes the model files of the templates, with random weights, and the extension with their dimensions into ComfyUI's
 * folder. Files that are there are used again if they are of this program. If another program's is there, the call
 * rejects before it changes anything: with the extension, real weights could no longer be loaded.
 */
export async function makeModels(comfyUi: string, templates: readonly Template[]): Promise<void> {
  const missing: string[] = [];
  for (const name of modelNames(templates)) {
    if (!(await isThere(path.join(comfyUi, 'models', name)))) missing.push(name);
  }
  for (const name of missing) {
    const file = path.join(comfyUi, 'models', name);
    const { layout, extras } = modelFileOf(name);
    const metadata = { ...extras?.metadata, origin: OURS };
    await mkdir(path.dirname(file), { recursive: true });
    // A file that was cut off must not be taken for a whole one.
    await writeSafetensors(`${file}.part`, layout, { ...extras, metadata });
    await rename(`${file}.part`, file);
  }
  const extension = fileURLToPath(new URL('small_models.py', import.meta.url));
  await copyFile(extension, path.join(comfyUi, 'custom_nodes', EXTENSION));
}

export function modelFileOf(name: string): ModelFile {
  const make = Object.entries(MODELS).find(([part]) => name.includes(part))?.[1];
  if (!make) throw new Error(`no random weights are known for ${name}`);
  return make();
}

/** Below ComfyUI's folder `models`. */
export function modelNames(templates: readonly Template[]): Set<string> {
  const names = templates.flatMap(({ workflow, manifest }) =>
    Object.entries(manifest.models).map(([place, folder]) => {
      const { node, input } = parsePlace(place);
      return `${folder}/${workflow[node]?.inputs[input]}`;
    }),
  );
  return new Set(names);
}

async function isThere(file: string): Promise<boolean> {
  if (!(await stat(file).catch(() => undefined))) return false;
  const opened = await open(file);
  try {
    const start = Buffer.alloc(4096);
    await opened.read(start, 0, start.length);
    if (start.includes(OURS)) return true;
  } finally {
    await opened.close();
  }
  throw new Error(`${file} exists and is not a file of this program; use a ComfyUI without models`);
}
