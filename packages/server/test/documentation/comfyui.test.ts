import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '@kinora/testing/documents';
import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { verifies } from '@kinora/testing/requirements';
import { loadModelFacts } from '@kinora/worker/comfyui/model-facts';
import { baseName, modelFiles } from '@kinora/worker/comfyui/model-files';
import { loadTemplates } from '@kinora/worker/comfyui/template';

test('the page about ComfyUI names every workflow and every model file with its folder, and no other', async () => {
  verifies('DEC-DOCS-04');
  const page = readDocument('docs/comfyui.md');
  const listed = [...page.matchAll(/^\|[^|]*\| `(\w+)\/` \| `([\w.-]+)` \| ([\d.]+) \| (\S+) \|$/gm)];
  const templates = await loadTemplates(WORKFLOWS);
  for (const { name } of templates) assert.ok(page.includes(`\`${name}\``), name);
  assert.deepEqual(
    listed.map(([, folder, file]) => `models/${folder}/${file}.safetensors`).sort(),
    [...new Set(templates.flatMap(modelFiles))].sort(),
  );
  const { files } = await loadModelFacts();
  for (const [, , file, gb, from] of listed) {
    const facts = files.get(baseName(`${file}.safetensors`));
    assert.deepEqual([facts?.gb.toFixed(1), facts?.from], [gb, from], file);
    assert.ok(page.includes(facts?.licence ?? '-'), facts?.licence);
  }
});
