import { defaultVideoMode, otherVideoRequestSchema, type VideoMode } from '@kinora/contract';
import { z } from 'zod';
import { nearestSize, type Size } from '../media/nearest-size.ts';
import { readApprovedImage } from '../media/read-approved-image.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { defineTool, type ToolCall } from '../tool.ts';
import { videoFields, videoOrder } from './generate-video.ts';
import { orderAnnotations, orderRules, placeOrder } from './ordering.ts';

const { prompt, width, height } = otherVideoRequestSchema.shape;

export const animateImage = defineTool({
  name: 'service_animate_image',
  title: 'Animate an image',
  description:
    'Generates an MP4 video with sound that starts from an image on this computer; takes minutes. ' +
    'The image must be a PNG, JPEG or WebP file of at most 12 MiB inside a directory that the person approved ' +
    `in SERVICE_MCP_MEDIA_ROOTS; service_about lists them. ${orderRules}`,
  annotations: orderAnnotations,
  needsKey: true,
  input: z.strictObject({
    image_path: z.string().min(1).describe('Absolute path of the image.'),
    prompt: prompt.describe('The motion and the sound, such as "slow zoom in, leaves rustle".'),
    width: width.describe('Pixels. Omit both sizes to get the shape nearest to the image.'),
    height: height.describe('Pixels. Give both sizes or none.'),
    ...videoFields,
  }),
  output: videoOrder,
  async run({ image_path: file, idempotency_key: key, width, height, ...body }, adapter, call) {
    if ((width === undefined) !== (height === undefined)) {
      return refuse('invalid_request', 'Give width and height, or neither to get the shape of the image.');
    }
    const image = await readApprovedImage(file, adapter.config.mediaRoots);
    if (!image.ok) return image;
    const { bytes } = image.value;
    const size =
      width !== undefined && height !== undefined
        ? { width, height }
        : await findSizeLike(image.value, body, call);
    const request = { ...body, ...size, init_image_base64: Buffer.from(bytes).toString('base64') };
    const placed = await placeOrder(key, adapter, call, (order) => call.kinora.generateVideo(request, order));
    return placed.ok ? placed : { ok: false, refusal: inTermsOfTool(placed.refusal) };
  },
});

/** The size of the chosen model that is most like the image; none if there is no such model, which the service then says. */
async function findSizeLike(
  image: Size,
  {
    model,
    mode = defaultVideoMode,
  }: { readonly model?: string | undefined; readonly mode?: VideoMode | undefined },
  { kinora, signal }: ToolCall,
): Promise<Partial<Size>> {
  const { models } = await kinora.listModels({ signal });
  const chosen = models.find(
    (sold) => sold.kind === 'video' && (model === undefined ? sold.mode === mode : sold.id === model),
  );
  return chosen === undefined ? {} : nearestSize(image, chosen);
}

/** The service names its own field, which the tool does not have. */
function inTermsOfTool(refusal: Refusal): Refusal {
  return JSON.parse(JSON.stringify(refusal).replaceAll('init_image_base64', 'image_path'));
}
