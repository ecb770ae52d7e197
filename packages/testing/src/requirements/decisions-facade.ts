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
      'Charge once for a request that is repeated because its response got lost, and send what it ordered.',
    'DEC-FACADE-07': 'Order anew what the package repeats after an error, whatever else is ordered at once.',
    'DEC-FACADE-08':
      'Keep what a client has ordered when its call is cut off, for the next call with the same request and key.',
    'DEC-FACADE-09':
      'Return problems as {error: {message, type, param, code}} with the status and Retry-After of the problem table.',
    'DEC-FACADE-10':
      'Tell the package not to repeat a request that would be refused again, or only after more than a minute.',
    'DEC-FACADE-11': "List, download and delete the account's own videos, in the shapes of the OpenAI API.",
    'DEC-FACADE-12':
      'At a stop, let images be completed within the grace, then answer 503; the repeated call gets the same images.',
    'DEC-FACADE-13': 'Accept the default User-Agent of a library on these routes, and no other credentials.',
    'DEC-FACADE-14': 'Honour Idempotency-Key on these routes, for every image of a call.',
    'DEC-FACADE-15':
      'Begin the response before client or proxy stop waiting, keep it alive, and let both packages throw when the order then fails.',
    'DEC-FACADE-16':
      'With a time that the operator sets, treat the same request of the same key within it as the same order.',
    'DEC-FACADE-17':
      'Serve the API nodes of ComfyUI through a proxy, by the names that the operator gives to models.',
  }),
] as const;
