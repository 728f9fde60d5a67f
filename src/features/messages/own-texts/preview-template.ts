import { createReaderFormatter } from '#domain/base/formatter.ts';
import { fillText, messageTextProblems, placeholdersIn } from '#domain/messages/message-texts.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { catalogue, isTrackable } from '../catalogue.ts';
import { composeMessage } from '../compose-message.ts';
import { type Facts, findAppointment, type MessageAppointment, standardFacts } from '../facts.ts';
import { mailBrandingOf } from '../mail-branding.ts';
import { queueMessages } from '../outbox/queue-messages.ts';
import { defaultTexts, ownTemplate, placeholdersOf } from '../render.ts';
import type * as contract from '../template-contract.ts';
import type { MessagePreview } from '../template-contract.ts';
import { requireTemplate } from './describe-template.ts';
import { sampleFacts, testSubject } from './sample-facts.ts';

type Draft = HandlerInput<typeof contract.previewMessageTemplate>;

/**
 * Renders a text as its recipient would see it, about the given appointment, else the company's latest, else a sample.
 * Throws BAD_USER_INPUT naming each invalid field. Nothing is queued.
 */
export async function previewTemplate(ctx: ReadCtx | WriteCtx, draft: Draft): Promise<MessagePreview> {
  const key = requireTemplate(draft.key, draft.channel);
  const problems = messageTextProblems(draft.channel, draft, placeholdersOf(key, draft.channel));
  if (Object.keys(problems).length > 0) throw badInput(problems as Record<string, string>);
  const company = await getCompany(ctx);
  const appointment = await exampleAppointment(ctx, draft.appointment_id);
  const format = createReaderFormatter(draft.lang, company);
  const facts: Facts = {
    ...sampleFacts(draft.lang, format, company.currency, appointment?.date_time ?? ctx.now),
    ...standardFacts(company, appointment, format),
    ...(await firstClient(ctx, appointment)),
  };
  const used = placeholdersIn(`${draft.subject}\n${draft.message}`);
  const empty = used.filter((name) => name !== 'extra' && (facts[name] ?? '') === '');
  const order_id = appointment?.order_id ?? null;
  if (draft.channel === 'text')
    return { subject: '', html: '', text: fillText(draft.message, facts).trim(), empty, order_id };
  const { layout, isTracking } = mailBrandingOf(company, ctx.installation);
  const composed = composeMessage(
    ownTemplate(defaultTexts[draft.lang][key], { ...draft, body: draft.message }),
    draft.lang,
    facts,
    {
      link: `${ctx.installation.publicUrl}/`,
      brand: {
        ...layout,
        isTracked: isTracking && isTrackable(key, catalogue[key].audiences[0] ?? 'admins'),
      },
    },
  );
  return { ...composed, empty, order_id };
}

/** The appointment of the preview: the given one, else the latest that has an address; null if there is none. */
async function exampleAppointment(
  ctx: ReadCtx | WriteCtx,
  id: string | undefined,
): Promise<(MessageAppointment & { order_id: string }) | null> {
  const latest = mine(ctx, 'appointments').where('deleted_at', 'is', null).select(['id', 'order_id']);
  const row = id
    ? await latest.where('id', '=', id).executeTakeFirst()
    : await latest.where('address', '<>', '').orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (id && !row) throw notFound();
  const found = row && (await findAppointment(ctx, row.id));
  return found ? { ...found, order_id: row.order_id } : null;
}

async function firstClient(ctx: ReadCtx | WriteCtx, appointment: { id: string } | null): Promise<Facts> {
  if (!appointment) return {};
  const client = await mine(ctx, 'appointment_people')
    .innerJoin('contacts as c', (on) =>
      on
        .onRef('c.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('c.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_people.appointment_id', '=', appointment.id)
    .where('appointment_people.role', '=', 'client')
    .orderBy('appointment_people.position')
    .select(['c.first_name', 'c.last_name'])
    .executeTakeFirst();
  return client ? { first_name: client.first_name || client.last_name } : {};
}

/**
 * Sends a text to the caller alone. It belongs to no appointment and has a key like no other message, so that the real
 * one is sent all the same.
 */
export async function sendTest(ctx: WriteCtx, draft: Draft): Promise<{ to: string }> {
  const { subject, html, text } = await previewTemplate(ctx, draft);
  const company = await getCompany(ctx);
  const me = await mine(ctx, 'users')
    .where('id', '=', ctx.actor?.userId ?? '')
    .select(['id', 'email', 'phone'])
    .executeTakeFirstOrThrow();
  const isText = draft.channel === 'text';
  if (isText && me.phone === '')
    throw new AppError('CONFLICT', 'Add a phone number to your profile first', {});
  await queueMessages(
    ctx,
    [
      {
        key: `test.${draft.key}.${newId()}`,
        channel: draft.channel,
        lang: draft.lang,
        template_key: draft.key,
        appointment_id: null,
        person_id: me.id,
        to_address: isText ? me.phone : me.email,
        ...{ cc_address: '', bcc_address: '' },
        reply_to: mailBrandingOf(company, ctx.installation).replyTo,
        from_name: company.company_name,
        subject: isText ? '' : testSubject(draft.lang, subject),
        body_text: text,
        body_html: html,
        attachments: [],
      },
    ],
    { isByHand: true },
  );
  return { to: isText ? me.phone : me.email };
}
