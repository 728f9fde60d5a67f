import { isDifferentName } from '#domain/agreements/agreements.ts';
import { addressLines } from '#domain/base/addresses.ts';
import { createFormatter } from '#domain/base/formatter.ts';
import { asZone } from '#domain/base/time.ts';
import { formatPhone } from '#domain/people/phone-format.ts';
import type { AgreementToken } from '#domain/text/placeholders.ts';
import { findSignature, type RichText } from '#domain/text/rich-text.ts';
import type { Company } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type {
  AgreementCertificate,
  AgreementModel,
  DocumentCompany,
  DocumentLang,
  PaperFormat,
} from '#server/documents/models.ts';
import type { LoadPicture } from '#server/documents/pictures.ts';
import { documentLabels, formatUtcTime } from '../document-labels.ts';
import type { EvidenceRow } from '../evidence.ts';
import type { LoadedAgreement } from '../load-agreement.ts';
import { signersOf } from '../present-agreements.ts';
import { type Delivery, isDeliveryForAgreement, type SignatureRow } from '../store.ts';

/** The data of the certificate of completion. */
export interface CertificateData {
  trail: readonly EvidenceRow[];
  deliveries: readonly Delivery[];
  /** The page where anyone can check the sealed file. */
  check_address: string;
}

/** The model of an agreement PDF: text, signatures and, if given, the certificate of completion as the last page. */
export function agreementModel(
  open: LoadedAgreement,
  lang: DocumentLang,
  proof: CertificateData | null,
): AgreementModel {
  const { row, appointment, company, people, signatures, text } = open;
  const labels = documentLabels[lang];
  const zone = asZone(company.timezone);
  const clients = people.filter((person) => person.role === 'client');
  return {
    lang,
    paper: paperSizeFor(company.country_code),
    created_at: row.signed_at ?? row.created_at,
    title: row.name,
    company: companyLetterhead(company),
    facts: [
      { label: labels.property, value: addressLines(appointment).join(', ') },
      { label: labels.date, value: createFormatter(lang).longDateTime(appointment.date_time, zone) },
      { label: labels.clients, value: clients.map((client) => client.name).join(', ') },
      { label: labels.order, value: appointment.order_id },
    ].filter((fact) => fact.value !== ''),
    body: text.content,
    ...signatureImages(text.content),
    signatures: signatures.map((signature) => ({
      signer_name: signature.signer_name,
      role: roleText(signature, lang),
      method: signature.method as 'typed' | 'drawn' | 'paper',
      ...(signature.strokes ? { strokes: signature.strokes as [number, number][][] } : {}),
      signed_at: createFormatter(lang).longDateTime(signature.signed_at, zone),
    })),
    signers: row.signed
      ? []
      : signersOf(signatures, people)
          .filter((signer) => signer.signature === null)
          .map((signer) => ({ name: signer.name, role: labels.client })),
    ...(proof
      ? { certificate: certificateOf(open, lang, proof.trail, proof.deliveries, proof.check_address) }
      : {}),
    ...(row.voided_at ? { void_reason: row.void_reason } : {}),
  };
}

/** The letterhead of documents: the company with its logo under the id `logo`. */
export function companyLetterhead(company: Company): DocumentCompany {
  return {
    name: company.company_name,
    address_lines: addressLines(company),
    phone: formatPhone(company.company_phone, company.country_code),
    email: company.company_email,
    website: company.website,
    ...(company.logo_file_id ? { logo: 'logo' } : {}),
  };
}

/** Letter in North America, A4 elsewhere. */
export function paperSizeFor(countryCode: string): PaperFormat {
  return countryCode === 'US' || countryCode === 'CA' ? 'us-letter' : 'a4';
}

/** `Inspection agreement - 1847 Seabright Avenue, Cape Elizabeth, ME 04107.pdf` */
export function agreementFilename({ row, appointment }: LoadedAgreement): string {
  return `${[row.name, addressLines(appointment).join(', ')].filter(Boolean).join(' - ')}.pdf`;
}

/** The stored signature that the text contains, under the id of its owner. */
function signatureImages(content: RichText): Pick<AgreementModel, 'images'> {
  const signature = findSignature(content);
  return signature ? { images: { [signature.person_id]: `${storedSignature}${signature.file_id}` } } : {};
}

const storedSignature = 'signature ';

/** Returns a loader for the images in documents: the company's logo and stored signatures. */
export function documentImageLoader(ctx: ActionCtx, company: Company): LoadPicture {
  return async (id) => {
    const isSignature = id.startsWith(storedSignature);
    const fileId = isSignature
      ? id.slice(storedSignature.length)
      : id === 'logo'
        ? company.logo_file_id
        : null;
    if (fileId === null) return null;
    const file = await ctx.read((r: ReadCtx) =>
      mine(r, 'stored_files').where('id', '=', fileId).select('storage_key').executeTakeFirst(),
    );
    return file ? ctx.files.readBytes(file.storage_key) : null;
  };
}

function roleText(signature: SignatureRow, lang: DocumentLang): string {
  const labels = documentLabels[lang];
  const role = labels[signature.role as 'client' | 'agent' | 'listing_agent' | 'staff'] ?? labels.client;
  return signature.on_behalf_of ? labels.onBehalf(role, signature.on_behalf_of) : role;
}

function certificateOf(
  open: LoadedAgreement,
  lang: DocumentLang,
  trail: readonly EvidenceRow[],
  deliveries: readonly Delivery[],
  check_address: string,
): AgreementCertificate {
  const { row, people, signatures } = open;
  const labels = documentLabels[lang];
  const first = signatures.find((signature) => signature.consent_text !== '');
  const noted = trail.map((event) => ({
    what: [labels.events[event.what] ?? event.what, reasonOf(event)].filter(Boolean).join(': '),
    who: whoOf(event.data) || open.company.company_name,
    at_utc: formatUtcTime(event.at),
    ip: event.ip,
    user_agent: event.user_agent,
    hash: event.hash,
  }));
  // A mail that is still queued proves nothing.
  const sent = deliveries
    .filter((mail) => isDeliveryForAgreement(mail, row))
    .filter((mail) => mail.sent_at !== null || mail.status === 'failed')
    .map(({ to_address, sent_at, created_at, status }) => ({
      what: labels.events[status === 'failed' ? 'not_delivered' : 'delivered'] ?? status,
      who: to_address,
      at_utc: formatUtcTime(sent_at ?? created_at),
    }));
  return {
    document_id: row.public_id,
    version: String(row.template_version),
    content_hash: row.content_hash ?? '',
    ...(check_address ? { check_address } : {}),
    values: valuesOf(open.text.values, labels.tokens),
    consent_text: first?.consent_text ?? '',
    consent_hash: first?.consent_sha256 ?? '',
    signers: signatures.map((signature) => certifiedSigner(signature, people, lang)),
    events: [...noted, ...sent].toSorted((x, y) => (x.at_utc < y.at_utc ? -1 : x.at_utc > y.at_utc ? 1 : 0)),
  };
}

function certifiedSigner(
  signature: SignatureRow,
  people: LoadedAgreement['people'],
  lang: DocumentLang,
): AgreementCertificate['signers'][number] {
  const labels = documentLabels[lang];
  const person = people.find((one) => one.person_id === signature.person_id);
  const isPaper = signature.method === 'paper';
  return {
    name: namesOf(signature.signer_name, person),
    role: roleText(signature, lang),
    contact: person?.email ?? '',
    authentication: isPaper ? paperText(signature, labels.paper) : labels.personalLink,
    ...(isPaper ? {} : { consented_at_utc: formatUtcTime(signature.signed_at) }),
    signed_at_utc: formatUtcTime(signature.signed_at),
    ...(signature.shown_pdf_sha256 ? { shown_pdf_hash: signature.shown_pdf_sha256 } : {}),
    ip: signature.ip,
    user_agent: signature.user_agent,
  };
}

/** In the editor's order, since the database does not preserve the order of keys. */
function valuesOf(values: Readonly<Record<string, string>>, tokens: Record<AgreementToken, string>) {
  return (Object.keys(tokens) as AgreementToken[]).flatMap((token) => {
    const value = values[token];
    return value ? [{ label: tokens[token], value }] : [];
  });
}

/** The name signed with, followed by the person's name on file if it differs. */
function namesOf(signed: string, person: { name: string } | undefined): string {
  return person && isDifferentName(signed, person.name) ? `${signed} (${person.name})` : signed;
}

/** Describes a paper signature: its date and the stored file's name and SHA-256. */
function paperText({ signed_on, paper_name, paper_sha256 }: SignatureRow, label: string): string {
  return [label, signed_on, paper_name, paper_sha256 && `SHA-256 ${paper_sha256}`]
    .filter(Boolean)
    .join(' · ');
}

/** The reason for declining to sign. */
function reasonOf({ what, data }: EvidenceRow): string {
  return what === 'declined' ? ((data as { reason?: string }).reason ?? '') : '';
}

function whoOf(data: unknown): string {
  const { name, email } = (data ?? {}) as { name?: string; email?: string };
  return [name, email].filter(Boolean).join(', ');
}
