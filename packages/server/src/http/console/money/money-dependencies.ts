import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import type { Database } from '../../../db/database.ts';
import type { StartCardSetup } from '../../../payments/cards/card-setup.ts';
import type { PaymentEffects } from '../../../payments/payment-effects.ts';
import type { StartPayment } from '../../../payments/start-payment.ts';
import type { SubscriptionDependencies } from '../../../payments/subscription/change-plan.ts';

export interface MoneyDependencies {
  readonly database: Database;
  readonly effects: PaymentEffects;
  readonly catalogue: Pick<OpenCatalogue, 'now'>;
  readonly publicUrl: () => string;
  readonly startPayment: StartPayment;
  readonly startCardSetup: StartCardSetup;
  readonly subscriptions: SubscriptionDependencies;
}
