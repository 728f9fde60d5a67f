import { cleanStrokes, isOtherName, signingProblems } from '#domain/agreements.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { Takes } from '#wire/route.ts';
import { afterSigning } from './complete-agreement.ts';
import { type ConsentText, consentByHash, consentFor, wholeConsent } from './consent.ts';
import type * as contract from './contract.ts';
import { addEvidence } from './evidence.ts';
import type { LinkHolder } from './link-holder.ts';
import {
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
  return presentPublic(ctx, await openAgreement(ctx, input, find), input.p);
}

/** Notes that the agreement was opened: once an hour and person, and never for the company's own people. */
export async function viewAgreement(ctx: WriteCtx, input: LinkInput): Promise<null> {
  const find = () => store.oneLocked(ctx, appointmentOf(ctx), { public_id: input.agreementPublicId });
  const open = await openAgreement(ctx, input, find);
  if (ctx.actor || !open.mayRead || (await wasSeenLately(ctx, open))) return null;
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
    if (!holder || refusal)
      throw refusalError(ctx, open, refusal ?? 'Please open your personal link to sign');
    await sign(ctx, open, holder, input);
  }
  const again = () => store.oneOf(ctx, row.appointment_id, { public_id: row.public_id });
  return presentPublic(ctx, await openAgreement(ctx, input, again), input.p);
}

async function sign(ctx: WriteCtx, open: OpenAgreement, holder: LinkHolder, input: Sign): Promise<void> {
  const { row, text } = open;
  refuseBad(ctx, open, input);
  const consent = consentShown(ctx, input);
  await store.freeze(ctx, row.id, text.content, text.content_hash);
  const signature_id = await insertSignature(ctx, open, holder, input, consent);
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
        ...drawing(input),
        content_hash,
        signature_id,
      },
    },
  ]);
  await afterSigning(ctx, open, { id: signature_id, person_id: holder.person_id });
}

async function insertSignature(
  ctx: WriteCtx,
  { row, text, people }: OpenAgreement,
  holder: LinkHolder,
  input: Sign,
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
      signer_name: input.signer_name,
      method: input.strokes ? 'drawn' : 'typed',
      ...(input.strokes ? { strokes: JSON.stringify(cleanStrokes(input.strokes)) } : {}),
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

/** How it was signed; of a drawing the trail keeps the hash, the strokes stand with the signature. */
function drawing({ strokes }: Sign): { method: 'typed' | 'drawn'; strokes_sha256?: string } {
  if (!strokes) return { method: 'typed' };
  return { method: 'drawn', strokes_sha256: sha256Hex(canonicalJson(cleanStrokes(strokes))) };
}

function refuseBad(ctx: WriteCtx, open: OpenAgreement, input: Sign): void {
  const hash = open.text.content_hash;
  const problems = signingProblems(input);
  if (Object.keys(problems).length > 0) throw badInput(problems);
  if (input.content_hash && input.content_hash !== hash) {
    ctx.log.info('an agreement changed between reading and signing');
    throw new AppError('CONFLICT', 'This agreement was changed meanwhile. Please read it again.', {
      content_hash: hash,
      current: presentPublic(ctx, open, input.p),
    });
  }
}

function consentShown(ctx: WriteCtx, input: Sign): ConsentText {
  const consent = input.consent_sha256 ? consentByHash(input.consent_sha256) : consentFor(ctx.lang);
  if (!consent) throw badInput({ consent: 'Please agree to use electronic records and signatures' });
  return consent;
}

function refusalError(ctx: WriteCtx, open: OpenAgreement, message: string): AppError {
  if (!open.holder) return new AppError('FORBIDDEN', message);
  // The page shows what is true now instead of asking again.
  return new AppError('CONFLICT', message, { current: presentPublic(ctx, open) });
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
