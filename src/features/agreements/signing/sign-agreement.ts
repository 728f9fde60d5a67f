import { isDifferentName, normalizeStrokes, signingProblems } from '#domain/agreements/agreements.ts';
import { canonicalJson } from '#domain/base/canonical-json.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { evidenceParty, firstViewedAt, recordAgreementAccess } from '../agreement-access.ts';
import { type ConsentText, consentByHash, fullConsentText } from '../consent.ts';
import type * as contract from '../contract.ts';
import { addEvidence } from '../evidence.ts';
import type { LinkHolder } from '../link-holder.ts';
import {
  getSigningRefusal,
  type LinkInput,
  type LoadedAgreement,
  loadAgreementByLink,
  onBehalfOf,
  presentPublicAgreement,
  signingRefusalError,
} from '../load-agreement.ts';
import { currentAgreementPdf } from '../sealing/current-agreement-pdf.ts';
import { refuseMissingGlyphs, refuseUnprintableName } from '../sealing/refuse-missing-glyphs.ts';
import * as store from '../store.ts';
import { completeAfterSigning } from './complete-agreement.ts';

type Sign = HandlerInput<typeof contract.signAgreement>;
type Signing = Sign & { shown_pdf_sha256: string };

/** The agreement as its visitor sees it. Changes nothing, so that a mail scanner opening the link signs nothing. */
export async function showAgreement(ctx: ReadCtx, input: LinkInput): Promise<contract.PublicAgreement> {
  return presentPublicAgreement(ctx, await openForLink(ctx, input), input.p);
}

/** Records that the agreement was opened, at most once an hour per person and text, and never for team members. */
export async function viewAgreement(ctx: WriteCtx, input: LinkInput): Promise<null> {
  const find = () => store.lockInAppointment(ctx, appointmentOf(ctx), { public_id: input.agreementPublicId });
  const open = await loadAgreementByLink(ctx, input, find);
  if (ctx.actor || !open.mayRead) return null;
  const { row, holder } = open;
  const access = { holder, hash: open.text.content_hash };
  if (!(await recordAgreementAccess(ctx, row.id, 'viewed', access))) return null;
  await ctx.emit({
    type: 'agreement.viewed',
    appointment_id: row.appointment_id,
    agreement_id: row.id,
    person_id: holder?.person_id ?? null,
  });
  return null;
}

/**
 * Signs as the person of the link: freezes the text, stores the evidence, and once everyone required has signed, marks
 * the agreement signed and emits the events. Signing again as the same person changes nothing. Refuses a text or
 * consent other than the one shown, and characters that the sealed PDF could not show.
 */
export async function signAgreement(ctx: ActionCtx, input: Sign): Promise<contract.PublicAgreement> {
  const offered = await offeredPdf(ctx, input);
  if (offered) {
    await refuseUnprintableName(input.signer_name, ctx.subscriberId);
    refuseMissingGlyphs(offered.missing);
  }
  const shown_pdf_sha256 = offered?.sha256 ?? '';
  return ctx.finalTx((w) => signOnce(w, input, shown_pdf_sha256));
}

/** The PDF offered to this person before signing; null if there is nothing to sign. */
async function offeredPdf(ctx: ActionCtx, input: Sign) {
  const open = await ctx.read((r) => openForLink(r, input));
  if (!open.holder || getSigningRefusal(open)) return null;
  try {
    return await currentAgreementPdf(ctx, open);
  } catch (error) {
    // Signing must not fail because the PDF cannot be rendered right now.
    ctx.log.error({ err: error, agreement_id: open.row.id }, 'agreement signed without the hash of its PDF');
    return null;
  }
}

async function signOnce(ctx: WriteCtx, input: Sign, shownPdf: string): Promise<contract.PublicAgreement> {
  const find = () => store.lockInAppointment(ctx, appointmentOf(ctx), { public_id: input.agreementPublicId });
  const open = await loadAgreementByLink(ctx, input, find);
  const { holder, signatures } = open;
  const hasSigned = holder !== null && signatures.some((s) => s.person_id === holder.person_id);
  if (!hasSigned) {
    const refusal = getSigningRefusal(open);
    if (!holder || refusal)
      throw signingRefusalError(ctx, open, refusal ?? 'Open your personal link to sign');
    await sign(ctx, open, holder, { ...input, shown_pdf_sha256: shownPdf });
  }
  return presentPublicAgreement(ctx, await openForLink(ctx, input), input.p);
}

function openForLink(ctx: ReadCtx, input: LinkInput): Promise<LoadedAgreement> {
  const find = () => store.findInAppointment(ctx, appointmentOf(ctx), { public_id: input.agreementPublicId });
  return loadAgreementByLink(ctx, input, find);
}

async function sign(ctx: WriteCtx, open: LoadedAgreement, holder: LinkHolder, input: Signing): Promise<void> {
  const { row, text } = open;
  refuseBad(ctx, open, input);
  const consent = consentShown(input);
  await store.freezeText(ctx, row.id, text);
  const signature_id = await insertSignature(ctx, open, holder, input, consent);
  const person = { person_id: holder.person_id, ...evidenceParty(holder) };
  const { content_hash } = text;
  await addEvidence(ctx, row.id, [
    { what: 'consented', data: { ...person, consent_sha256: consent.sha256, has_read: input.has_read } },
    {
      what: 'signed',
      // Both the owner of the link and the typed name.
      data: {
        ...person,
        signer_name: input.signer_name,
        is_other_name: isDifferentName(input.signer_name, holder.name),
        ...drawing(input),
        content_hash,
        ...(input.shown_pdf_sha256 ? { shown_pdf_sha256: input.shown_pdf_sha256 } : {}),
        // Only the hash: the values include the price, which not everyone who reads the trail may see.
        values_sha256: sha256Hex(canonicalJson(text.values)),
        signature_id,
      },
    },
  ]);
  await completeAfterSigning(ctx, open, { id: signature_id, person_id: holder.person_id });
}

async function insertSignature(
  ctx: WriteCtx,
  { row, text, people }: LoadedAgreement,
  holder: LinkHolder,
  input: Signing,
  consent: ConsentText,
): Promise<string> {
  const id = newId();
  const viewed = await firstViewedAt(ctx, row.id, holder.person_id);
  await insertMine(ctx, 'agreement_signatures', {
    id,
    agreement_id: row.id,
    appointment_person_id: holder.id,
    person_id: holder.person_id,
    role: holder.role,
    on_behalf_of: onBehalfOf(holder, people),
    signer_name: input.signer_name,
    method: input.strokes ? 'drawn' : 'typed',
    ...(input.strokes ? { strokes: JSON.stringify(normalizeStrokes(input.strokes)) } : {}),
    consent_text: fullConsentText(consent),
    consent_sha256: consent.sha256,
    content_hash: text.content_hash,
    shown_pdf_sha256: input.shown_pdf_sha256,
    ip: ctx.ip,
    user_agent: ctx.userAgent,
    language: ctx.lang,
    viewed_at: viewed,
    signed_at: ctx.now,
  }).execute();
  return id;
}

/** How it was signed. The trail stores the hash of a drawing; the strokes are stored with the signature. */
function drawing({ strokes }: Sign): { method: 'typed' | 'drawn'; strokes_sha256?: string } {
  if (!strokes) return { method: 'typed' };
  return { method: 'drawn', strokes_sha256: sha256Hex(canonicalJson(normalizeStrokes(strokes))) };
}

function refuseBad(ctx: WriteCtx, open: LoadedAgreement, input: Sign): void {
  const hash = open.text.content_hash;
  const problems = signingProblems(input);
  if (Object.keys(problems).length > 0) throw badInput(problems);
  if (input.content_hash !== hash) {
    ctx.log.info('an agreement changed between reading and signing');
    throw new AppError('CONFLICT', 'This agreement has changed. Read it again before you sign.', {
      content_hash: hash,
      current: presentPublicAgreement(ctx, open, input.p),
    });
  }
}

function consentShown(input: Sign): ConsentText {
  const consent = consentByHash(input.consent_sha256);
  if (!consent) throw badInput({ consent: 'Agree to use electronic records and signatures' });
  return consent;
}

function appointmentOf(ctx: ReadCtx): string {
  return ctx.link?.id ?? '';
}
