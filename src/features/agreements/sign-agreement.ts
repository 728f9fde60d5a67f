import { isOtherName, signingProblems } from '#domain/agreements.ts';
import { dealEvents } from '#domain/payments.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { Takes } from '#wire/route.ts';
import { type ConsentText, consentByHash, consentFor, wholeConsent } from './consent.ts';
import type * as contract from './contract.ts';
import { addEvidence } from './evidence.ts';
import type { LinkHolder } from './link-holder.ts';
import {
  areAllSigned,
  isComplete,
  type LinkInput,
  type OpenAgreement,
  onBehalfOf,
  openAgreement,
  presentPublic,
  refusalOf,
} from './open-agreement.ts';
import * as store from './store.ts';

type Sign = Takes<typeof contract.signAgreement>;

/** The agreement as its visitor sees it; changes nothing, so that a mail scanner opening a link signs nothing. */
export async function showAgreement(ctx: ReadCtx, input: LinkInput): Promise<contract.PublicAgreement> {
  const find = () => store.oneOf(ctx, appointmentOf(ctx), { public_id: input.agreementPublicId });
  return presentPublic(ctx, await openAgreement(ctx, input, find));
}

/** Notes that the agreement was opened: once an hour and person, and never for the company's own people. */
export async function viewAgreement(ctx: WriteCtx, input: LinkInput): Promise<null> {
  const find = () => store.oneLocked(ctx, appointmentOf(ctx), { public_id: input.agreementPublicId });
  const open = await openAgreement(ctx, input, find);
  if (ctx.actor || (await wasSeenLately(ctx, open))) return null;
  const person_id = open.holder?.person_id ?? null;
  const { content_hash } = open.text;
  await addEvidence(ctx, open.row.id, [
    { what: 'viewed', data: { person_id, ...who(open.holder), content_hash } },
  ]);
  await ctx.emit({
    type: 'agreement.viewed',
    appointment_id: open.row.appointment_id,
    agreement_id: open.row.id,
    person_id,
  });
  return null;
}

/**
 * Signs as the person of the link: freezes the text, keeps the evidence, and once everybody who must has signed marks the
 * agreement and tells what that brings about. The same person signing again changes nothing. Refuses a text or a consent
 * that is not the one shown.
 */
export async function signAgreement(ctx: WriteCtx, input: Sign): Promise<contract.PublicAgreement> {
  const find = () => store.oneLocked(ctx, appointmentOf(ctx), { public_id: input.agreementPublicId });
  const open = await openAgreement(ctx, input, find);
  const { holder, row, signatures } = open;
  const hasSigned = holder !== null && signatures.some((s) => s.person_id === holder.person_id);
  if (!hasSigned) {
    const refusal = refusalOf(open);
    if (!holder || refusal) throw refusalError(open, refusal ?? 'Please open your personal link to sign');
    await sign(ctx, open, holder, input);
  }
  const again = () => store.oneOf(ctx, row.appointment_id, { public_id: row.public_id });
  return presentPublic(ctx, await openAgreement(ctx, input, again));
}

async function sign(ctx: WriteCtx, open: OpenAgreement, holder: LinkHolder, input: Sign): Promise<void> {
  const { row, text } = open;
  refuseBad(ctx, text.content_hash, input);
  const consent = consentShown(ctx, input);
  await store.freeze(ctx, row.id, text.content, text.content_hash);
  const signature_id = await insertSignature(ctx, open, holder, input.signer_name, consent);
  const person = { person_id: holder.person_id, ...who(holder) };
  const { content_hash } = text;
  await addEvidence(ctx, row.id, [
    { what: 'consented', data: { ...person, consent_sha256: consent.sha256, has_read: input.has_read } },
    {
      what: 'signed',
      // Whom the link belongs to and what was typed, side by side.
      data: {
        ...person,
        signer_name: input.signer_name,
        is_other_name: isOtherName(input.signer_name, holder.name),
        method: 'typed',
        content_hash,
        signature_id,
      },
    },
  ]);
  await afterSigning(ctx, open, holder.person_id, signature_id);
}

/** Marks what is complete now and emits it: 15 when the last agreement was signed, 17 when it is paid as well. */
async function afterSigning(
  ctx: WriteCtx,
  open: OpenAgreement,
  person_id: string,
  signature_id: string,
): Promise<void> {
  const { row, appointment } = open;
  const wereSigned = await areAllSigned(ctx, appointment.id);
  if (isComplete(open, await store.signaturesOf(ctx, [row.id])) && (await store.markSigned(ctx, row.id))) {
    await addEvidence(ctx, row.id, [{ what: 'completed', data: {} }]);
  }
  const areSigned = await areAllSigned(ctx, appointment.id);
  const appointment_id = appointment.id;
  await ctx.emit({ type: 'agreement.signed', appointment_id, agreement_id: row.id, signature_id, person_id });
  const { paid } = appointment;
  const events = dealEvents(
    { paid, agreement_signed: wereSigned },
    { paid, agreement_signed: areSigned },
    'signature',
  );
  for (const type of events) {
    if (type !== 'invoice.paid') await ctx.emit({ type, appointment_id });
  }
}

async function insertSignature(
  ctx: WriteCtx,
  { row, text, people }: OpenAgreement,
  holder: LinkHolder,
  signer_name: string,
  consent: ConsentText,
): Promise<string> {
  const id = newId();
  const viewed = await firstView(ctx, row.id, holder.person_id);
  await ctx.db
    .insertInto('agreement_signatures')
    .values({
      subscriber_id: ctx.subscriberId,
      id,
      agreement_id: row.id,
      appointment_person_id: holder.id,
      person_id: holder.person_id,
      role: holder.role,
      on_behalf_of: onBehalfOf(holder, people),
      signer_name,
      method: 'typed',
      consent_text: wholeConsent(consent),
      consent_sha256: consent.sha256,
      content_hash: text.content_hash,
      ip: ctx.ip,
      user_agent: ctx.userAgent,
      language: ctx.lang,
      viewed_at: viewed,
      signed_at: ctx.now,
    })
    .execute();
  return id;
}

function refuseBad(ctx: WriteCtx, hash: string, input: Sign): void {
  const problems = signingProblems(input);
  if (Object.keys(problems).length > 0) throw badInput(problems);
  if (input.content_hash && input.content_hash !== hash) {
    ctx.log.info('an agreement changed between reading and signing');
    throw new AppError('CONFLICT', 'This agreement was changed meanwhile. Please read it again.', {
      content_hash: hash,
    });
  }
}

function consentShown(ctx: WriteCtx, input: Sign): ConsentText {
  const consent = input.consent_sha256 ? consentByHash(input.consent_sha256) : consentFor(ctx.lang);
  if (!consent) throw badInput({ consent: 'Please agree to use electronic records and signatures' });
  return consent;
}

function refusalError(open: OpenAgreement, message: string): AppError {
  return new AppError(open.holder ? 'CONFLICT' : 'FORBIDDEN', message);
}

const who = (holder: LinkHolder | null) => ({
  role: holder?.role ?? null,
  name: holder?.name ?? '',
  email: holder?.email ?? '',
});

async function firstView(ctx: ReadCtx, agreementId: string, personId: string): Promise<string | null> {
  const rows = await views(ctx, agreementId);
  return rows.find((row) => (row.data as { person_id?: unknown }).person_id === personId)?.at ?? null;
}

const anHour = 3_600_000;

async function wasSeenLately(ctx: ReadCtx, { row, holder }: OpenAgreement): Promise<boolean> {
  const since = Date.parse(ctx.now) - anHour;
  const person = holder?.person_id ?? null;
  return (await views(ctx, row.id)).some(
    (view) =>
      Date.parse(view.at) > since &&
      (view.data as { person_id?: unknown }).person_id === person &&
      (person !== null || view.ip === ctx.ip),
  );
}

function views(ctx: ReadCtx, agreementId: string) {
  return mine(ctx, 'agreement_evidence')
    .where('agreement_id', '=', agreementId)
    .where('what', '=', 'viewed')
    .orderBy('seq')
    .select(['data', 'at', 'ip'])
    .execute();
}

function appointmentOf(ctx: ReadCtx): string {
  return ctx.link?.id ?? '';
}
