import type { MerchantField, MerchantForm } from '#domain/payments/merchant-application.ts';
import type { GatewayMode } from './gateway-type.ts';

/** The result of sending an application. `not_sent`: nothing arrived; `unknown`: it may have arrived. */
export type ApplicationResult =
  | { readonly state: 'submitted'; readonly link: string }
  /**
   * The provider's messages about the problems, by field of our form; `text` contains them as sentences with our fields
   * in braces. Both are empty when no field that we ask for is affected. `detail` is for the log.
   */
  | {
      readonly state: 'refused';
      readonly problems: Readonly<Partial<Record<MerchantField, string>>>;
      readonly text: string;
      readonly detail: string;
    }
  /** The provider rejects the platform's keys. */
  | { readonly state: 'setup'; readonly text: string }
  | { readonly state: 'not_sent' | 'unknown'; readonly text: string };

/** An application as stored at the provider. */
export interface ApplicationRecord {
  /** Where the company continues with it; null when not reported. */
  readonly link: string | null;
  readonly decision: 'open' | 'approved' | 'declined';
}

/** How companies get a merchant account through the platform. Every application is sent under an id of ours. */
export interface MerchantOnboarding {
  /** Sends an application. Never throws for provider or network failures. */
  submit(mode: GatewayMode, clientAppId: string, form: MerchantForm): Promise<ApplicationResult>;
  /** Returns the application with that id, or null when the provider has none. Throws GatewayError. */
  find(mode: GatewayMode, clientAppId: string): Promise<ApplicationRecord | null>;
}
