import type { TestGateway } from '#features/payments/attempts/gateway-cards-for-tests.ts';
import type { PaySimulator } from '#simulators/pay/kit/provider.ts';
import type { CrashAccount } from '#testing/crash-writer.ts';
import type { Call } from './_payment-caller.ts';

/** One company with its gateway, and the invoices it has made. */

export interface ChaosCompany {
  gateway: TestGateway;
  sim: PaySimulator;
  account: CrashAccount;
  call: Call;
  /** Calls without a session: clients pay by the personal link alone. */
  visitor: Call;
  /** Whom all its invoices are for. */
  client: string;
  appointments: string[];
  /** Refunds asked for, by appointment: the amount that must have gone back, once. */
  refunds: Map<string, number>;
}
export interface Shown {
  public_id: string;
  status: string;
  total: number;
  outstanding: number;
  is_processing: boolean;
  records: {
    id: string;
    amount: number;
    refunded_amount: number;
    refundable: number;
    refunds: { amount: number; state: string }[];
  }[];
  attempts: { id: string; state: string }[];
}
