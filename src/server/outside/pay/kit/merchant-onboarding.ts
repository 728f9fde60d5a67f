import type { MerchantField, MerchantForm } from '#domain/payments/merchant-application.ts';
import type { GatewayMode } from './gateway-type.ts';

/** What came of sending an application. `not_sent`: nothing of it arrived; `unknown`: it may have. */
export type ApplicationResult =
  | { readonly state: 'submitted'; readonly link: string }
  /**
   * What is wrong in the provider's words, by field of our form; `text` says it in sentences with our fields in braces. Both
   * are empty where it is about nothing that we ask. `detail` is for the log.
   */
  | {
      readonly state: 'refused';
      readonly problems: Readonly<Partial<Record<MerchantField, string>>>;
      readonly text: string;
      readonly detail: string;
    }
  /** The provider does not take the platform's keys. */
  | { readonly state: 'setup'; readonly text: string }
  | { readonly state: 'not_sent' | 'unknown'; readonly text: string };

/** An application as the provider has it. */
export interface ApplicationRecord {
  /** Where the company goes on with it; null when the provider does not tell. */
  readonly link: string | null;
  readonly decision: 'open' | 'approved' | 'declined';
}

/** How companies get a merchant account through the platform. Every application goes under an id of ours. */
export interface MerchantOnboarding {
  /** Sends an application. Never throws for what the provider or the network does. */
  submit(mode: GatewayMode, clientAppId: string, form: MerchantForm): Promise<ApplicationResult>;
  /** The application of that id, or null when the provider has none. Throws GatewayError. */
  find(mode: GatewayMode, clientAppId: string): Promise<ApplicationRecord | null>;
}
