import { newId, newPublicId } from '#server/ids.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getInvoice, recordPayment } from './contract.ts';

/** The invoice of the appointment with a payment, an attempt, a refund, and a difference to the gateway. */
export async function createPaymentRecords(testApp: TestApp, owner: TestUser, id: string, marker: string) {
  const payment = await owner.call(recordPayment, {
    id,
    amount: 10,
    method: 'check',
    note: `${marker} check`,
  });
  const invoice = await owner.call(getInvoice, { id });
  return {
    invoicePublic: invoice.public_id,
    payment: payment.id,
    attempt: await attemptOf(testApp, owner, invoice),
    refund: await refundOf(testApp, owner, invoice, payment.id),
    difference: await differenceOf(testApp, owner),
  };
}

/** A pending online payment attempt; no gateway answers in this app. */
async function attemptOf(testApp: TestApp, owner: TestUser, invoice: { id: string; appointment_id: string }) {
  const id = `pa${newPublicId().toLowerCase().replace(/\W|_/g, '0').slice(0, 16)}`;
  const { subscriberId: subscriber_id } = owner;
  await testApp.writeAs(subscriber_id, (ctx) =>
    ctx.db
      .insertInto('payment_attempts')
      .values({
        subscriber_id,
        id,
        invoice_id: invoice.id,
        appointment_id: invoice.appointment_id,
        gateway: 5,
        mode: 'simulator',
        state: 'awaiting_payer',
        amount_cents: 1000,
        currency: 'USD',
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .execute(),
  );
  return id;
}

/** A difference between a gateway and our records. */
async function differenceOf(testApp: TestApp, { subscriberId: subscriber_id }: TestUser): Promise<string> {
  const id = newId();
  await testApp.writeAs(subscriber_id, (ctx) =>
    ctx.db
      .insertInto('gateway_differences')
      .values({ subscriber_id, id, gateway: 5, kind: 'not_here', about: 'pi_1', found_at: ctx.now })
      .execute(),
  );
  return id;
}

/** A refund with unknown result. */
async function refundOf(
  testApp: TestApp,
  owner: TestUser,
  invoice: { id: string; appointment_id: string },
  payment_id: string,
) {
  const id = `re${newPublicId().toLowerCase().replace(/\W|_/g, '0').slice(0, 16)}`;
  const { subscriberId: subscriber_id } = owner;
  await testApp.writeAs(subscriber_id, (ctx) =>
    ctx.db
      .insertInto('payment_refunds')
      .values({
        subscriber_id,
        id,
        payment_id,
        invoice_id: invoice.id,
        appointment_id: invoice.appointment_id,
        amount_cents: 100,
        reason: 'The pool was not there',
        state: 'unknown',
        kind: 'refund',
        problem: 'never_known',
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .execute(),
  );
  return id;
}
