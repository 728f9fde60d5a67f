import {
  type BookingMode,
  type FormStep,
  formSteps,
  outsideAreaProblem,
  type PropertyAnswers,
  problemsOfPerson,
  readProperty,
  type VisitorAnswers,
  type VisitorRole,
  visitorField,
} from '#domain/booking/booking-form.ts';
import type { RouteInput } from '#wire/route.ts';
import type { BookingPage, submitBooking } from '../contract.ts';

/** Everything that a visitor has entered. Held in memory only: a shared computer keeps nothing. */
export interface Answers {
  property: PropertyAnswers;
  /** Its position, signed by the server; empty while it is not known. */
  place: string;
  /** The ZIP code that no technician serves, if it was entered. */
  outsideZip: string;
  /** The ids of the chosen add-ons by chosen service. */
  services: Readonly<Record<string, readonly string[]>>;
  /** The chosen free time. */
  at: string | null;
  technicianId: string | null;
  /** The wished day and time of day of a request. */
  day: string;
  clock: string;
  role: VisitorRole;
  client: VisitorAnswers;
  agent: VisitorAnswers;
  /** A client who names their agent. */
  hasAgent: boolean;
  message: string;
  /** The applied discount code. */
  code: string;
  acceptsTerms: boolean;
  /** Invisible to people. */
  subject: string;
}

export type Problems = Readonly<Record<string, string>>;

const noPerson: VisitorAnswers = { first_name: '', last_name: '', email: '', phone: '' };

/** Returns an empty form. A company with one service has chosen it already. */
export function emptyAnswers(page: BookingPage): Answers {
  const [only, another] = page.services;
  const hhmm = String(page.default_start_time).padStart(4, '0');
  return {
    property: {
      ...{ address: '', city: '', state: '', zip_code: '' },
      ...{ square_feet: '', year_built: '', foundation: '' },
    },
    place: '',
    outsideZip: '',
    services: only && !another ? { [only.id]: [] } : {},
    at: null,
    technicianId: null,
    day: '',
    clock: `${hhmm.slice(0, 2)}:${hhmm.slice(2)}`,
    role: 'client',
    client: noPerson,
    agent: noPerson,
    hasAgent: false,
    message: '',
    code: '',
    acceptsTerms: false,
    subject: '',
  };
}

/** Returns what decides price, duration and free times, as the routes take it. */
export function selectionOf({ property, place, services }: Answers) {
  const chosen = Object.entries(services).map(([id, addOns]) => ({ id, add_ons: [...addOns] }));
  return { location: { ...property, place }, services: chosen };
}

/** Returns the address of the property on one line. */
export function addressOf({ property }: Answers): string {
  const place = [property.address, property.city, [property.state, property.zip_code].join(' ')];
  return place.filter((one) => one.trim() !== '').join(', ');
}

/** Whether a change makes a chosen time invalid: it fits one duration and place. */
export function changesSelection(before: Answers, more: Partial<Answers>): boolean {
  return JSON.stringify(selectionOf({ ...before, ...more })) !== JSON.stringify(selectionOf(before));
}

/** Returns what is wrong with a step, by the path of the field in the submission. */
export function problemsOfStep(
  step: FormStep,
  answers: Answers,
  { page, mode }: { page: BookingPage; mode: BookingMode },
): Problems {
  if (step === 'property') {
    const { problems } = readProperty(answers.property, {
      mode,
      country: page.company.country_code,
      year: Number(page.today.slice(0, 4)),
      facts: page.facts,
    });
    if (mode === 'schedule' && isOutside(answers)) problems.address ??= outsideAreaProblem;
    return prefixed('location', problems);
  }
  if (step === 'services')
    return Object.keys(answers.services).length > 0 ? {} : { services: 'Choose at least one service' };
  if (step === 'time') {
    if (mode === 'schedule') return answers.at === null ? { date_time: 'Choose a time' } : {};
    const problem = dayProblem(answers.day, page.today);
    return problem === null ? {} : { date_time: problem };
  }
  if (step === 'details')
    return { ...problemsOfPeople(answers, page.company.country_code), ...messageProblem(answers) };
  return answers.acceptsTerms ? {} : { accept_terms: 'Please accept the terms' };
}

/** Returns what is wrong with the form: the history of the browser also leads forward past a step. */
export function problemsOfForm(answers: Answers, form: { page: BookingPage; mode: BookingMode }): Problems {
  return Object.assign({}, ...formSteps.map((step) => problemsOfStep(step, answers, form)));
}

/** Whether no technician works at the property's address, as far as that is known. */
export function isOutside({ property, outsideZip }: Answers): boolean {
  return outsideZip !== '' && outsideZip === property.zip_code;
}

/** What is clearly wrong with a wished day. The server decides to the minute: the page does without a time library. */
function dayProblem(day: string, today: string): string | null {
  if (day === '') return 'Date & time are required';
  if (day < today) return 'Date & Time needs to be future date';
  const isFar = Number(day.slice(0, 4)) > Number(today.slice(0, 4)) + 2;
  return isFar || day.length > 10 ? 'Choose a date within the next two years' : null;
}

/** A message that is pasted stays whole: the visitor decides what to leave out. */
function messageProblem({ message }: Answers): Problems {
  return message.length > 2000 ? { message: 'At most 2000 characters' } : {};
}

function problemsOfPeople(answers: Answers, country: string): Problems {
  const visitor = visitorField(answers.role);
  return {
    ...prefixed('people.client', problemsOfPerson(answers.client, visitor === 'client', country)),
    ...(namesAgent(answers)
      ? prefixed('people.agent', problemsOfPerson(answers.agent, visitor === 'agent', country))
      : {}),
  };
}

/** Whether the form has fields for an agent. */
export function namesAgent({ role, hasAgent }: Answers): boolean {
  return role !== 'client' || hasAgent;
}

/** Returns the problems that remain after a change: those of untouched fields, and those that are still found. */
export function remainingProblems(
  problems: Problems,
  { before, after, found }: { before: Answers; after: Answers; found: Problems },
): Problems {
  const entries = Object.entries(problems).flatMap(([field, message]): [string, string][] => {
    if (enteredValue(field, before) === enteredValue(field, after)) return [[field, message]];
    return found[field] === undefined ? [] : [[field, found[field]]];
  });
  return Object.fromEntries(entries);
}

/** What was entered in a field of the submission, to compare. */
function enteredValue(field: string, answers: Answers): unknown {
  const [first, second = '', third = ''] = field.split('.');
  // An address is outside the service area because of its ZIP code.
  if (first === 'location' && second === 'address')
    return `${answers.property.address} ${answers.property.zip_code}`;
  if (first === 'location') return answers.property[second as keyof PropertyAnswers];
  if (first === 'people') return answers[second as 'client' | 'agent']?.[third as keyof VisitorAnswers];
  if (first === 'services') return answers.services;
  if (first === 'date_time' || first === 'technician_id') return `${answers.at} ${wishedTime(answers)}`;
  if (first === 'message') return answers.message;
  return first === 'accept_terms' ? answers.acceptsTerms : answers.code;
}

/** Returns the step that shows a field of the submission. */
function stepOfField(field: string): FormStep {
  const [first = ''] = field.split('.');
  const steps: Record<string, FormStep> = {
    location: 'property',
    services: 'services',
    date_time: 'time',
    technician_id: 'time',
    people: 'details',
    message: 'details',
  };
  return steps[first] ?? 'review';
}

/** Returns the earliest step of these fields. */
export function firstStep(problems: Problems): FormStep {
  const steps = Object.keys(problems).map(stepOfField);
  return formSteps.find((step) => steps.includes(step)) ?? 'review';
}

/** Returns the completed form as the route takes it. */
export function submissionOf(
  answers: Answers,
  facts: {
    page: BookingPage;
    mode: BookingMode;
    isEmbedded: boolean;
    key: string;
    holdId: string | null;
    proof: string | null;
  },
): RouteInput<typeof submitBooking> {
  const { role, client, agent, message, code, acceptsTerms, subject } = answers;
  const isScheduled = facts.mode === 'schedule';
  return {
    requestId: facts.page.request_id,
    mode: facts.mode,
    submission_key: facts.key,
    is_embedded: facts.isEmbedded,
    ...selectionOf(answers),
    date_time: isScheduled ? (answers.at ?? '') : wishedTime(answers),
    ...(isScheduled ? { technician_id: answers.technicianId, hold_id: facts.holdId } : {}),
    people: { role, client, ...(namesAgent(answers) ? { agent } : {}) },
    message,
    discount_code: code || null,
    accept_terms: acceptsTerms,
    visitor_check: facts.proof,
    subject,
  };
}

/** Returns the wished day and time of a request as the routes take it. */
export const wishedTime = ({ day, clock }: Answers) => (day === '' ? '' : `${day}T${clock}`);

function prefixed(path: string, problems: Problems): Problems {
  return Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [`${path}.${field}`, message]),
  );
}

/** Answers without a time, and so without the technician who was free then. */
export const noTime = { at: null, technicianId: null } as const;

/** Returns the answers without a free time; the one that was chosen is what a request wishes. */
export function withoutTime(answers: Answers): Answers {
  return { ...answers, ...(answers.at === null ? noTime : wishInsteadOf(answers.at)) };
}

/** Returns the change that gives up a free time, written in the company's zone, and wishes it. */
export const wishInsteadOf = (at: string) => ({ day: at.slice(0, 10), clock: at.slice(11, 16), ...noTime });
