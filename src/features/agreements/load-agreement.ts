import { areAgreementsSigned, isAgreementSigned, signingRefusal } from '#domain/agreements/agreements.ts';
import { addressLines } from '#domain/base/addresses.ts';
import { canReadAgreements, type LinkState } from '#domain/people/client-rights.ts';
import { joinWithAnd } from '#domain/text/placeholders.ts';
import { withSignaturePicture } from '#domain/text/rich-text.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { type AgreementText, getAgreementText } from './agreement-text.ts';
import { getCompanyBranding } from './company-branding.ts';
import { consentFor } from './consent.ts';
import type { PublicAgreement } from './contract.ts';
import { getVisitor, isTeamMember, type LinkHolder, type LinkPerson, linkPeople } from './link-holder.ts';
import { agreementFacts } from './merge-agreement.ts';
import { signersOf, toCompanyTime } from './present-agreements.ts';
import * as store from './store.ts';

/** Everything needed to show, sign and print an agreement. */
export interface LoadedAgreement {
  row: store.AgreementRow;
  appointment: NonNullable<Awaited<ReturnType<typeof store.appointmentFacts>>>;
  company: Company;
  people: LinkPerson[];
  signatures: store.SignatureRow[];
  text: AgreementText;
  /** Who declined to sign and has not signed since, by person. */
  declines: ReadonlyMap<string, store.Decline>;
  holder: LinkHolder | null;
  link: LinkState;
  /** Whether the viewer may read the text, which includes the price. */
  mayRead: boolean;
  /** Whether the viewer is a team member. Team members cannot sign. */
  isTeam: boolean;
}

export interface LinkInput {
  agreementPublicId: string;
  p?: string | undefined;
}

/** Loads the agreement of a public link. Throws NOT_FOUND if there is none. `find` may lock the row. */
export async function loadAgreementByLink(
  ctx: ReadCtx,
  input: LinkInput,
  find: () => Promise<store.AgreementRow | undefined>,
): Promise<LoadedAgreement> {
  const row = await find();
  if (!row) throw notFound('This link does not work');
  const opened = await loadAgreement(ctx, row);
  const { holder, link, rights } = await getVisitor(ctx, row.appointment_id, input.p);
  return { ...opened, holder, link, mayRead: canReadAgreements(rights), isTeam: isTeamMember(ctx) };
}

/** Loads an agreement with its appointment, company, people and signatures, without a viewer. */
export async function loadAgreement(ctx: ReadCtx, row: store.AgreementRow): Promise<LoadedAgreement> {
  const appointment = await store.appointmentFacts(ctx, row.appointment_id);
  if (!appointment) throw notFound('This link does not work');
  const signatures = await store.signaturesOf(ctx, [row.id]);
  return {
    row,
    appointment,
    company: await getCompany(ctx),
    people: await linkPeople(ctx, row.appointment_id),
    signatures,
    declines: await declinesOf(ctx, row.id, signatures),
    text: await getAgreementText(ctx, row, await agreementFacts(ctx, row.appointment_id)),
    holder: null,
    link: 'none',
    mayRead: true,
    isTeam: false,
  };
}

async function declinesOf(ctx: ReadCtx, id: string, signatures: readonly store.SignatureRow[]) {
  const all = await store.declines(ctx, [id]);
  // A later signature overrides declining.
  return new Map(
    [...(all.get(id) ?? [])].filter(([person]) => !signatures.some((s) => s.person_id === person)),
  );
}

/** Why this visitor cannot sign, or null. */
export function getSigningRefusal({
  row,
  appointment,
  company,
  signatures,
  text,
  holder,
  isTeam,
}: LoadedAgreement): string | null {
  return signingRefusal({
    role: holder?.role ?? null,
    agreement: { signed: row.signed, voided: row.voided_at !== null },
    hasSigned: signatures.some((s) => s.person_id === holder?.person_id),
    agents_can_sign: company.settings.agents_can_sign,
    isCanceled: appointment.status === 'canceled',
    personMaySign: holder?.rights.sign ?? null,
    unresolved: text.unresolved,
    isTeam,
  });
}

const codes: Record<string, PublicAgreement['refusal']> = {
  'This agreement has been withdrawn': 'withdrawn',
  'This appointment has been canceled': 'canceled',
  'This agreement has already been signed': 'signed',
  'Open your personal link to sign': 'no_link',
  'This agreement isn’t complete yet. Contact the company.': 'incomplete',
  'Only your client can sign here. To record a paper signature, open the appointment.': 'team',
};

/** The page has its own text for each refusal, in three languages. */
function refusalCode(refusal: string | null): PublicAgreement['refusal'] {
  return refusal === null ? null : (codes[refusal] ?? 'not_allowed');
}

/** The error for a visitor who may not sign or decline. */
export function signingRefusalError(
  ctx: ReadCtx | WriteCtx,
  open: LoadedAgreement,
  message: string,
): AppError {
  if (!open.holder) return new AppError('FORBIDDEN', message);
  // The page shows the current state instead of asking again.
  return new AppError('CONFLICT', message, { current: presentPublicAgreement(ctx, open) });
}

/** Whether these signatures are enough. */
export function isComplete(
  { company, people }: LoadedAgreement,
  signatures: readonly store.SignatureRow[],
): boolean {
  const clients = people.filter((person) => person.role === 'client').map((person) => person.person_id);
  const facts = signatures.map(({ person_id, role }) => ({ person_id, role: role as 'client' | 'agent' }));
  return isAgreementSigned(clients, facts, company.settings.agreement_signers);
}

/** Whether every agreement of the appointment is signed. */
export async function areAllSigned(ctx: ReadCtx, appointmentId: string): Promise<boolean> {
  return areAgreementsSigned(await store.listSignedStates(ctx, appointmentId));
}

/** The clients on whose behalf an agent signs; empty for a client. */
export function onBehalfOf(holder: LinkHolder | null, people: readonly LinkPerson[]): string {
  return !holder || holder.role === 'client' ? '' : clientNames(people);
}

/** The names of an appointment's clients, joined for use in a sentence. */
export function clientNames(people: readonly LinkPerson[]): string {
  return joinWithAnd(people.filter((person) => person.role === 'client').map((person) => person.name));
}

/** The page as this visitor gets it. */
export function presentPublicAgreement(
  ctx: ReadCtx | WriteCtx,
  open: LoadedAgreement,
  p?: string,
): PublicAgreement {
  const { row, appointment, company, people, signatures, text, holder } = open;
  const mine = signatures.find((s) => holder !== null && s.person_id === holder.person_id);
  const time = (at: string | null) => (at === null ? null : toCompanyTime(at, company.timezone));
  const declined = holder && open.declines.get(holder.person_id);
  return {
    public_id: row.public_id,
    appointment_public_id: appointment.public_id,
    name: row.name,
    real_content: open.mayRead ? withSignaturePicture(text.html, signatureAddress(open, p)) : '',
    content_hash: text.content_hash,
    signed: row.signed,
    signed_at: time(row.signed_at),
    voided_at: time(row.voided_at),
    property_address: addressLines(appointment).join(', '),
    date_time: toCompanyTime(appointment.date_time, company.timezone),
    company: getCompanyBranding(company, appointment.public_id),
    viewer: holder && { name: holder.name, role: holder.role, on_behalf_of: onBehalfOf(holder, people) },
    is_team: open.isTeam,
    my_signature: mine
      ? { signer_name: mine.signer_name, signed_at: toCompanyTime(mine.signed_at, company.timezone) }
      : null,
    my_decline: declined
      ? { reason: declined.reason, at: toCompanyTime(declined.at, company.timezone) }
      : null,
    signers: signersOf(signatures, people).map(({ name, role, signature }) => ({
      name,
      role,
      signed_at: time(signature?.signed_at ?? null),
    })),
    refusal: open.mayRead ? refusalCode(getSigningRefusal(open)) : 'hidden',
    link_state: open.link,
    consent: consentFor(ctx.lang),
  };
}

/** The address of the signature image in the text; includes the personal part, since reading may require it. */
function signatureAddress({ row, appointment }: LoadedAgreement, p: string | undefined): string {
  const query = p ? `?${new URLSearchParams({ p })}` : '';
  return `/api/v2/public/agreements/${appointment.public_id}/${row.public_id}/signature${query}`;
}
