import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { image, startScene, WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import type { FakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { fillWorkflow } from '../../src/comfyui/fill-workflow.ts';
import { loadTemplates } from '../../src/comfyui/template.ts';
import { changed } from './changed-workflow.ts';

describe('a workflow that serves a model of the operator', () => {
  const ltx = 'ltx-2.3-fast-text-to-video';
  const task = { ...image, operation: 'video', model: 'draft', sound: false } as const;
  const wan = (fake: FakeComfyUi): void => {
    fake.catalogue.set('EmptyHunyuanLatentVideo', fake.catalogue.get('EmptyLTXVLatentVideo') ?? {});
  };
  /** The workflow as one of a model with 4n + 1 frames, saved at this rate. */
  async function ofWan(fps: number): Promise<string> {
    const workflow = await readFile(path.join(WORKFLOWS, ltx, 'workflow.json'), 'utf8');
    return workflow
      .replace('EmptyLTXVLatentVideo', 'EmptyHunyuanLatentVideo')
      .replaceAll(/"(fps|frame_rate)": 24/g, `"$1": ${fps}`);
  }
  const inputs = { frames: '9.length', framesPerSecond: undefined };

  for (const [what, fps, manifest, ordered, sent] of [
    ['is given the length and the rate that are sold', 24, {}, [33, 16], [33, 16]],
    ['has the rate in a node', 16, { inputs }, [33, 16], [33, 16]],
    ['has another rate than is sold in a node', 16, { inputs, frameStep: 4 }, [57, 24], [41, 16]],
    ['says its rate', 32, { inputs, frameRate: 32, frameStep: 4 }, [33, 16], [65, 32]],
  ] as const) {
    test(`and ${what} delivers what was sold`, async (t) => {
      verifies('DEC-COMFY-02', 'DEC-COMFY-16');
      const known = JSON.parse(await readFile(path.join(WORKFLOWS, ltx, 'manifest.json'), 'utf8'));
      const change = { serves: ['draft'], frameStep: 4, ...manifest };
      const changes = {
        ...known,
        ...change,
        inputs: { ...known.inputs, ...('inputs' in manifest && inputs) },
      };
      const workflowsDir = await changed(t, { manifest: changes, workflow: await ofWan(fps) }, ltx);
      const { render, comfy } = await startScene(t, { workflowsDir }, wan);
      const [frames, framesPerSecond] = ordered;
      const { bytes } = await render({ ...task, frames, framesPerSecond });
      const [submitted] = comfy.submitted;
      assert.deepEqual([submitted?.['9']?.inputs.length, submitted?.['30']?.inputs.fps], sent);
      const media = await probeMedia(bytes);
      assert.ok(media.kind === 'mp4');
      assert.deepEqual([media.framesDecoded, Math.round(media.fps)], ordered);
    });
  }

  test('gets its jobs and no others; one ComfyUI has several', async (t) => {
    verifies('DEC-COMFY-16');
    const workflowsDir = await changed(t, { manifest: { serves: ['sketch', 'photo'], preference: 99 } });
    await cp(path.join(WORKFLOWS, 'z-image-turbo'), path.join(workflowsDir, 'z-image-turbo'), {
      recursive: true,
    });
    const { render, comfy, engine } = await startScene(t, { workflowsDir });
    const served = engine.capabilities.map(({ operation, model }) => `${operation} ${model}`);
    assert.deepEqual(served, ['image sketch', 'image photo', 'image image']);
    await render({ ...image, model: 'photo' });
    await render(image);
    assert.deepEqual(
      comfy.submitted.map((submitted) => submitted['1']?.class_type),
      ['CheckpointLoaderSimple', 'UNETLoader'],
    );
    await assert.rejects(render({ ...image, model: 'draft' }), /no workflow for image with draft/);
  });

  test('may have the manifest of the documents', async (t) => {
    verifies('DEC-COMFY-16');
    const [block, ...others] = blocksFor('docs/comfyui.md', 'comfyui/own-models');
    assert.ok(block !== undefined && others.length === 0);
    const manifest = JSON.parse(block.text);
    const workflow: Record<string, { class_type: string; inputs: Record<string, unknown> }> = {};
    for (const place of [...Object.values<string>(manifest.inputs), ...Object.keys(manifest.models)]) {
      const [node = '', input = ''] = place.split('.');
      workflow[node] ??= { class_type: 'Node', inputs: {} };
      workflow[node].inputs[input] = '';
    }
    workflow['49'] = { class_type: 'CreateVideo', inputs: { fps: 16 } };
    const folder = await mkdtemp(path.join(tmpdir(), 'kinora-workflows-'));
    t.after(() => rm(folder, { recursive: true }));
    await mkdir(path.join(folder, 'wan'));
    await writeFile(path.join(folder, 'wan', 'manifest.json'), block.text);
    await writeFile(path.join(folder, 'wan', 'workflow.json'), JSON.stringify(workflow));
    const [template] = await loadTemplates(folder);
    assert.ok(template);
    const lengthOf = (frames: number, framesPerSecond: number) =>
      fillWorkflow(template, { ...task, frames, framesPerSecond }, { filenamePrefix: '', image: undefined })[
        '40'
      ]?.inputs.length;
    assert.deepEqual([lengthOf(33, 16), lengthOf(121, 24), lengthOf(57, 24)], [33, 81, 41]);
  });

  test('may still name modes', async (t) => {
    verifies('DEC-COMFY-16');
    const folder = await changed(t, { manifest: { serves: undefined, modes: ['quality', 'fast'] } }, ltx);
    const [template] = await loadTemplates(folder);
    assert.deepEqual(template?.manifest.serves, ['quality', 'fast']);
  });
});
