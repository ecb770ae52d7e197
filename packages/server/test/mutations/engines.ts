import type { Mutation } from './mutation.ts';

/** Guards of engines and of the worker that runs them. */
export const engines: readonly Mutation[] = [
  {
    name: 'a worker takes jobs for a renderer that is gone',
    file: 'src/workers/run-worker.ts',
    from: 'await options.engine.untilReady?.(stop);',
    to: '',
    tests: ['workers/run-worker.test.ts'],
  },
  {
    name: 'ComfyUI: a workflow refused in part counts as taken',
    file: 'src/engines/comfyui/comfyui-client.ts',
    from: 'if (refusal !== undefined)',
    to: 'if (refusal === null)',
    tests: ['engines/comfyui/faults.test.ts'],
  },
  {
    name: 'ComfyUI: a prompt whose answer was lost is sent again',
    file: 'src/engines/comfyui/run-prompt.ts',
    from: 'if (arrived) return sent;',
    to: '',
    tests: ['engines/comfyui/faults.test.ts'],
  },
  {
    name: 'ComfyUI: an interruption hits whatever runs',
    file: 'src/engines/comfyui/comfyui-client.ts',
    from: "if (running.some(([, id]) => id === promptId)) await postJson('/interrupt', { prompt_id: promptId });",
    to: "if (running.length > 0) await postJson('/interrupt', {});",
    tests: ['engines/comfyui/cancel.test.ts'],
  },
  {
    name: 'ComfyUI: records of jobs stay',
    file: 'src/engines/comfyui/clean-up.ts',
    from: 'await client.deleteHistory(promptIds);',
    to: '',
    tests: ['engines/comfyui/render.test.ts'],
  },
  {
    name: 'ComfyUI: a forgotten prompt is waited for',
    file: 'src/engines/comfyui/run-prompt.ts',
    from: 'if (absences > 1)',
    to: 'if (absences < 0)',
    tests: ['engines/comfyui/faults.test.ts'],
  },
  {
    name: 'ComfyUI: a clip keeps its unsaid colours',
    file: 'src/media/conform-clip.ts',
    from: "const UNSAID_MATRIX = 'smpte170m';",
    to: "const UNSAID_MATRIX = 'bt709';",
    tests: ['media/conform-clip.test.ts'],
  },
];
