import path from 'node:path';
import type { CodeBlock } from '@kinora/testing/documents';
import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { loadTemplates } from '@kinora/worker/comfyui/template';
import type { Reader } from './reader.ts';

/**
 * Starts the service or the worker of a block as a reader does, with servers in place of ComfyUI and of a vendor, until
 * it is ready, and stops it. `url` is the service for workers. A service gets a data directory of its own.
 */
export async function startDocumented(reader: Reader, block: CodeBlock, url: string): Promise<void> {
  const { comfy, stop } = await startFakeComfyUi(await loadTemplates(WORKFLOWS));
  const vendor = await startFakeOpenAi();
  reader.placeholders.set('http://127.0.0.1:8188', comfy.url);
  reader.placeholders.set('https://models.example.com/v1', vendor.url);
  reader.placeholders.set('sk_test_...', 'sk_test_key');
  reader.placeholders.set('whsec_...', 'whsec_secret');
  try {
    const started = block.text.includes('npm run worker')
      ? await startWorker(reader, block, url)
      : await reader.start(block, (output) => output.includes('Kinora is ready at'), {
          DATABASE_URL: '',
          KINORA_PORT: '0',
          KINORA_DATA_DIR: path.join(reader.folder, `service-${block.line}`),
        });
    await started.stop();
  } finally {
    await stop();
    await vendor.stop();
  }
}

async function startWorker(reader: Reader, block: CodeBlock, url: string) {
  const before = await workersOf(url);
  return reader.start(block, async () => (await workersOf(url)).some((name) => !before.includes(name)));
}

async function workersOf(url: string): Promise<string[]> {
  const health = (await (await fetch(`${url}/health`)).json()) as Record<string, Record<string, unknown>>;
  return Object.keys({ ...health.image_workers, ...health.video_workers });
}
