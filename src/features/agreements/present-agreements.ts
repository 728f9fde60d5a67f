import { asInstant, asZone, formatWithOffset, type Zone } from '#domain/base/time.ts';
import type { ReadCtx } from '#server/context.ts';
import { personalUrl } from '#server/personal-links.ts';
import type { AgreementText } from './agreement-text.ts';
import type { AppointmentAgreement } from './contract.ts';
import type { LinkPerson } from './link-holder.ts';
import {
  type AgreementRow,
  type Decline,
  type Delivery,
  isDeliveryForAgreement,
  type SignatureRow,
} from './store.ts';

/** Why a sealed PDF could not be created. */
export type SealProblem = NonNullable<AppointmentAgreement['seal_problem']>;

/** Path of an agreement's page in the app. */
export function agreementPath(appointmentPublicId: string, agreementPublicId: string): string {
  return `/agreement/agreement-detail/${appointmentPublicId}/${agreementPublicId}`;
}

interface Around {
  ctx: ReadCtx;
  /** The newest version of each template that is still offered. */
  offered: ReadonlyMap<string, number>;
  deliveries: readonly Delivery[];
  /** When each person first opened an agreement, by agreement and person. */
  views: ReadonlyMap<string, string>;
  /** Who declined to sign, by agreement and person. */
  declines: ReadonlyMap<string, ReadonlyMap<string, Decline>>;
  /** Names of team members, by id. */
  team: ReadonlyMap<string, string>;
  zone: Zone;
  people: readonly LinkPerson[];
  appointmentPublicId: string;
  /** Required for the filled text, which includes the price. */
  seesPrices: boolean;
}

/** An agreement as the company sees it, with everyone who must sign or has signed. */
export function presentAgreement(
  row: AgreementRow,
  text: AgreementText,
  signatures: readonly SignatureRow[],
  around: Around,
) {
  const { ctx, zone } = around;
  const path = agreementPath(around.appointmentPublicId, row.public_id);
  const time = (at: string | null) => (at === null ? null : formatWithOffset(asInstant(at), zone));
  const declineOf = (personId: string | null) => {
    const said = around.declines.get(row.id)?.get(personId ?? '');
    return said ? { reason: said.reason, at: toCompanyTime(said.at, zone) } : null;
  };
  return {
    id: row.id,
    agreementId: row.id,
    public_id: row.public_id,
    template_id: row.template_id,
    template_version: row.template_version,
    offered_version: row.template_id ? (around.offered.get(row.template_id) ?? null) : null,
    name: row.name,
    content: text.source_html,
    real_content: around.seesPrices ? text.html : '',
    unresolved: text.unresolved,
    signed: row.signed,
    signed_at: time(row.signed_at),
    voided_at: time(row.voided_at),
    void_reason: row.void_reason,
    content_hash: row.content_hash,
    sealed_sha256: row.sealed_sha256,
    seal_problem: row.signed && !row.sealed_file_id ? (row.seal_problem as SealProblem | null) : null,
    replaces_id: row.replaces_id,
    paper: paperOf(signatures, around.team),
    link: `${ctx.installation.publicUrl}${path}`,
    signers: signersOf(signatures, around.people).map(({ signature, person, ...who }) => ({
      ...who,
      email: person?.email ?? '',
      signer_name: signature?.signer_name ?? null,
      method: (signature?.method ?? null) as 'typed' | 'drawn' | 'paper' | null,
      deliveries: around.deliveries
        .filter((mail) => mail.person_id === who.person_id && isDeliveryForAgreement(mail, row))
        .map((mail) => ({
          to: mail.to_address,
          status: mail.status,
          at: toCompanyTime(mail.sent_at ?? mail.created_at, zone),
        })),
      on_behalf_of: signature?.on_behalf_of ?? '',
      viewed_at: time(signature?.viewed_at ?? around.views.get(`${row.id} ${who.person_id}`) ?? null),
      signed_at: time(signature?.signed_at ?? null),
      declined: signature ? null : declineOf(who.person_id),
      link: person ? personalUrl(ctx.installation, path, person) : null,
    })),
    created_at: formatWithOffset(asInstant(row.created_at), zone),
  };
}

function paperOf(signatures: readonly SignatureRow[], team: ReadonlyMap<string, string>) {
  const paper = signatures.find((signature) => signature.method === 'paper');
  if (!paper) return null;
  const { paper_name: name, paper_sha256: sha256, signed_on, recorded_by } = paper;
  return { name, sha256, signed_on: signed_on ?? '', recorded_by: team.get(recorded_by ?? '') ?? '' };
}

interface Signer {
  person_id: string | null;
  name: string;
  role: string;
  person: LinkPerson | null;
  signature: SignatureRow | null;
}

/** All clients and everyone else who has signed; clients first. */
export function signersOf(signatures: readonly SignatureRow[], people: readonly LinkPerson[]): Signer[] {
  const clients = people.filter((person) => person.role === 'client');
  const others = signatures.filter((s) => !clients.some((client) => client.person_id === s.person_id));
  return [
    ...clients.map((person) => ({
      person_id: person.person_id,
      name: person.name,
      role: 'client',
      person,
      signature: signatures.find((s) => s.person_id === person.person_id) ?? null,
    })),
    ...others.map((signature) => {
      const person = people.find((p) => p.person_id === signature.person_id) ?? null;
      const { person_id, role } = signature;
      return { person_id, name: person?.name || signature.signer_name, role, person, signature };
    }),
  ];
}

/** Formats an instant for the wire, in the company's time zone. */
export function toCompanyTime(at: string, timezone: string): string {
  return formatWithOffset(asInstant(at), asZone(timezone));
}
