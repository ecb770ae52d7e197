import type { Tier, VideoMode } from '@kinora/contract';
import type { JobShape } from '../../src/queue/job-shape.ts';
import type { Quote } from '../../src/quote/quote.ts';
import { imageOf, videoOf } from '../../test/support/default-catalogue.ts';
import { createRandom, type Random } from './random.ts';

/** An order of a simulated day. */
export interface Order {
  /** Seconds since the day began. */
  readonly at: number;
  /** Index of the account. */
  readonly account: number;
  readonly tier: Tier;
  readonly quote: Quote;
  readonly shape: JobShape;
  /** The seconds for which it holds a slot of its worker. */
  readonly seconds: number;
  /** The seconds until its end after that, while its worker renders the next one; by default 0. */
  readonly delivery?: number;
}

export interface DayPlan {
  readonly seconds: number;
  readonly flood: number;
  readonly ordersPerHour: { readonly image: number; readonly video: number };
}

const ACCOUNTS = 200;
/** The account that floods; it is on Pro, like many others. */
export const FLOODER = 100;

function tierOf(account: number): Tier {
  if (account < 80) return 'free';
  return account < 160 ? 'pro' : 'max';
}

/** True mean seconds of each service class, which the service has to measure. */
export function trueSeconds({ operation, model, width, height, frames }: JobShape): number {
  const pixels = width * height;
  if (operation === 'image') return 12 * (pixels / 1024 ** 2);
  return (model === 'fast' ? 12 : 40) * (((frames ?? 1) - 1) / 24 / 3) * (pixels / (1280 * 720));
}

const FLOOD_AT = 0.25;
const NOISE = 0.2;

/** The same orders for the same seed, with or without the flood. */
export function planDay(plan: DayPlan, isFlooded: boolean): readonly Order[] {
  const orders: Order[] = [];
  for (const medium of ['image', 'video'] as const) {
    const random = createRandom(medium === 'image' ? 41 : 53);
    const perSecond = plan.ordersPerHour[medium] / 3600;
    for (
      let at = random.wait(perSecond);
      at < plan.seconds;
      at += random.wait(perSecond * crowd(at / plan.seconds))
    ) {
      orders.push(orderOf(medium, at, Math.floor(random.next() * ACCOUNTS), random));
    }
  }
  if (isFlooded) {
    const random = createRandom(67);
    for (let job = 0; job < plan.flood; job++) {
      orders.push(orderOf('image', FLOOD_AT * plan.seconds, FLOODER, random));
    }
  }
  return orders.sort((a, b) => a.at - b.at);
}

/** The relative rate of orders: higher in the middle of the day than at its ends. */
const crowd = (share: number): number => 0.5 + Math.sin(Math.PI * share) ** 2;

const SIDES = [512, 1024, 1024, 1536];
const VIDEO_SHAPES: readonly (readonly [VideoMode, seconds: number])[] = [
  ['fast', 3],
  ['fast', 5],
  ['fast', 10],
  ['quality', 5],
];

function orderOf(medium: 'image' | 'video', at: number, account: number, random: Random): Order {
  const base = { at, account, tier: tierOf(account) };
  const noise = Math.exp(NOISE * random.normal() - NOISE ** 2 / 2);
  if (medium === 'image') {
    const side = SIDES[Math.floor(random.next() * SIDES.length)] ?? 1024;
    const quote = imageOf(side, side);
    const shape = { operation: medium, model: 'image', width: side, height: side, frames: null } as const;
    return { ...base, quote, shape, seconds: trueSeconds(shape) * noise };
  }
  const [mode, length] = VIDEO_SHAPES[Math.floor(random.next() * VIDEO_SHAPES.length)] ?? ['fast', 5];
  const size = { width: 1280, height: 720 };
  const shape = { operation: medium, model: mode, ...size, frames: length * 24 + 1 } as const;
  const quote = videoOf({ mode, ...size, duration: length });
  return { ...base, quote, shape, seconds: trueSeconds(shape) * noise };
}
