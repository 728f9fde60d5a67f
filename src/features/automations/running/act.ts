import type { AutomationFacts, GroupedAction } from '#domain/automations/decision-types.ts';
import { type Addressee, recipientsOf } from '#domain/automations/recipients.ts';
import { automationEvent } from '#domain/events/events.ts';
import { type OwnText, type OwnTextOptions, sendOwnTexts } from '#features/messages/send-own-texts.ts';
import type { WriteCtx } from '#server/context.ts';
import { sha256Hex } from '#server/ids.ts';
import { inReadersLanguage } from '../planning/reminder-actions.ts';
import { loadSource, type ValueSource } from '../values/load-source.ts';
import { nameOf, valuesFor } from '../values/values-for.ts';
import { queueWebhook } from '../webhooks/queue-webhook.ts';
import type { JobOutcome } from './job-outcome.ts';
import { mergeMessage } from './merge-message.ts';
import { readerOf } from './readers.ts';
import type { DueJob } from './run-store.ts';
import { webhookText } from './webhook-body.ts';

interface Result extends Pick<JobOutcome, 'reached' | 'unreachable'> {
  /** Why a webhook will not be sent (`url.private_name`, `too_large`); null otherwise. */
  refused: string | null;
}

/** Sends the messages or the webhook of an action in the caller's transaction and returns who was reached, or why it was refused. */
export async function act(
  ctx: WriteCtx,
  job: DueJob,
  action: GroupedAction,
  facts: AutomationFacts,
): Promise<Result> {
  const source = await loadSource(ctx, job.appointment_id);
  if (action.action_type === 3) return sendWebhook(ctx, job, action, source);
  const { to, cc, bcc, unreachable } = recipientsOf(action, facts.people, job.occurrence);
  const texts: OwnText[] = [];
  for (const [i, addressee] of to.entries()) {
    // Copies for others are sent once, not with the message of each person.
    const copies = i === 0 ? { cc, bcc } : { cc: [], bcc: [] };
    texts.push(await textFor(ctx, { job, action, source }, addressee, copies));
  }
  await sendOwnTexts(ctx, optionsOf(job, action, source), texts);
  return {
    reached: [...to.map((one) => one.address), ...cc, ...bcc],
    unreachable: unreachable.map((one) => one.name),
    refused: null,
  };
}

async function sendWebhook(
  ctx: WriteCtx,
  job: DueJob,
  action: GroupedAction,
  source: ValueSource,
): Promise<Result> {
  const { event_type, data } = job.occurrence;
  const values = valuesFor(source, data.details ?? {}, null);
  const { body } = await webhookText(ctx, job.occurrence, action, { source, values });
  const { refused } = await queueWebhook(ctx, {
    key: `action.${job.id}`,
    action_id: job.action_id,
    appointment_id: job.appointment_id,
    event_id: job.id,
    event_name: automationEvent(event_type)?.name ?? '',
    url: action.webhook_url,
    headers: action.webhook_headers,
    body,
  });
  return { reached: refused === null ? [action.webhook_url] : [], unreachable: [], refused };
}

async function textFor(
  ctx: WriteCtx,
  { job, action, source }: { job: DueJob; action: GroupedAction; source: ValueSource },
  { address, person, cc }: Addressee,
  copies: { cc: readonly string[]; bcc: readonly string[] },
): Promise<OwnText> {
  const reader = await readerOf(ctx, source, person);
  const { details = {} } = job.occurrence.data;
  const { subject, body } = mergeMessage(
    inReadersLanguage(action, job.slot, reader.lang),
    valuesFor(source, details, reader),
  );
  const who = person?.id ?? sha256Hex(address.toLowerCase()).slice(0, 20);
  return {
    key: `action.${job.id}.${who}`,
    lang: reader.lang,
    person_id: person?.id ?? null,
    to: address,
    cc: [...cc, ...copies.cc].join(', '),
    bcc: copies.bcc.join(', '),
    subject,
    body,
  };
}

function optionsOf(job: DueJob, action: GroupedAction, source: ValueSource): OwnTextOptions {
  const isReminder = job.slot !== null;
  return {
    channel: action.action_type === 2 ? 'text' : 'email',
    template_key: isReminder ? 'reminder' : 'action',
    stream: isReminder ? 'reminder' : 'transactional',
    appointment_id: job.appointment_id,
    priority: -job.waiting,
    ...(isReminder ? {} : senderOf(action, source)),
  };
}

/** The first technician who is shown, or the company's point of contact. */
function senderOf({ from_address }: GroupedAction, { people, company }: ValueSource) {
  const technician = people.find((one) => one.role === 'inspector' && !one.invisible);
  if (from_address === 2 && technician) return { from_name: nameOf(technician), reply_to: technician.email };
  return { from_name: company.settings.point_of_contact_name };
}
