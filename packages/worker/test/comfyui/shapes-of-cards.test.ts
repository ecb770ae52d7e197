import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RendererBroken, RenderFault } from '@kinora/engine/engine';
import { verifies } from '@kinora/testing/requirements';
import { readOutcome } from '../../src/comfyui/read-outcome.ts';

/** What ComfyUI says of prompts that failed, as its users report it. */
function faultOf(type: string, message: string): RenderFault {
  const error = { node_id: '8', node_type: 'KSampler', exception_type: type, exception_message: message };
  const outcome = readOutcome(
    { prompt: [], outputs: {}, status: { messages: [['execution_error', error]] } },
    '9',
  );
  assert.ok(outcome.kind === 'failed');
  return outcome.fault;
}

describe('a graphics card fails until ComfyUI is started again: the worker pauses at once, after', () => {
  const hint = '\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1';
  for (const [what, type, message] of [
    // ComfyUI#14756 and ComfyUI-Docker#195: "will not generate any images indefinitely".
    [
      'an illegal memory access',
      'torch.AcceleratorError',
      `CUDA error: an illegal memory access was encountered${hint}`,
    ],
    [
      'the same, as older versions name it',
      'RuntimeError',
      `CUDA error: an illegal memory access was encountered${hint}`,
    ],
    // ComfyUI#12524: "cannot generate again until restart".
    ['an invalid argument', 'torch.AcceleratorError', `CUDA error: invalid argument${hint}`],
    // An index out of range in a text encoder, after which each call repeats it.
    ['an assertion on the device', 'RuntimeError', `CUDA error: device-side assert triggered${hint}`],
    // TheRock#2846, on cards of AMD.
    ['a launch that failed, of ROCm', 'torch.AcceleratorError', 'HIP error: unspecified launch failure'],
    // ComfyUI#650: the driver lost the card.
    ['the loss of the card, of ROCm', 'RuntimeError', 'No HIP GPUs are available'],
    ['the loss of the card', 'RuntimeError', 'No CUDA GPUs are available'],
    ['an execution that failed in cuDNN', 'RuntimeError', 'cuDNN error: CUDNN_STATUS_EXECUTION_FAILED'],
  ] as const) {
    test(what, () => {
      verifies('DEC-WORKER-27', 'DEC-REMOTE-21');
      const fault = faultOf(type, message);
      assert.ok(fault instanceof RendererBroken, fault.message);
      assert.match(fault.sentence, /^Restart ComfyUI/);
    });
  }
});

describe('a fault that may be that of the job leaves the worker as it is:', () => {
  for (const [what, type, message] of [
    [
      'memory that was not enough',
      'torch.OutOfMemoryError',
      'Allocation on device 0 would exceed allowed memory. (out of memory)',
    ],
    // ComfyUI#11597.
    [
      'the same as an error of CUDA',
      'torch.AcceleratorError',
      'CUDA error: out of memory\nSearch for `cudaErrorMemoryAllocation`',
    ],
    ['the same of ROCm', 'RuntimeError', 'HIP out of memory. Tried to allocate 2.00 GiB'],
    [
      'a workflow that does not fit its model',
      'RuntimeError',
      'mat1 and mat2 shapes cannot be multiplied (154x768 and 2048x640)',
    ],
    ['a prompt with such words', 'ValueError', 'unknown token "illegal memory"'],
  ] as const) {
    test(what, () => {
      verifies('DEC-WORKER-27', 'DEC-REMOTE-21');
      const fault = faultOf(type, message);
      assert.ok(!(fault instanceof RendererBroken), fault.message);
      assert.ok(fault instanceof RenderFault && fault.isRetryable);
    });
  }
});
