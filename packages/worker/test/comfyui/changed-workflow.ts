import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';

/** A folder with one shipped workflow, modified. */
export async function changed(
  t: TestContext,
  change: { readonly manifest?: object; readonly workflow?: string },
  name = 'sdxl',
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-workflows-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(path.join(WORKFLOWS, name), path.join(folder, name), { recursive: true });
  const manifest = path.join(folder, name, 'manifest.json');
  const known = JSON.parse(await readFile(manifest, 'utf8')) as object;
  await writeFile(manifest, JSON.stringify({ ...known, ...change.manifest }));
  if (change.workflow !== undefined) {
    await writeFile(path.join(folder, name, 'workflow.json'), change.workflow);
  }
  return folder;
}
