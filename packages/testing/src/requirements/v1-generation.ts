// The v1 interface: what the service does, the two generate requests, the accepted job and video modes.
import { now } from './requirement.ts';

export const v1Generation = [
  ...now('service', {
    'V1-SERVICE-01': 'Generate an image from a text prompt.',
    'V1-SERVICE-02': 'Generate a video with synchronized audio from a text prompt.',
    'V1-SERVICE-03': 'Generate a video from an uploaded image in init_image_base64 and a motion prompt.',
    'V1-SERVICE-04': 'Return a job id and a relative polling path from a generate call at once.',
    'V1-SERVICE-05': 'Let a client follow a job by polling alone until its status is final.',
    'V1-SERVICE-06': 'Let a prepaid balance pay for generation without a subscription.',
    'V1-SERVICE-07': 'Check every prompt for safety before generation.',
    'V1-SERVICE-08': 'Check generated content for safety; a job stopped by it has status blocked.',
    'V1-SERVICE-09': 'Put no visible wordmark on API outputs.',
    'V1-SERVICE-10': 'Embed an invisible provenance watermark in every image.',
    'V1-SERVICE-11': 'Generate through the same pipeline from the web application and from the API.',
    'V1-SERVICE-12': 'Never show API outputs in the public explore page or the community feed.',
    'V1-SERVICE-13': 'State in the terms that the customer owns the output.',
  }),
  ...now('image-request', {
    'V1-IMAGE-01': 'Require prompt as a string: a missing prompt or another type is a 400.',
    'V1-IMAGE-02': 'Accept an image prompt of 2000 characters and refuse one of 2001.',
    'V1-IMAGE-03': 'Accept an image width and height of 256 and of 2048; refuse 255, 2049 and fractions.',
    'V1-IMAGE-04': 'Default the image width and height to 1024.',
    'V1-IMAGE-05': 'Accept an image seed of 0 and of 2147483647; refuse -1, 2147483648 and fractions.',
    'V1-IMAGE-06': 'Reproduce the same image from the same request and seed.',
  }),

  ...now('video-request', {
    'V1-VIDEO-01': 'Require prompt as a string on a video request.',
    'V1-VIDEO-02': 'Accept a video prompt of 2000 characters and refuse one of 2001.',
    'V1-VIDEO-03': 'Accept a video width and height of 256 and of 2560; refuse 255, 2561 and fractions.',
    'V1-VIDEO-04': 'Default the video size to 1280x720, and to 2560x1440 in cinema mode.',
    'V1-VIDEO-05': 'Accept a duration of 1 and of 10 seconds; refuse less and more.',
    'V1-VIDEO-06': 'Default the duration to 5 seconds.',
    'V1-VIDEO-07': 'Snap the duration to a multiple of one third of a second, so 6.2 becomes 6.',
    'V1-VIDEO-08': 'Bill the snapped length.',
    'V1-VIDEO-09': 'Default the mode to fast.',
    'V1-VIDEO-10': 'Accept the modes fast, quality and cinema.',
    'V1-VIDEO-11': 'Accept a video seed of 0 and of 2147483647; refuse -1 and 2147483648.',
    'V1-VIDEO-12': 'Refuse init_image_base64 that is not strict base64.',
    'V1-VIDEO-13': 'Accept an init image that is PNG, JPEG or WebP and refuse any other content.',
    'V1-VIDEO-14': 'Accept an init image of 12 MiB before encoding and refuse a larger one.',
    'V1-VIDEO-15': 'Accept a request with init_image_base64 as an image-to-video job that shows the image.',
  }),

  ...now('accepted-job', {
    'V1-ACCEPT-01': 'Return 200 and the accepted-job fields from POST /v1/images/generate.',
    'V1-ACCEPT-02': 'Return 200 and the accepted-job fields from POST /v1/videos/generate.',
    'V1-ACCEPT-03': 'Return job_id as a string that identifies the job.',
    'V1-ACCEPT-04': 'Return status queued at acceptance.',
    'V1-ACCEPT-05': 'Return kind image or video.',
    'V1-ACCEPT-06': 'Return poll_url as the relative path /api/v1/jobs/<job_id>.',
    'V1-ACCEPT-07': 'Return mode for videos only.',
    'V1-ACCEPT-08': 'Return output_width and output_height, the delivered size, for videos only.',
    'V1-ACCEPT-09': 'Return price_tier, the billed tier hd, fhd or 2k, for videos only.',
  }),

  ...now('video-modes', {
    'V1-MODE-01': 'Snap fast output to a 64-pixel grid: 1920x1080 renders as 1920x1088.',
    'V1-MODE-02': 'Deliver fast HD in 16:9, 9:16, 1:1, 3:2 and 2:3 at the exact 720p size of that shape.',
    'V1-MODE-03': 'Render other fast HD shapes at their own size on the 64-pixel grid at the same price.',
    'V1-MODE-04': 'In quality, allow only 5, 7 or 10 seconds.',
    'V1-MODE-05': 'In quality, allow only HD and Full HD, and deliver exact sizes.',
    'V1-MODE-06': 'Deliver a quality Full HD square at 1080x1080 and bill it as hd.',
    'V1-MODE-07': 'In cinema, allow only the lengths of rates.video_modes.cinema.durations_seconds, 5 today.',
    'V1-MODE-08': 'In cinema, allow only 2.5K, and deliver exact sizes.',
    'V1-MODE-09': 'Require one of 16:9, 9:16, 1:1, 3:2, 2:3 in quality and cinema.',
    'V1-MODE-10': 'Accept no uploaded audio, so that no mode promises to lip-sync it.',
    'V1-MODE-11': 'Refuse with 400 what the mode does not support, before anything is charged.',
    'V1-MODE-12':
      'Return 400 prompt_unsupported for an uploaded image with a prompt that quality or cinema cannot apply to it.',
  }),
] as const;
