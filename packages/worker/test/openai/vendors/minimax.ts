import type { Vendor } from '../vendor.ts';

type Service = NonNullable<Vendor['services']['video']>;

const task = (sends: Service['sends']): Service => ({
  order: /^POST \/v2\/video_generation$/,
  sends: { model: 'maker/painter', resolution: '768P', duration: 1, ...sends },
  ordered: () => ({ task_id: '424010985738629' }),
  polled: {
    call: /^GET \/v2\/query\/video_generation\/424010985738629$/,
    answers: ({ end, file }) =>
      [
        { status: 'queued' },
        { status: 'running' },
        {
          done: {
            status: 'succeeded',
            content: { url: file },
            duration: 1,
            resolution: '768P',
            ratio: '16:9',
          },
          failed: { status: 'failed', error: { code: '1000', message: 'unknown error' } },
          refused: {
            status: 'failed',
            error: { code: '1027', message: 'generated video contains sensitive content' },
          },
          vanished: {},
          slow: { status: 'running' },
        }[end],
      ].map((one) => ({
        task: { id: '424010985738629', model: 'MiniMax-H3', type: 'video_generation', ...one },
      })),
  },
  delete: /^DELETE \/v2\/video_generation\/424010985738629$/,
});

export const vendor: Vendor = {
  profile: 'minimax',
  services: {
    video: task({ content: { 0: { type: 'text', text: /lighthouse/ } }, ratio: '16:9' }),
    i2v: task({
      content: {
        1: { type: 'image_url', image_url: { url: /^data:image\/png;base64,/ }, role: 'first_frame' },
      },
      ratio: undefined,
    }),
  },
};
