import type { Vendor } from '../vendor.ts';
import { type Service, task, upload } from './dashscope.ts';

const image = (service: string, input: Service['sends']) =>
  task(
    service,
    {
      input: { prompt: /lighthouse/, ...input },
      parameters: { size: '320*208', n: 1, seed: 7, watermark: false },
    },
    (file) => ({
      results: [{ orig_prompt: 'a lighthouse', url: file }],
      task_metrics: { TOTAL: 1, SUCCEEDED: 1 },
    }),
  );

const video = (input: Service['sends'], parameters: Service['sends']) =>
  task(
    'video-generation/video-synthesis',
    { input: { prompt: /lighthouse/, ...input }, parameters: { duration: 1, seed: 7, ...parameters } },
    (file) => ({ video_url: file, orig_prompt: 'a lighthouse' }),
  );

export const vendor: Vendor = {
  profile: 'dashscope-legacy',
  services: {
    image: image('text2image/image-synthesis', {}),
    i2i: image('image2image/image-synthesis', { images: { 0: upload } }),
    video: video({}, { size: '256*144' }),
    i2v: video({ img_url: upload }, { resolution: '480P' }),
  },
};
