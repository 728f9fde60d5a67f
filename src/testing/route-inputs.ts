import { newId } from '#server/ids.ts';
import { pathNames, type Route, routeKey } from '#wire/route.ts';
import { usualHouse } from './bookings.ts';
import type { IdName, Ids } from './everything.ts';
import { inputSchema, sampleOf } from './sample.ts';

export type Input = Record<string, unknown>;

/**
 * What the name in a path stands for, by the part before it (`appointments/{id}`) or, where that is not enough, by the whole
 * path. A route with a name that is not here fails the tests: whoever adds one says what it is of.
 */
const inPath: Record<string, IdName> = {
  'appointments/{id}': 'appointment',
  'notes/{noteId}': 'note',
  'agreements/{agreementId}': 'agreement',
  'waivers/{waiverId}': 'waiver',
  'payments/{id}': 'payment',
  'clients/{id}': 'spareClient',
  'agents/{id}': 'spareAgent',
  'contractors/{id}': 'spareContractor',
  'files/{id}': 'file',
  'templates/{id}': 'template',
  'sessions/{id}': 'session',
  'company/{subscriberId}': 'company',
  'people-data/{subscriberId}': 'company',
  'check-inspection-time/{subscriberId}': 'company',
  'reports/{id}': 'report',
  'reports/{reportId}': 'report',
  'reports2/{reportId}': 'report',
  'media/{mediaId}': 'media',
  'comment/{commentId}': 'comment',
  '/v2/reports/{reportId}/media/{mediaId}/{size}#reportId': 'reportPublic',
  '/v2/reports/{reportId}/media/{mediaId}/{size}#mediaId': 'mediaPublic',
  '/v2/reports2/{reportId}/visits#reportId': 'reportPublic',
  'report-views/{viewId}': 'view',
  'agreements/{appointmentPublicId}': 'appointmentPublic',
  '{appointmentPublicId}/{agreementPublicId}': 'agreementPublic',
  'appointments/{publicId}': 'appointmentPublic',
  'invoices/{publicId}': 'invoicePublic',
};

/** Names in paths that are no ids, with a value that fits. */
const plainInPath: Record<string, string> = {
  '{subscriberId}/{status}': '1',
  '{mediaId}/{size}': 'thumb',
  'technicians/{number}': '0',
  // Named by a keyed hash of the appointment's own attachments: there is no id to guess.
  'attachments/{key}': 'no-such-attachment',
  // Made for everybody.
  'short-links/{uniqId}': 'nothing',
};

/** What each name of a path stands for; null for those that are no ids. Throws for a name nobody has explained. */
export function pathIds(route: Route): Record<string, IdName | null> {
  const parts = route.path.split('/');
  return Object.fromEntries(
    pathNames(route.path).map((name) => {
      const at = parts.indexOf(`{${name}}`);
      const place = `${parts[at - 1]}/{${name}}`;
      const idName = inPath[`${route.path}#${name}`] ?? inPath[place];
      if (idName) return [name, idName];
      if (place in plainInPath) return [name, null];
      throw new Error(`${routeKey(route)}: say in src/testing/route-inputs.ts what {${name}} is of`);
    }),
  );
}

const booking = (ids: Ids): Input => ({
  ...usualHouse,
  date_time: '2030-05-06T09:00',
  order_id: `W-${newId().slice(-8)}`,
  services: [{ id: ids.service, add_ons: [ids.addOn] }],
  templates: [ids.template],
  agreements: [ids.agreementTemplate],
  clients: [ids.client],
  agents: [ids.agent],
  listing_agents: [ids.agent],
  contractors: [ids.contractor],
  inspectors: [ids.technician],
  invisible_inspectors: [ids.owner],
  inspection_events: [
    {
      name: 'Pick-up',
      inspector: ids.technician,
      start_date: '2030-05-08T09:00',
      end_date: '2030-05-08T10:00',
    },
  ],
});

/** Inputs that a sample made from the schema would not show well: with every id a route can take, each of this company. */
const inputs: Record<string, (ids: Ids) => Input> = {
  'POST /v2/auth/change-password': () => ({ current_password: 'unknown', new_password: 'brand-New3' }),
  'GET /v2/geo/search': () => ({ text: '100 Congress Avenue Austin' }),
  'GET /v2/geo/street-view': () => ({ lat: 30.26, lng: -97.74 }),
  'GET /v2/geo/static-map': () => ({ lat: 30.26, lng: -97.74 }),
  'GET /v2/messages': (ids) => ({ appointmentId: ids.appointment }),
  'POST /v2/clients': () => ({
    first_name: 'Cleo',
    last_name: 'Client',
    email: 'cleo@client.example',
    phone: '5125550133',
  }),
  'POST /v2/agents': () => ({
    first_name: 'Abe',
    last_name: 'Agent',
    email: 'abe@agent.example',
    phone: '5125550134',
  }),
  'POST /v2/contractors': () => ({
    company_name: 'Pipes Ltd',
    email: 'pipes@pipes.example',
    phone: '5125550135',
  }),
  'POST /v2/clients/{id}/status': () => ({ newStatus: 0 }),
  'POST /v2/agents/{id}/status': () => ({ newStatus: 0 }),
  'POST /v2/contractors/{id}/status': () => ({ newStatus: 0 }),
  'POST /users/get-by-id': (ids) => ({ user_id: ids.technician }),
  'POST /v2/pricing/quote': (ids) => ({
    location: usualHouse,
    services: [{ id: ids.service, add_ons: [ids.addOn] }],
    fees: [{ serviceId: ids.service, addOnId: ids.addOn, line_item: 'By hand', pretax_amount: 5 }],
  }),
  'POST /v2/appointments/{id}/agreements': (ids) => ({ template_id: ids.agreementTemplate }),
  'GET /v2/appointments': (ids) => ({
    technicianId: ids.technician,
    clientId: ids.client,
    agentId: ids.agent,
  }),
  'POST /inspections': booking,
  'POST /inspections/get-by-id': (ids) => ({
    inspection_id: ids.appointment,
    user_id: ids.owner,
    u_id: ids.owner,
  }),
  'PUT /v2/appointments/{id}': (ids) => ({
    ...booking(ids),
    inspection_events: [
      {
        id: ids.subEvent,
        name: 'Pick-up',
        inspector: ids.technician,
        start_date: '2030-05-08T09:00',
        end_date: '2030-05-08T10:00',
      },
    ],
  }),
  'POST /inspections/check-inspection-time/{subscriberId}': (ids) => ({
    date_time: '2030-03-08T09:00',
    inspectors: [ids.technician],
    inspections_id: ids.appointment,
    duration: 2,
  }),
  'POST /v2/appointments/{id}/payments': () => ({ amount: 5, method: 'cash' }),
  'POST /v2/appointments/{id}/waivers': () => ({ what: 'payment', reason: 'A friend of the house' }),
  'GET /v2/payments': (ids) => ({ appointmentId: ids.appointment }),
  'PATCH /v2/reports/{id}/ops': (ids) => ({ rev: 0, ops: reportOps(ids) }),
  'POST /v2/reports/{id}/media': (ids) => ({
    media_id: newId(),
    item_id: ids.item,
    comment_id: ids.comment,
    file: new File([tinyPng], 'photo.png', { type: 'image/png' }),
  }),
  'PUT /v2/reports/{id}/media/{mediaId}': (ids) => ({ caption: 'Seen again', comment_id: ids.comment }),
  'POST /v2/reports/{id}/publish': (ids) => ({ send_to: [ids.reader] }),
  'POST /v2/reports/{reportId}/share': () => ({ recipients: ['someone@test.example'], sendFullReport: true }),
  'PUT /v2/reports/{reportId}/comment/{commentId}/update': () => ({ name: 'A better name' }),
  'GET /v2/reports2/{reportId}': (ids) => ({ userId: ids.owner, t: ids.teamPass }),
  'GET /v2/reports/{reportId}/download': () => ({ type: 'summary' }),
  'GET /v2/reports/{reportId}/media/{mediaId}/{size}': (ids) => ({ t: ids.teamPass }),
  'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}': (ids) => ({ p: ids.personal }),
  'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/view': (ids) => ({ p: ids.personal }),
  'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/sign': (ids) => ({
    p: ids.personal,
    signer_name: 'Cora Client',
    consent: true,
    has_read: true,
  }),
  'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/pdf': (ids) => ({ p: ids.personal }),
  'GET /v2/public/appointments/{publicId}': (ids) => ({ p: ids.personal }),
  'GET /v2/public/appointments/{publicId}/calendar': (ids) => ({ p: ids.personal }),
  'GET /v2/public/appointments/{publicId}/attachments/{key}': (ids) => ({ p: ids.personal }),
  'GET /v2/public/invoices/{publicId}': (ids) => ({ p: ids.personal }),
  'GET /v2/public/invoices/{publicId}/pdf': (ids) => ({ p: ids.personal }),
};

function reportOps(ids: Ids): Input[] {
  const op = (type: string, more: Input) => ({ op_id: newId(), type, ...more });
  const { item, section, comment, media } = ids;
  return [
    op('set_rating', { item_id: item, rating: 'IN' }),
    op('add_comment', {
      comment: { id: newId(), item_id: item, kind: 3, name: 'New', template_comment_id: ids.templateComment },
    }),
    op('update_comment', { comment_id: comment, changes: { included: true } }),
    op('move_comment', { comment_id: comment, item_id: item, after_id: null }),
    op('update_section', { section_id: section, changes: { hidden: false } }),
    op('move_section', { section_id: section, after_id: null }),
    op('add_section', { section: { id: newId(), name: 'Extra' }, after_id: section }),
    op('add_item', { item: { id: newId(), section_id: section, name: 'Extra' }, after_id: item }),
    op('update_item', { item_id: item, changes: { name: 'Renamed' } }),
    op('move_item', { item_id: item, section_id: section, after_id: null }),
    op('update_media', { media_id: media, changes: { caption: 'Changed', comment_id: comment } }),
    op('move_media', { media_id: media, after_id: null }),
  ];
}

const tinyPng = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
);

/** An input that this company's owner could send to the route, naming only ids of that company. */
export function goodInput(route: Route, ids: Ids): Input {
  const made = inputs[routeKey(route)]?.(ids) ?? (sampleOf(inputSchema(route), () => newId()) as Input);
  const path = Object.fromEntries(
    Object.entries(pathIds(route)).map(([name, idName]) => [
      name,
      idName ? ids[idName] : plainValue(route, name),
    ]),
  );
  return { ...made, ...path };
}

function plainValue(route: Route, name: string): string {
  const parts = route.path.split('/');
  return plainInPath[`${parts[parts.indexOf(`{${name}}`) - 1]}/{${name}}`] ?? '';
}

/** Every place of the input that holds an id of `own`, with what it is. */
export function placesOfIds(
  input: unknown,
  own: Ids,
  path: string[] = [],
): { path: string[]; idName: IdName }[] {
  if (typeof input === 'string') {
    const found = (Object.keys(own) as IdName[]).find((name) => own[name] === input);
    return found ? [{ path, idName: found }] : [];
  }
  if (typeof input !== 'object' || input === null || input instanceof Blob) return [];
  return Object.entries(input).flatMap(([key, value]) => placesOfIds(value, own, [...path, key]));
}

/** The input with another value at one place. */
export function withValueAt(input: Input, path: readonly string[], value: unknown): Input {
  const [key = '', ...rest] = path;
  const copy = (Array.isArray(input) ? [...input] : { ...input }) as Input;
  copy[key] = rest.length === 0 ? value : withValueAt(copy[key] as Input, rest, value);
  return copy;
}

type Json = Record<string, unknown>;

/** Fields of the schema that take an id, as paths with `0` for list entries; path names and repeat keys left out. */
export function idFields(route: Route): string[] {
  const found = new Set<string>();
  collect(inputSchema(route), '', found);
  return [...found].filter((path) => !pathNames(route.path).includes(path));
}

function collect(schema: Json, path: string, found: Set<string>): void {
  if (schema.format === 'uuid' && path) found.add(path);
  const below = (key: string) => (path ? `${path}.${key}` : key);
  for (const [key, child] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
    collect(child, below(key), found);
  if (schema.items) collect(schema.items as Json, below('0'), found);
  for (const list of [schema.anyOf, schema.oneOf, schema.allOf] as (Json[] | undefined)[]) {
    for (const child of list ?? []) collect(child, path, found);
  }
}
