/** Who may sign, and when an agreement counts as signed. */

/** `all`: every client signs (the default). `any`: one signature is enough. */
export type AgreementSigners = 'all' | 'any';

export interface AgreementState {
  signed: boolean;
  voided: boolean;
}

/** A signature. One on behalf of the clients (by an agent) or on paper counts for all of them. */
export interface SignatureFact {
  person_id: string | null;
  role: 'client' | 'agent' | 'listing_agent' | 'staff';
}

/** Returns whether everyone who must sign the agreement has signed it. */
export function isAgreementSigned(
  clientIds: readonly string[],
  signatures: readonly SignatureFact[],
  signers: AgreementSigners,
): boolean {
  if (signatures.length === 0) return false;
  if (signers === 'any' || signatures.some((s) => s.role !== 'client')) return true;
  return missingSigners(clientIds, signatures).length === 0;
}

/** Returns the clients whose signature is still missing when all must sign. */
export function missingSigners(clientIds: readonly string[], signatures: readonly SignatureFact[]): string[] {
  return clientIds.filter((id) => !signatures.some((s) => s.person_id === id));
}

/**
 * Returns `agreement_signed` of an appointment: true if every agreement that is not void is signed, and if there are no
 * agreements.
 */
export function areAgreementsSigned(agreements: readonly AgreementState[]): boolean {
  return agreements.every((a) => a.voided || a.signed);
}

/**
 * Returns why a person may not sign, or null. `role` is the person's role on the appointment, null without a personal
 * link.
 */
export function signingRefusal(facts: {
  role: string | null;
  agreement: AgreementState;
  hasSigned: boolean;
  agents_can_sign: boolean;
  /** The person's own permission on this appointment, if one was set. */
  personMaySign?: boolean | null;
  isCanceled: boolean;
  unresolved: readonly string[];
  /** Whether the person is one of the company's own users, regardless of the link they opened. */
  isTeam?: boolean;
}): string | null {
  if (facts.agreement.voided) return 'This agreement has been withdrawn';
  if (facts.isCanceled) return 'This appointment has been canceled';
  if (facts.hasSigned || facts.agreement.signed) return 'This agreement has already been signed';
  if (facts.isTeam)
    return 'Only your client can sign here. To record a paper signature, open the appointment.';
  if (facts.role === null) return 'Open your personal link to sign';
  const isAgent = facts.role === 'agent' || facts.role === 'listing_agent';
  const mayByRole = facts.role === 'client' || (isAgent && facts.agents_can_sign);
  if (!(facts.personMaySign ?? mayByRole)) return 'You can’t sign this agreement';
  return facts.unresolved.length > 0 ? 'This agreement isn’t complete yet. Contact the company.' : null;
}

/** A drawn signature: strokes of points, as fractions 0..1 of a box three times as wide as it is high. */
export type Strokes = readonly (readonly (readonly [number, number])[])[];

/** More than anyone draws by hand; more points would only make the PDF slow. */
export const strokeLimits = { strokes: 100, points: 5_000 };

/** Normalizes strokes for storage: points inside the box, in thousandths. Empty if nothing visible was drawn. */
export function normalizeStrokes(strokes: Strokes): [number, number][][] {
  const inBox = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
  const normalized = strokes
    .map((stroke) => stroke.map(([x, y]): [number, number] => [inBox(x), inBox(y)]))
    .filter((stroke) => stroke.length > 0);
  return normalized.some((stroke) => stroke.length > 1) ? normalized : [];
}

/** Returns what is missing to sign, by field; empty if nothing is. */
export function signingProblems(input: {
  signer_name: string;
  consent: boolean;
  has_read: boolean;
  strokes?: Strokes | undefined;
}): Record<string, string> {
  const problems: Record<string, string> = {};
  const name = input.signer_name.trim();
  if (name.length < 2) problems.signer_name = 'Enter your full name';
  else if (name.length > 160) problems.signer_name = 'At most 160 characters';
  const points = input.strokes?.reduce((sum, stroke) => sum + stroke.length, 0) ?? 0;
  if (input.strokes && normalizeStrokes(input.strokes).length === 0)
    problems.strokes = 'Draw your signature, or type your name instead';
  else if (points > strokeLimits.points)
    problems.strokes = 'This signature has too many strokes. Clear it and try again.';
  if (!input.has_read) problems.has_read = 'Read the agreement to the end';
  if (!input.consent) problems.consent = 'Agree to use electronic records and signatures';
  return problems;
}

/**
 * Returns whether the typed name differs from the one the company has on file. Case, accents, punctuation and middle
 * names are ignored: first and last word must be the same.
 */
export function isDifferentName(typed: string, known: string): boolean {
  const [one, other] = [nameWords(typed), nameWords(known)];
  if (one.length === 0 || other.length === 0) return false;
  return one[0] !== other[0] || one.at(-1) !== other.at(-1);
}

function nameWords(name: string): string[] {
  const folded = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
