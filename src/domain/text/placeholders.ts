/** Fills texts from facts: agreement tokens in trees, `{{group.field}}` in messages. */
import { type Cents, formatMoney } from '../base/money.ts';
import { formatDate, type Instant, type LocalDate, type Zone } from '../base/time.ts';
import { findMistyped, type MistypedPlaceholder } from './mistyped-placeholders.ts';
import { type InlineNode, mapInline, type RichText, textNode, toPlainText } from './rich-text.ts';

/** The nine tokens of agreements, with the labels the editor shows. */
export const agreementTokens = {
  CLIENT_NAME: 'Client name',
  PROPERTY_ADDRESS: 'Property address',
  APPOINTMENT_DATE: 'Appointment date',
  APPOINTMENT_TIME: 'Time',
  PRICE: 'Price',
  TECHNICIAN_SIGNATURE: 'Technician signature',
  CURRENT_DATE: 'Current date',
  SERVICES: 'Services',
  FEES: 'Fees',
} as const;
export type AgreementToken = keyof typeof agreementTokens;

/** The part of an appointment that contains the fact of a token; `text`: the token is unknown. */
export type TokenSection = 'people' | 'property' | 'date' | 'fees' | 'services' | 'text';

/**
 * Returns where a missing fact of a token is completed.
 * @example sectionOfToken('PROPERTY_ADDRESS') → 'property'
 */
export function sectionOfToken(name: string): TokenSection {
  switch (name as AgreementToken) {
    case 'CLIENT_NAME':
    case 'TECHNICIAN_SIGNATURE':
      return 'people';
    case 'PROPERTY_ADDRESS':
      return 'property';
    case 'APPOINTMENT_DATE':
    case 'APPOINTMENT_TIME':
    case 'CURRENT_DATE':
      return 'date';
    case 'PRICE':
    case 'FEES':
      return 'fees';
    case 'SERVICES':
      return 'services';
    default:
      return 'text';
  }
}

/** The facts that agreement tokens are filled from; an empty list or text means not known yet. */
export interface AgreementFacts {
  client_names: readonly string[];
  property_address: string;
  date_time: Instant | null;
  zone: Zone;
  currency: number;
  /** Total of the invoice. */
  price_cents: Cents | null;
  /** The first visible technician, with the stored picture of the signature. */
  technician: { person_id: string; name: string; file_id?: string } | null;
  /** The company's day of signing; null before, which leaves CURRENT_DATE unfilled. */
  signed_on: LocalDate | null;
  services: readonly string[];
  /** Each line with its total, including tax. */
  fees: readonly { line_item: string; total_cents: Cents }[];
}

/**
 * Returns the tree with its tokens filled. `unresolved` lists the tokens that remain because their fact is missing or
 * they are unknown: these block sending and signing. A missing technician or signature leaves its place empty and
 * blocks nothing; CURRENT_DATE is filled on signing.
 */
export function fillPlaceholders(
  tree: RichText,
  facts: AgreementFacts,
): { content: RichText; unresolved: string[] } {
  const unresolved = new Set<string>();
  const content = mapInline(tree, (node): InlineNode[] => {
    if (node.type !== 'placeholder') return [node];
    const { name } = node.attrs;
    if (name === 'TECHNICIAN_SIGNATURE') return signatureOf(facts.technician);
    const value = tokenText(name, facts);
    if (value !== null) return [textNode(value)];
    if (name !== 'CURRENT_DATE') unresolved.add(name);
    return [node];
  });
  return { content, unresolved: [...unresolved] };
}

/** Returns the value of each token in a tree, by name; tokens whose fact is missing are omitted. */
export function placeholderValues(tree: RichText, facts: AgreementFacts): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of placeholderNames(tree)) {
    const value = name === 'TECHNICIAN_SIGNATURE' ? facts.technician?.name.trim() : tokenText(name, facts);
    if (value) values[name] = value;
  }
  return values;
}

/** Returns the unknown tokens of a tree, for the editor's warning. */
export function unknownTokens(tree: RichText): string[] {
  return [...placeholderNames(tree)].filter((name) => !Object.hasOwn(agreementTokens, name));
}

/** The names of the placeholders in a tree, each once, in order. */
function placeholderNames(tree: RichText): Set<string> {
  const names = new Set<string>();
  const inBlock = (block: RichText['content'][number]): void => {
    if (block.type === 'paragraph' || block.type === 'heading') {
      for (const node of block.content) if (node.type === 'placeholder') names.add(node.attrs.name);
    } else for (const item of block.content) item.content.forEach(inBlock);
  };
  tree.content.forEach(inBlock);
  return names;
}

/**
 * Returns the mistyped tokens of a tree with what was probably meant. `blocks`: an unknown token, which blocks signing; the
 * others would reach the client as they were typed.
 */
export function mistypedTokens(tree: RichText): (MistypedPlaceholder & { blocks: boolean })[] {
  const unknown = new Set(unknownTokens(tree).map((name) => `{{${name}}}`));
  return findMistyped(toPlainText(tree), Object.keys(agreementTokens)).map((found) => ({
    ...found,
    blocks: unknown.has(found.typed),
  }));
}

/**
 * Joins names for a sentence, without a comma before "and".
 * @example joinWithAnd(['A', 'B', 'C']) → 'A, B and C'
 */
export function joinWithAnd(names: readonly string[], and = 'and'): string {
  const filled = names.map((name) => name.trim()).filter((name) => name !== '');
  const last = filled.pop();
  if (last === undefined) return '';
  return filled.length === 0 ? last : `${filled.join(', ')} ${and} ${last}`;
}

function signatureOf(technician: AgreementFacts['technician']): InlineNode[] {
  if (technician === null || technician.name.trim() === '') return [];
  return [{ type: 'signature', attrs: { ...technician } }];
}

/**
 * Returns the text of a token, or null if its fact is missing. Dates are MM/DD/YYYY regardless of the company's format.
 */
function tokenText(name: string, facts: AgreementFacts): string | null {
  const { zone, date_time: at } = facts;
  switch (name as AgreementToken) {
    case 'CLIENT_NAME':
      return joinWithAnd(facts.client_names) || null;
    case 'PROPERTY_ADDRESS':
      return facts.property_address.trim() || null;
    case 'APPOINTMENT_DATE':
      return at === null ? null : formatDate(at, zone, 'MM/DD/YYYY');
    case 'APPOINTMENT_TIME':
      return at === null ? null : formatDate(at, zone, 'hh:mm A');
    case 'PRICE':
      return facts.price_cents === null ? null : formatMoney(facts.price_cents, facts.currency);
    case 'CURRENT_DATE':
      return facts.signed_on === null ? null : formatDate(facts.signed_on, zone, 'MM/DD/YYYY');
    case 'SERVICES':
      return joinWithAnd(facts.services) || null;
    case 'FEES':
      return (
        joinWithAnd(facts.fees.map((f) => `${f.line_item} ${formatMoney(f.total_cents, facts.currency)}`)) ||
        null
      );
    default:
      return null;
  }
}

/** The placeholders of messages by group (decisions G-AUT-6). */
export const messagePlaceholders = {
  inspection: [
    'id',
    'order_id',
    'date',
    'time',
    'end_time',
    'duration',
    'status',
    'client_link',
    'agreements_link',
    'invoice_link',
    'reports_link',
    'notes',
    'occupied',
    'utilities_on',
    'cancel_reason',
  ],
  property: [
    'address',
    'street',
    'city',
    'state',
    'zip',
    'full_address',
    'square_feet',
    'year_built',
    'foundation',
    'map_link',
  ],
  technicians: ['names', 'first_name', 'emails', 'phones', 'signature'],
  charges: ['services', 'addons', 'fees', 'subtotal', 'tax', 'discount', 'total'],
  payments: ['paid', 'outstanding', 'last_amount', 'last_method', 'last_date', 'receipt_link'],
  clients: ['names', 'first_name', 'last_name', 'email', 'phone'],
  agents: ['names', 'first_name', 'last_name', 'email', 'phone', 'agency_name'],
  listing_agents: ['names', 'first_name', 'last_name', 'email', 'phone', 'agency_name'],
  event_details: [
    'name',
    'description',
    'start',
    'end',
    'technician',
    'report_name',
    'report_link',
    'attachment_name',
    'changed_services',
    'changed_fees',
    'old_date',
  ],
} as const;

/** Values by group and field. The sender may add groups that are not listed (`company`, `person`). */
export type MessageFacts = Record<string, Record<string, string | number | null | undefined> | undefined>;

/**
 * Returns a message text with its `{{group.field}}` filled. Missing values become empty; `unknown` lists the
 * placeholders without a fact, so that the editor can warn.
 */
export function fillMessage(template: string, facts: MessageFacts): { text: string; unknown: string[] } {
  const unknown = new Set<string>();
  const text = template.replace(/\{\{\s*([\w-]+)\.([\w-]+)\s*\}\}/g, (_, group: string, field: string) => {
    const fields = Object.hasOwn(facts, group) ? facts[group] : undefined;
    if (!fields || !Object.hasOwn(fields, field)) {
      unknown.add(`${group}.${field}`);
      return '';
    }
    return String(fields[field] ?? '');
  });
  return { text, unknown: [...unknown] };
}
