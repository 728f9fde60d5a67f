import { mine } from '#server/db/scope.ts';
import { listenAfterCommit, listenInTransaction } from '#server/events.ts';
import { connectGateway } from './connect-gateway.ts';
import { createCompany } from './create-company.ts';

/** Creates the company during the owner's sign-up, before the listeners of dependent features run. */
export const listeners = [
  listenInTransaction('company.created', async (ctx, event) => {
    const owner = await mine(ctx, 'users')
      .where('id', '=', event.owner_id)
      .select(['first_name', 'last_name', 'email', 'phone', 'language'])
      .executeTakeFirstOrThrow();
    await createCompany(ctx, {
      timezone: event.timezone,
      owner: { ...owner, phone: event.phone, company_name: event.company_name },
    });
  }),
  // Keys are checked after every save, whichever route saved them; checking accepted keys again sends nothing.
  listenAfterCommit('company.changed', 'company/connect-gateway', async (ctx, event) => {
    if (!event.fields.some(concernsGateway)) return;
    const result = await connectGateway(ctx);
    // A killed process may hold the registration: the job is repeated until its lease has ended.
    if (result === 'busy') throw new Error('the gateway is being connected by another process');
  }),
];

function concernsGateway(field: string): boolean {
  return ['payment_type', 'gateway_sandbox', 'currency'].includes(field) || /^payment\.[3-7]\./.test(field);
}
