import { imageTask } from '@kinora/testing/fake-openai/openai-scene';
import { answered, run } from './vendor-shapes.ts';

const image = { task: imageTask, ends: 'delivered', bills: 1 } as const;
const byUrl = { results: 'url' } as const;

run('an image whose answer is', [
  // fal and SiliconFlow.
  {
    what: 'images with addresses',
    behaviour: answered(({ url }) => ({ images: [{ url }], seed: 7 }), byUrl),
    ...image,
  },
  // Stable Diffusion WebUI, and servers that imitate it.
  { what: 'images in base64', behaviour: answered(({ b64 }) => ({ images: [b64], info: '{}' })), ...image },
  // Replicate with "Prefer: wait".
  {
    what: 'output with addresses',
    behaviour: answered(({ url }) => ({ id: 'p1', status: 'succeeded', output: [url] }), byUrl),
    ...image,
  },
  // Replicate's models with one result, and Runpod's workers.
  {
    what: 'an output that is a data: address',
    behaviour: answered(({ b64 }) => ({ status: 'COMPLETED', output: `data:image/png;base64,${b64}` })),
    ...image,
  },
  // Runpod's workers: Stable Diffusion, and ComfyUI before version 5.
  {
    what: 'an output that is a list of records with the image',
    behaviour: answered(({ b64 }) => ({ status: 'COMPLETED', output: [{ image: b64, seed: 7 }] })),
    ...image,
  },
  {
    what: 'an output whose message is the image',
    behaviour: answered(({ b64 }) => ({
      id: 'j1',
      status: 'COMPLETED',
      output: { status: 'success', message: b64 },
    })),
    ...image,
  },
  { what: 'data that is no list', behaviour: answered(({ b64 }) => ({ data: { b64_json: b64 } })), ...image },
  // new-api and other gateways that wrap what they pass on.
  {
    what: 'a code and data with a status',
    behaviour: answered(
      ({ url }) => ({ code: 0, msg: 'ok', data: { status: 'SUCCESS', result_url: url } }),
      byUrl,
    ),
    ...image,
  },
  // Stability v1 and Fireworks.
  {
    what: 'artifacts',
    behaviour: answered(({ b64 }) => ({ artifacts: [{ base64: b64, finishReason: 'SUCCESS', seed: 7 }] })),
    ...image,
  },
  // Cloudflare Workers AI.
  {
    what: 'a result with the image',
    behaviour: answered(({ b64 }) => ({ success: true, result: { image: b64 } })),
    ...image,
  },
  // Vertex AI, which LiteLLM translates.
  {
    what: 'predictions',
    behaviour: answered(({ b64 }) => ({ predictions: [{ mimeType: 'image/png', bytesBase64Encoded: b64 }] })),
    ...image,
  },
  // DashScope.
  {
    what: 'an output with results',
    behaviour: answered(
      ({ url }) => ({ output: { task_status: 'SUCCEEDED', results: [{ url }] }, request_id: 'r' }),
      byUrl,
    ),
    ...image,
  },
  // OpenRouter's images in chats, which gateways pass on.
  {
    what: 'choices',
    behaviour: answered(({ b64 }) => ({
      choices: [
        { message: { content: '', images: [{ image_url: { url: `data:image/png;base64,${b64}` } }] } },
      ],
    })),
    ...image,
  },
]);

run('an image that comes in parts:', [
  {
    // OpenAI's stream: previews, then the result.
    what: 'events with previews',
    behaviour: answered(
      ({ b64 }) =>
        `event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image","b64_json":"AAAA"}\n\n` +
        `event: image_generation.completed\ndata: ${JSON.stringify({ type: 'image_generation.completed', b64_json: b64 })}\n\ndata: [DONE]\n\n`,
    ),
    ...image,
  },
  {
    what: 'lines of JSON, of which the last is cut',
    behaviour: answered(
      ({ b64 }) =>
        `{"status":"processing","progress":40}\n${JSON.stringify({ status: 'done', image: b64 })}\n{"status":"d`,
    ),
    ...image,
  },
  {
    // fal's stream ends with the same answer as its queue.
    what: 'events without names',
    behaviour: answered(
      ({ url }) =>
        `: ping\n\ndata: {"status":"IN_PROGRESS"}\n\ndata: ${JSON.stringify({ images: [{ url }] })}\n\n`,
      byUrl,
    ),
    ...image,
  },
  {
    what: 'previews and no result',
    behaviour: answered(() => 'data: {"type":"image_generation.partial_image","b64_json":"AAAA"}\n\n'),
    ...image,
    ends: 'failed',
    says: /other than JSON.*partial_image/,
  },
]);
