import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readWords, stateOf } from '../../src/openai/status-words.ts';

describe('a word for a status is read by its meaning', () => {
  const WORDS = {
    // OpenAI, Azure, Kling, Zhipu, Novita, MiniMax, BFL, fal, Replicate, Runway, Luma, Runpod, Vertex.
    done: 'completed finished ready SUCCESS succeed TASK_STATUS_SUCCEED Success Ready COMPLETED succeeded SUCCEEDED JOB_STATE_SUCCEEDED Succeeded video_generation_completed done Complete',
    waiting:
      'queued IN_QUEUE TASK_STATUS_QUEUED Queueing Preparing PENDING THROTTLED SUSPENDED submitted NOT_START',
    drawing: 'in_progress IN_PROGRESS inProgress TASK_STATUS_PROCESSING RUNNING dreaming starting Generating',
    failed:
      'failed timeout TIMED_OUT FAILURE Fail TASK_STATUS_FAILED expired CANCELLED canceled JOB_STATE_CANCELLED Error aborted',
    refused: 'rejected moderation_blocked blocked REFUSED',
    unknown: 'stuck Wrapped not_exactly 200',
  } as const;
  for (const [state, words] of Object.entries(WORDS)) {
    test(state, () => {
      verifies('DEC-OPENAI-15');
      for (const word of words.split(' ')) assert.equal(stateOf(word), state, word);
      if (state === 'refused') assert.equal(stateOf('Content Moderated'), state);
      if (state === 'failed') assert.equal(stateOf('Task not found'), state);
    });
  }
});

test('of several words the least hopeful holds: the outer ones are of the call', () => {
  verifies('DEC-OPENAI-15');
  assert.deepEqual(readWords(['success', 'IN_PROGRESS']), { state: 'drawing', word: 'IN_PROGRESS' });
  assert.equal(readWords(['OK', 'marinating']).state, 'unknown');
  assert.equal(readWords(['success', 'FAILED']).state, 'failed');
});
