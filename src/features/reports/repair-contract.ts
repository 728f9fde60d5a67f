import { z } from 'zod/mini';
import { repairItemStates, repairLimits, repairRequests } from '#domain/reports/repair/repair-list.ts';
import { companyBranding } from '#features/agreements/contract.ts';
import { richTextTree } from '#wire/comment-fields.ts';
import { asCode, asEmail, asLine, asText, id, instant, publicId, revNumber } from '#wire/fields.ts';
import { action, type HandlerInput, type RouteOutput, read, write } from '#wire/route.ts';
import { readerParams, reportLink, teamTokenParam } from './contract.ts';
import { publicPhoto } from './media-contract.ts';

const listLink = { param: 'listId', kind: 'repair-list' } as const;

/** What lets the maker of a list change it: the key it was created with, or their personal link. */
const makerParams = { ...readerParams, e: z.optional(z.string().check(asCode, z.maxLength(64))) };

const tooMany = `At most ${repairLimits.items} defects`;
const request = z.enum(repairRequests, 'Choose what is requested');
const money = z.nullable(z.number());

const writtenItem = z.object({
  /** The public id of the comment. */
  id: publicId,
  request,
  credit: z.nullable(
    z.number('Enter the amount of the credit').check(
      z.gte(0, 'Enter an amount of 0 or more'),
      z.lte(1_000_000, 'Amount is too large'),
      z.refine((value) => Number(value.toFixed(2)) === value, 'At most two decimals'),
    ),
  ),
  note: z.string().check(asText, z.maxLength(repairLimits.note, `At most ${repairLimits.note} characters`)),
});

const title = z
  .string()
  .check(asLine, z.maxLength(repairLimits.title, `At most ${repairLimits.title} characters`));

/** A defect of a list as its readers see it. Of one that is gone only its request is left. */
const listedItem = z.extend(writtenItem, {
  state: z.enum(repairItemStates),
  number: z.string(),
  name: z.string(),
  /** Section and item. */
  place: z.string(),
  text: richTextTree,
  locations: z.array(z.string()),
  category: z.nullable(z.number()),
  recommendation: z.string(),
  min_cost: money,
  max_cost: money,
  photos: z.array(publicPhoto),
});
export type ListedItem = z.infer<typeof listedItem>;

/** A defect of the report that can be ticked. */
const choice = z.object({
  id: publicId,
  number: z.string(),
  name: z.string(),
  place: z.string(),
  category: z.nullable(z.number()),
  min_cost: money,
  max_cost: money,
});
export type RepairChoice = z.infer<typeof choice>;

const totals = z.object({
  count: z.number(),
  estimated: z.number(),
  min_cost: z.number(),
  max_cost: z.number(),
  credits: z.number(),
});
export type RepairTotalsOnWire = z.infer<typeof totals>;

const repairList = z.object({
  public_id: publicId,
  rev: z.number(),
  title: z.string(),
  addressees: z.array(z.string()),
  items: z.array(listedItem),
  totals,
  maker: z.object({ name: z.string(), role: z.string() }),
  created_at: instant,
  updated_at: instant,
  report: z.object({ public_id: publicId, name: z.string(), published_at: z.nullable(instant) }),
  /** The version of the report that the list shows, and the newest. */
  version: z.object({ number: z.number(), newest: z.number() }),
  company: companyBranding,
  property: z.object({
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
  }),
  categories: z.array(z.object({ category: z.number(), name: z.string() })),
  costs: z.boolean(),
  can_edit: z.boolean(),
  /** What the maker can add; empty for other readers. */
  choices: z.array(choice),
  media_path: z.string(),
  media_query: z.string(),
});
export type RepairList = z.infer<typeof repairList>;

export const listRepairChoices = read('GET /v2/reports2/{reportId}/repair-choices', {
  access: 'link',
  link: reportLink,
  summary:
    'The defects of the published report that this reader can put on a repair list. FORBIDDEN for a reader without the right to make one.',
  input: z.object({ reportId: publicId, ...readerParams }),
  output: z.object({
    choices: z.array(choice),
    categories: z.array(z.object({ category: z.number(), name: z.string() })),
    currency: z.number(),
    costs: z.boolean(),
  }),
  invalidates: ['reports'],
});

export const createRepairList = write('POST /v2/reports2/{reportId}/repair-lists', {
  access: 'link',
  link: reportLink,
  summary:
    'Creates a repair list of defects of the published report, for a client or agent identified by their link. Returns its address and the key that lets its maker change it.',
  input: z.object({
    reportId: publicId,
    ...readerParams,
    /** Public ids of the comments. */
    comments: z
      .array(publicId, 'Select at least one defect')
      .check(z.minLength(1, 'Select at least one defect'), z.maxLength(repairLimits.items, tooMany)),
  }),
  output: z.object({ public_id: publicId, edit_key: z.string() }),
  invalidates: ['reports'],
  limit: { by: 'ip', max: 30, minutes: 60 },
});

export const getRepairList = read('GET /v2/public/repair-lists/{listId}', {
  access: 'link',
  link: listLink,
  summary:
    'A repair list through the gate of its report, or LOCKED with the steps missing before that opens.',
  input: z.object({ listId: publicId, ...makerParams, t: teamTokenParam }),
  output: repairList,
  invalidates: ['reports'],
});

export const saveRepairList = write('PUT /v2/public/repair-lists/{listId}', {
  access: 'link',
  link: listLink,
  summary:
    'Replaces the contents of a repair list, for its maker. CONFLICT if `rev` is not the current one. With `newest_version` the list moves to the newest version of the report and loses the defects that it no longer has.',
  input: z.object({
    listId: publicId,
    ...makerParams,
    rev: revNumber,
    title,
    addressees: z
      .array(
        z
          .string()
          .check(asLine, z.maxLength(repairLimits.addressee, `At most ${repairLimits.addressee} characters`)),
      )
      .check(z.maxLength(repairLimits.addressees, `At most ${repairLimits.addressees} entries`)),
    items: z.array(writtenItem).check(z.maxLength(repairLimits.items, tooMany)),
    newest_version: z.optional(z.boolean()),
  }),
  output: repairList,
  invalidates: ['reports'],
  limit: { by: 'ip', max: 600, minutes: 60 },
});
export type SavedRepairList = HandlerInput<typeof saveRepairList>;

export const shareRepairList = write('POST /v2/public/repair-lists/{listId}/share', {
  access: 'link',
  link: listLink,
  summary:
    'Mails the link of a repair list to addresses, for its maker. An address gets the same state of a list once in five minutes.',
  input: z.object({
    listId: publicId,
    ...makerParams,
    recipients: z
      .array(z.string().check(asEmail, z.maxLength(254)), 'Enter at least one email')
      .check(z.minLength(1, 'Enter at least one email'), z.maxLength(10, 'At most 10 recipients')),
    message: z.optional(z.string().check(asText, z.maxLength(1000, 'At most 1000 characters'))),
  }),
  output: z.object({ sent: z.number() }),
  invalidates: ['reports', 'messages'],
  limit: { by: 'ip', max: 20, minutes: 60 },
});

export const downloadRepairList = action('GET /v2/public/repair-lists/{listId}/pdf', {
  access: 'link',
  link: listLink,
  summary: 'A repair list as a PDF in the language of the reader.',
  input: z.object({
    listId: publicId,
    ...makerParams,
    t: teamTokenParam,
    /** By default the language that the browser prefers. */
    lang: z.optional(z.enum(['en', 'de', 'fr'], 'Unknown language')),
  }),
  download: true,
  limit: { by: 'ip', max: 120, minutes: 10 },
});

const officeList = z.object({
  id,
  public_id: publicId,
  report_id: id,
  title: z.string(),
  maker: z.object({ name: z.string(), role: z.string() }),
  created_at: instant,
  updated_at: instant,
  totals,
  /** By request: how many defects. */
  requests: z.record(z.string(), z.number()),
  comment_ids: z.array(publicId),
  /** Path of its page, for the team. */
  path: z.string(),
  /** Appointments booked to inspect it again. */
  reinspections: z.array(z.object({ id, order_id: z.string(), date_time: instant, status: z.string() })),
});
export type OfficeRepairList = z.infer<typeof officeList>;

export const listRepairLists = read('GET /v2/appointments/{id}/repair-lists', {
  access: 'member',
  capability: 'view_appointments',
  summary: 'The repair lists of an appointment, newest first, with their re-inspections.',
  input: z.object({ id }),
  output: z.object({ lists: z.array(officeList), currency: z.number(), can_book: z.boolean() }),
  invalidates: ['reports'],
});

export const getReinspectionDraft = read('GET /v2/reports/{id}/reinspection', {
  access: 'member',
  capability: 'can_schedule_new',
  summary:
    'What a re-inspection of this report starts with: the property, the people, the usual service, and the defects to choose from.',
  input: z.object({ id, repair_list_id: z.optional(id) }),
  output: z.object({
    report: z.object({ id, name: z.string() }),
    appointment: z.object({ id, order_id: z.string(), date_time: instant }),
    choices: z.array(choice),
    /** Those of the repair list that the report still has; empty without a list. */
    chosen: z.array(publicId),
    property: z.object({
      address: z.string(),
      city: z.string(),
      state: z.string(),
      zip_code: z.string(),
      country: z.string(),
      square_feet: z.nullable(z.number()),
      year_built: z.nullable(z.number()),
      foundation: z.nullable(z.number()),
      coordinates: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
    }),
    client_ids: z.array(id),
    agent_ids: z.array(id),
    listing_agent_ids: z.array(id),
    /** The service of the last re-inspection, else the one named so. */
    service_id: z.nullable(id),
    /** Re-inspections already booked. */
    booked: z.array(z.object({ id, order_id: z.string(), date_time: instant, status: z.string() })),
  }),
  invalidates: ['reports', 'appointments', 'services'],
});
export type ReinspectionDraft = RouteOutput<typeof getReinspectionDraft>;
