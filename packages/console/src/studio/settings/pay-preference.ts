import type { PayWith } from '@kinora/contract';
import { pageAccount } from '../../api/page-account.ts';

/**
 * What a person chose where both would pay. This browser has it and not the account: the price is shown before each order,
 * so that without it nothing is lost, and on a shared device each person has their own.
 */

const keyOf = (): string => `kinora-pay-with-${pageAccount()}`;

export const usualWay = (): PayWith => (localStorage.getItem(keyOf()) === 'balance' ? 'balance' : 'credits');

export const rememberWay = (payWith: PayWith): void => localStorage.setItem(keyOf(), payWith);
