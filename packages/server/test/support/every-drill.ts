/**
 * Whether every kill point, provider, signal and size is tried, and races are repeated most often, as `npm run drills`
 * does. `npm test` tries some of each. A test file is a drill if it imports this.
 */
export const EVERY_DRILL = process.env.KINORA_EVERY_DRILL === '1';

/** How often a race is run. */
export const RACE_ROUNDS = EVERY_DRILL ? 1000 : 200;
