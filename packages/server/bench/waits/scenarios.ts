import type { LeaseRequest, VideoMode } from '@kinora/contract';
import type { JobShape } from '../../src/queue/job-shape.ts';
import { imageOf, videoOf } from '../../test/support/default-catalogue.ts';
import { type Order, trueSeconds } from '../fairness/day.ts';
import { createRandom, type Random } from '../fairness/random.ts';
import { workerOf } from '../fairness/scene.ts';

export interface Scenario {
  readonly name: string;
  readonly workers: readonly LeaseRequest[];
  /** In the order of their times. */
  readonly orders: readonly Order[];
  /** Jobs that earlier ones have measured. */
  readonly measured: readonly JobShape[];
  /** Whether workers report progress, a tenth at a time; otherwise it stays at 0. */
  readonly reportsProgress: boolean;
  /** False if jobs take much longer than others have. */
  readonly isPredictable: boolean;
  /** Seconds for which the result of a job is delivered while its worker renders the next one; by default 0. */
  readonly delivery?: number;
  /** When all workers are dead, in seconds. */
  readonly absence?: { readonly from: number; readonly until: number };
}

const image: JobShape = { operation: 'image', model: 'image', width: 1024, height: 1024, frames: null };
const video = (mode: VideoMode, seconds: number): JobShape => ({
  operation: 'video',
  model: mode,
  width: 1280,
  height: 720,
  frames: seconds * 24 + 1,
});
const SECONDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const videos = SECONDS.map((seconds) => video('fast', seconds));

const NOISE = 0.15;
const ACCOUNTS = 20;
const DELIVERY = 10;
const FIXED = 4;

/** Orders at random times, so that the workers are busy for `load` of the time. */
function ordersOf(
  shapes: readonly JobShape[],
  { seconds, load, random }: { readonly seconds: number; readonly load: number; readonly random: Random },
): Order[] {
  const mean = shapes.reduce((sum, shape) => sum + trueSeconds(shape), 0) / shapes.length;
  const orders: Order[] = [];
  for (let at = random.wait(load / mean); at < seconds; at += random.wait(load / mean)) {
    const shape = shapes[Math.floor(random.next() * shapes.length)] ?? image;
    orders.push(orderOf(shape, at, Math.floor(random.next() * ACCOUNTS), noise(random)));
  }
  return orders;
}

const noise = (random: Random): number => Math.exp(NOISE * random.normal() - NOISE ** 2 / 2);

function orderOf(shape: JobShape, at: number, account: number, factor = 1): Order {
  const { width, height, model, frames } = shape;
  const quote =
    frames === null ? imageOf(width, height) : videoOf({ model, width, height, duration: (frames - 1) / 24 });
  return { at, account, tier: 'pro', quote, shape, seconds: trueSeconds(shape) * factor };
}

const inOrder = (orders: readonly Order[]): Order[] => [...orders].sort((a, b) => a.at - b.at);

/** `seconds` is how long customers order. */
export function waitScenarios(seconds: number): readonly Scenario[] {
  const both = workerOf('shared', ['image', 'video']);
  const steady = { seconds, random: createRandom(11) };
  return [
    {
      name: 'one pool, two workers',
      workers: [workerOf('image-1', ['image']), workerOf('image-2', ['image'])],
      orders: ordersOf([image], { ...steady, load: 1.9 }),
      measured: [image],
      reportsProgress: true,
      isPredictable: true,
    },
    {
      name: 'two pools, one worker in both',
      workers: [both],
      orders: inOrder([
        ...ordersOf([image], { ...steady, load: 0.45 }),
        ...ordersOf([video('fast', 5)], { ...steady, load: 0.5 }),
      ]),
      measured: [image, video('fast', 5)],
      reportsProgress: true,
      isPredictable: true,
    },
    {
      name: 'mixed lengths, one of them measured',
      workers: [workerOf('video-1', ['video']), workerOf('video-2', ['video'])],
      orders: ordersOf(videos, { ...steady, load: 1.9 }),
      measured: [video('fast', 5)],
      reportsProgress: true,
      isPredictable: true,
    },
    {
      name: 'results are delivered while the next jobs render',
      workers: [workerOf('image-1', ['image'])],
      orders: ordersOf([image], { ...steady, load: 0.95 }).map((order) => ({ ...order, delivery: DELIVERY })),
      measured: [image],
      delivery: DELIVERY,
      reportsProgress: true,
      isPredictable: true,
    },
    {
      name: 'small jobs first, whose seconds hardly depend on their size',
      workers: [both],
      orders: [256, 256, 1024, 2048, 512, 1536, 256, 1024, 2048, 768].flatMap((side, at) =>
        [0, 1].map((account) => ({
          ...orderOf({ ...image, width: side, height: side }, 60 * at, account),
          seconds: FIXED + 4 * (side / 1024) ** 2,
        })),
      ),
      measured: [],
      reportsProgress: false,
      isPredictable: true,
    },
    {
      name: 'no progress is reported',
      workers: [workerOf('video-1', ['video'])],
      orders: ordersOf([video('fast', 5)], { ...steady, load: 0.9 }),
      measured: [video('fast', 5)],
      reportsProgress: false,
      isPredictable: true,
    },
    {
      name: 'the only worker dies',
      workers: [both],
      orders: [0, 1, 2, 3, 4, 5].map((account) =>
        orderOf(account < 3 ? image : video('fast', 5), account, account),
      ),
      measured: [image, video('fast', 5)],
      reportsProgress: true,
      isPredictable: true,
      absence: { from: 20, until: 20 + seconds / 4 },
    },
    {
      name: 'a job stalls',
      workers: [both],
      orders: [orderOf(image, 0, 0, 10), orderOf(image, 1, 1), orderOf(video('fast', 5), 2, 2)],
      measured: [image, video('fast', 5)],
      reportsProgress: false,
      isPredictable: false,
    },
  ];
}
