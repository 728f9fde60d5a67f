import { toEpochMs } from '#domain/base/time.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { listenAfterCommit, listenInTransaction } from '#server/events.ts';
import { newId } from '#server/ids.ts';
import { starterAgreements } from './library/starter.ts';
import { linkPeople } from './link-holder.ts';
import { moveMergedSignerListeners } from './move-merged-signer-listeners.ts';
import { notifyAgreementVoided } from './office/notify-agreement-voided.ts';
import { announceAgreement } from './office/send-agreement.ts';
import { sealAgreement } from './sealing/seal-agreement.job.ts';
import {
  completePendingAgreements,
  completePendingForAppointment,
} from './signing/complete-pending-agreements.ts';
import { completeRemaining } from './signing/complete-remaining.ts';
import * as store from './store.ts';

export const listeners = [
  listenInTransaction('company.created', (ctx) => insertStarter(ctx)),
  ...moveMergedSignerListeners,
  // After the commit: one save may remove a client and add another.
  listenAfterCommit('person.unassigned', 'agreements/complete-remaining', async (ctx, event) => {
    if (event.role === 'client') await ctx.tx((w) => completeRemaining(w, event.appointment_id));
  }),
  listenAfterCommit('agreement.added', 'agreements/mail-added', (ctx, event, { id }) =>
    ctx.tx((w) => announceAgreement(w, event, id)),
  ),
  listenAfterCommit('agreement.voided', 'agreements/mail-voided', (ctx, event) =>
    ctx.tx((w) => notifyAgreementVoided(w, event)),
  ),
  listenInTransaction('agreement.declined', (ctx, event) => notifyOffice(ctx, event)),
  // One signature may now be enough. The other way round, a signed agreement never becomes unsigned.
  listenAfterCommit('company.changed', 'agreements/complete-waiting', async (ctx, event) => {
    if (event.fields.includes('agreement_signers')) await completePendingAgreements(ctx);
  }),
  // Agreements of a canceled appointment are not completed.
  listenAfterCommit('appointment.restored', 'agreements/complete-restored', (ctx, event) =>
    ctx.tx((w) => completePendingForAppointment(w, event.appointment_id)),
  ),
  listenAfterCommit('agreement.signed', 'agreements/seal-when-complete', (ctx, event) =>
    // The job itself checks that everyone has signed; the key makes a repeat harmless.
    ctx.tx((w) =>
      w.enqueue(sealAgreement, { agreement_id: event.agreement_id }, { key: event.agreement_id }),
    ),
  ),
];

async function notifyOffice(
  ctx: WriteCtx,
  event: { appointment_id: string; agreement_id: string; person_id: string; reason: string },
): Promise<void> {
  const { appointment_id, agreement_id, person_id, reason } = event;
  const agreement = await store.byId(ctx, agreement_id);
  const person = (await linkPeople(ctx, appointment_id)).find((one) => one.person_id === person_id);
  if (!agreement || !person) return;
  await notify(ctx, 'agreement_declined', {
    appointment_id,
    occasion: `${agreement_id}.${person.id}.${toEpochMs(ctx.now)}`,
    facts: { name: person.name, agreement: agreement.name, reason },
    reply_to: person.email,
  });
}

async function insertStarter(ctx: WriteCtx): Promise<void> {
  const { now } = ctx;
  const rows = starterAgreements.map(({ name, description, content }) => ({
    id: newId(),
    name,
    description,
    content: JSON.stringify(content),
    created_at: now,
    updated_at: now,
  }));
  await insertMine(ctx, 'agreement_templates', rows).execute();
}
