import { type Instant, localDate, parseInstantOrLocal } from '#domain/base/time.ts';
import {
  agentRole,
  missingOfPerson,
  outsideAreaProblem,
  type Property,
  priceFacts,
  readProperty,
  type VisitorAnswers,
  visitorField,
} from '#domain/booking/booking-form.ts';
import { readWishedTime } from '#domain/booking/wished-time.ts';
import { checkPerson, type PersonValues } from '#domain/people/contact-fields.ts';
import { dateTimeMessage } from '#domain/scheduling/booking.ts';
import { isZipServed } from '#features/availability/is-zip-served.ts';
import type { Company } from '#features/company/get-company.ts';
import { loadServices } from '#features/services/load-services.ts';
import type { WriteCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { submitBooking } from './contract.ts';
import { technicianProblem } from './technician-problem.ts';

type Sent = HandlerInput<typeof submitBooking>;
type Problems = Record<string, string>;

/** A form whose every field is valid. */
export interface ReadForm {
  property: Property;
  at: Instant;
  client: PersonValues;
  agent: PersonValues | null;
  agentRole: 'agent' | 'listing_agent';
  /** The contact of a personal link; null for a visitor who typed their data. */
  knownAgentId: string | null;
}

/**
 * Reads a submitted form by the rules that the page applies as well. Throws BAD_USER_INPUT with every invalid field.
 * A known agent is a contact of the company, whose data is not part of the form.
 */
export async function readForm(
  ctx: WriteCtx,
  company: Company,
  sent: Sent,
  knownAgentId: string | null = null,
): Promise<ReadForm> {
  const problems: Problems = {};
  const services = (await loadServices(ctx, { status: 1 })).filter((service) => service.is_public);
  const property = readProperty(sent.location, {
    mode: sent.mode,
    country: company.country_code,
    year: Number(localDate(ctx.now, company.timezone).slice(0, 4)),
    facts: priceFacts(services),
  });
  addAll(problems, 'location', property.problems);
  // The office decides about a request; a booked time needs a technician who works there.
  if (sent.mode === 'schedule' && !(await isZipServed(ctx, company, property.values.zip_code)))
    problems['location.address'] ??= outsideAreaProblem;
  if (sent.services.length === 0) problems.services = 'Choose at least one service';
  const technician =
    sent.mode === 'request' && sent.technician_id
      ? 'The company chooses the technician'
      : await technicianProblem(ctx, company, sent.technician_id);
  if (technician !== null) problems.technician_id = technician;
  const at = readTime(ctx, company, sent, problems);
  const { role, client, agent } = sent.people;
  const clientValues = readPerson(ctx, company, 'client', client, problems, visitorField(role));
  const isAgentNamed = knownAgentId === null && (visitorField(role) === 'agent' || hasText(agent));
  const agentValues = isAgentNamed
    ? readPerson(ctx, company, 'agent', agent ?? noPerson, problems, visitorField(role))
    : null;
  if (!sent.accept_terms) problems.accept_terms = 'Please accept the terms';
  if (at === null || Object.keys(problems).length > 0) throw badInput(problems);
  return {
    property: property.values,
    at,
    client: clientValues,
    agent: agentValues,
    agentRole: agentRole(role),
    knownAgentId,
  };
}

function readTime(ctx: WriteCtx, company: Company, sent: Sent, problems: Problems): Instant | null {
  const { mode, date_time } = sent;
  if (mode === 'request') {
    const { at, problem } = readWishedTime(date_time, ctx.now, company.timezone);
    if (problem !== null) problems.date_time = problem;
    return at;
  }
  const problem = dateTimeMessage(date_time, ctx.now, company.timezone);
  if (problem !== null) problems.date_time = problem;
  return parseInstantOrLocal(date_time, company.timezone);
}

const noPerson: VisitorAnswers = { first_name: '', last_name: '', email: '', phone: '' };

function hasText(person: VisitorAnswers | null | undefined): boolean {
  return person ? Object.values(person).some((text) => text.trim() !== '') : false;
}

/** Reads a person of the form. A new contact gets the language in which it was filled in. */
function readPerson(
  ctx: WriteCtx,
  company: Company,
  field: 'client' | 'agent',
  person: VisitorAnswers,
  problems: Problems,
  visitor: 'client' | 'agent',
): PersonValues {
  const sent = { ...person, language: ctx.lang };
  const checked = checkPerson(field === 'client' ? 'clients' : 'agents', sent, company.country_code);
  addAll(problems, `people.${field}`, {
    ...checked.problems,
    ...missingOfPerson(person, field === visitor),
  });
  return checked.values;
}

function addAll(problems: Problems, path: string, found: Readonly<Record<string, string>>): void {
  for (const [field, message] of Object.entries(found)) problems[`${path}.${field}`] = message;
}
