// The decisions: images and videos in the shapes of the OpenAI API.
import { now } from './requirement.ts';

export const decisionsFacade = [
  ...now('openai-compatible', {
    'DEC-FACADE-01':
      'Make an image and a video through the openai package with another base URL and an API key of this service.',
    'DEC-FACADE-02': 'Charge, limit, count and suspend such a call like the same order of v1.',
    'DEC-FACADE-03':
      'Refuse a parameter without a meaning here, by its name, unless its value asks for what is delivered anyway.',
    'DEC-FACADE-04': 'Refuse a size that would not be delivered exactly, and name sizes that would.',
    'DEC-FACADE-05': 'Order all images of a call or none, and send those that were completed.',
    'DEC-FACADE-06':
      'Charge once for a request that the package repeats by itself because it got no response.',
    'DEC-FACADE-07': 'Order anew what the package repeats after an error, whatever else is ordered at once.',
    'DEC-FACADE-08':
      'Cancel an image whose client leaves before its end, unless it can be asked for again by an Idempotency-Key.',
    'DEC-FACADE-09':
      'Return problems as {error: {message, type, param, code}} with the status and Retry-After of the problem table.',
    'DEC-FACADE-10':
      'Tell the package not to repeat a request that would be refused again, or only after more than a minute.',
    'DEC-FACADE-11': "List, download and delete the account's own videos, in the shapes of the OpenAI API.",
    'DEC-FACADE-12': 'At a stop, let images be completed within the grace, then cancel them and answer 503.',
    'DEC-FACADE-13': 'Accept the default User-Agent of a library on these routes, and no other credentials.',
    'DEC-FACADE-14': 'Honour Idempotency-Key on these routes, for every image of a call.',
  }),
] as const;
