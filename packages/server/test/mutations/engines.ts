import type { Mutation } from './mutation.ts';

/** Guards of engines and of the worker that runs them. */
export const engines: readonly Mutation[] = [
  {
    name: 'a worker claims jobs while its renderer is unavailable',
    file: 'worker/src/run-worker.ts',
    from: 'await options.engine.untilReady?.(stop);',
    to: '',
    tests: ['worker/test/run-worker.test.ts'],
  },
  {
    name: 'an image of a trained model is signed as drawn by rules',
    file: 'worker/src/finish-media.ts',
    from: 'lease.provenance, engine, {',
    to: "lease.provenance, { ...engine, origin: 'rules' }, {",
    tests: ['worker/test/finish-media.test.ts'],
  },
  {
    name: 'ComfyUI: a workflow rejected in part counts as accepted',
    file: 'worker/src/comfyui/comfyui-client.ts',
    from: 'if (rejection !== undefined)',
    to: 'if (rejection === null)',
    tests: ['worker/test/comfyui/faults.test.ts'],
  },
  {
    name: 'ComfyUI: a prompt whose response was lost is sent again',
    file: 'worker/src/comfyui/run-prompt.ts',
    from: 'if (arrived) return sent;',
    to: '',
    tests: ['worker/test/comfyui/faults.test.ts'],
  },
  {
    name: 'ComfyUI: an interruption stops other prompts',
    file: 'worker/src/comfyui/comfyui-client.ts',
    from: "if (running.some(([, id]) => id === promptId)) await postJson('/interrupt', { prompt_id: promptId });",
    to: "if (running.length > 0) await postJson('/interrupt', {});",
    tests: ['worker/test/comfyui/cancel.test.ts'],
  },
  {
    name: 'ComfyUI: history entries are not deleted',
    file: 'worker/src/comfyui/clean-up.ts',
    from: 'await client.deleteHistory(promptIds);',
    to: '',
    tests: ['worker/test/comfyui/render.test.ts'],
  },
  {
    name: 'ComfyUI: a lost prompt is waited for',
    file: 'worker/src/comfyui/run-prompt.ts',
    from: 'if (absences > 1)',
    to: 'if (absences < 0)',
    tests: ['worker/test/comfyui/faults.test.ts'],
  },
  {
    name: 'fitting media: an untagged video counts as BT.709',
    file: 'video/src/fit-video.ts',
    from: "const UNTAGGED_MATRIX = 'smpte170m';",
    to: "const UNTAGGED_MATRIX = 'bt709';",
    tests: ['video/test/fit-video.test.ts'],
  },
  {
    name: 'fitting media: an image rendered on a grid is scaled',
    file: 'media/src/fit-size.ts',
    from: 'source.width === rendered?.width',
    to: 'source.width < 0',
    tests: ['media/test/fit-image.test.ts'],
  },
  {
    name: 'fitting media: a video that is too short is accepted',
    file: 'video/src/fit-video-track.ts',
    from: '  assertLength(source, fit);\n',
    to: '',
    tests: ['video/test/fit-video.test.ts'],
  },
  {
    name: 'fitting media: sound that ends early is not padded',
    file: 'video/src/fit-sound-track.ts',
    from: 'endSeconds >= seconds - SLACK_SECONDS',
    to: 'endSeconds > 0',
    tests: ['video/test/fit-video.test.ts'],
  },
  {
    name: 'fitting media: copied packets are not decoded for a check',
    file: 'video/src/fit-video.ts',
    from: '  await assertWhole(result, fit);\n',
    to: '',
    tests: ['video/test/fit-video.test.ts'],
  },
];
