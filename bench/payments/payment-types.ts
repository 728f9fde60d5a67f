import type { TestGateway } from '#features/payments/attempts/gateway-cards-for-tests.ts';
import type { PaySimulator } from '#simulators/pay/kit/provider.ts';
import type { CrashAccount } from '#testing/crash-writer.ts';
import type { Call } from './payment-caller.ts';

/** One company with its gateway, and the invoices it has created. */

export interface ChaosCompany {
  gateway: TestGateway;
  sim: PaySimulator;
  account: CrashAccount;
  call: Call;
  /** Calls without a session: clients pay with only the personal link. */
  visitor: Call;
  /** The client of all its invoices. */
  client: string;
  appointments: string[];
  /** Requested refunds by appointment: the amount that must be refunded exactly once. */
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
