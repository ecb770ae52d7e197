export { readWebhook } from './read-webhook.ts';
export { connectStripe } from './stripe-dependencies.ts';
export { createStripeProvider } from './stripe-provider.ts';
