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
  'availability/{id}': 'technician',
  'overrides/{id}': 'override',
  'notes/{noteId}': 'note',
  'agreements/{agreementId}': 'agreement',
  'waivers/{waiverId}': 'waiver',
  'payments/{id}': 'payment',
  'clients/{id}': 'spareClient',
  'agents/{id}': 'spareAgent',
  'contractors/{id}': 'spareContractor',
  'imports/{id}': 'import',
  'merges/{id}': 'merge',
  'technicians/{id}': 'spareTechnician',
  'staffs/{id}': 'spareStaff',
  'files/{id}': 'file',
  'services/{id}': 'spareService',
  'add-ons/{addOnId}': 'spareAddOn',
  'discount-codes/{id}': 'discountCode',
  'templates/{id}': 'template',
  'sessions/{id}': 'session',
  'company/{subscriberId}': 'company',
  'company/{id}': 'company',
  'companies/{id}': 'companyPublic',
  'export-file/{subscriberId}': 'company',
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
  'pictures/{name}': 'logo',
  'technicians/{number}': '0',
  // Named by a keyed hash of the appointment's own attachments: there is no id to guess.
  'attachments/{key}': 'no-such-attachment',
  // Made for everybody.
  'short-links/{uniqId}': 'nothing',
  // A hold is its holder's for ten minutes; one that is not there is no error.
  'slot-holds/{id}': '01900000-0000-7000-8000-000000000000',
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
  'PATCH /v2/company/{subscriberId}/settings': (ids) => ({
    company_name: 'Sample Inspections',
    default_agreement_id: ids.agreementTemplate,
    social_links: { yelp: 'https://yelp.example/sample' },
    request_form: { agreement_id: ids.agreementTemplate, notify_emails: ['office@sample.example'] },
    credentials: {},
    about_company: '<p>Since 1990.</p>',
  }),
  'POST /v2/company/{subscriberId}/files': () => ({
    logo: new File([tinyPng], 'logo.png', { type: 'image/png' }),
  }),
  'PUT /v2/notification-slots': () => ({
    client_email_1: { enabled: true, when: 'pre', value: 1, unit: 2, subject: 'Soon', body: 'See you soon.' },
  }),
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
  'POST /v2/technicians': () => ({ first_name: 'Tom', last_name: 'Tech', email: 'tom@team.example' }),
  'POST /v2/staffs': () => ({ first_name: 'Sam', last_name: 'Staff', email: 'sam@team.example' }),
  'POST /v2/technicians/{id}/status': () => ({ newStatus: 0 }),
  'POST /v2/staffs/{id}/status': () => ({ newStatus: 0 }),
  'PUT /v2/users/me': () => ({ first_name: 'Olive', last_name: 'Owner', phone: '5125550100' }),
  'POST /v2/clients/import': () => ({ file: new File(['email,name\nida@x.example,Ida Import'], 'a.csv') }),
  'POST /v2/agents/import': () => ({ file: new File(['email,name\nida@x.example,Ida Import'], 'a.csv') }),
  'PUT /v2/imports/mapping': () => ({
    kind: 'clients',
    headers: ['Mail', 'Who'],
    mapping: { Mail: 'email', Who: 'full_name' },
  }),
  'POST /v2/people/merge': (ids) => ({
    kind: 'clients',
    keep_id: ids.twinClient,
    merge_id: ids.otherTwin,
    fields: { email: 'merge' },
  }),
  'POST /v2/people/duplicates/dismiss': (ids) => ({ kind: 'clients', ids: [ids.client, ids.spareClient] }),
  'POST /v2/people/bulk-status': (ids) => ({ kind: 'clients', ids: [ids.twinClient], newStatus: 0 }),
  'POST /users/get-by-id': (ids) => ({ user_id: ids.technician }),
  'POST /v2/pricing/quote': (ids) => ({
    location: usualHouse,
    services: [{ id: ids.service, add_ons: [ids.addOn] }],
    fees: [{ serviceId: ids.service, addOnId: ids.addOn, line_item: 'By hand', pretax_amount: 5 }],
  }),
  'POST /v2/services': (ids) => wholeService(ids),
  'PUT /v2/services/{id}': (ids) => {
    const service = wholeService(ids);
    return { ...service, add_ons: service.add_ons.map((one) => ({ ...one, id: ids.spareAddOn })) };
  },
  'PUT /v2/services/order': (ids) => ({ ids: [ids.service] }),
  'POST /v2/services/{id}/add-ons': (ids) => oneAddOn(ids),
  'PUT /v2/services/{id}/add-ons/{addOnId}': (ids) => oneAddOn(ids),
  'PUT /v2/services/{id}/add-ons/order': (ids) => ({ ids: [ids.spareAddOn] }),
  'POST /v2/discount-codes': (ids) => ({ ...oneCode(ids), code: `NEW${newId().slice(-8)}` }),
  'PUT /v2/discount-codes/{id}': (ids) => oneCode(ids),
  'POST /v2/discount-codes/validate': (ids) => ({
    code: 'SOMETHING',
    services: [{ id: ids.service, add_ons: [ids.addOn] }],
    location: usualHouse,
    clients: [ids.client],
  }),
  'POST /v2/appointments/{id}/agreements': (ids) => ({ template_id: ids.agreementTemplate }),
  'GET /v2/appointments': (ids) => ({
    technicianId: ids.technician,
    clientId: ids.client,
    agentId: ids.agent,
    contractorId: ids.contractor,
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
    services: [ids.service],
  }),
  'POST /v2/availability': (ids) => ({ team_id: ids.technician, start_time: 830, days: [1, 3] }),
  'DELETE /v2/availability': () => ({ timeSlotsIds: [newId()] }),
  'POST /v2/availability/changes': (ids) => ({
    team_id: ids.technician,
    add: [{ start_time: 930, day: 2 }],
    remove: [{ start_time: 1000, day: 2 }],
  }),
  'POST /v2/availability/copy': (ids) => ({ from: ids.owner, to: [ids.technician] }),
  'GET /v2/availability/overrides': (ids) => ({ technicianId: ids.technician }),
  'POST /v2/availability/overrides': (ids) => ({
    team_ids: [ids.technician],
    kind: 'off',
    date_from: '2030-12-24',
    date_to: '2030-12-26',
  }),
  'PUT /v2/availability/overrides/{id}': () => ({ kind: 'extra', date_from: '2030-12-28', start_time: 900 }),
  'PUT /v2/availability/{id}/limits': (ids) => ({
    max_per_day: 3,
    all_services: false,
    services: [ids.service],
    add_ons: [ids.addOn],
    areas: ['78701-78799'],
  }),
  'GET /v2/technicians/availability': (ids) => ({
    fromDate: '2030-03-08',
    toDate: '2030-03-09',
    duration: 2,
    technicianId: ids.technician,
    inspections_id: ids.appointment,
  }),
  'POST /v2/slot-holds': (ids) => ({
    date_time: '2030-09-09T09:00',
    technician_id: ids.technician,
    duration: 1,
    inspections_id: ids.appointment,
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

function oneAddOn(ids: Ids) {
  return {
    name: 'Boat house',
    description: 'By the water',
    add_fee: 12.5,
    add_hours: 0.25,
    status: 1,
    templates: [ids.template],
    agreements: [ids.agreementTemplate],
  };
}

function wholeService(ids: Ids) {
  return {
    name: 'Lake house',
    description: 'With a jetty',
    base_cost: 250,
    base_duration: 1.5,
    status: 1,
    is_public: true,
    templates: [ids.template],
    agreements: [ids.agreementTemplate],
    contractors: [ids.contractor],
    modifiers: [{ when: 1, greater_than: 1000, less_than_or_equal: 2000, add_fee: 50, add_hours: 0.5 }],
    taxes: [{ name: 'Sales tax', add_percent: 6.25 }],
    add_ons: [oneAddOn(ids)],
  };
}

function oneCode(ids: Ids): Input {
  return {
    code: `CODE${newId().slice(-8)}`,
    type: 1,
    value: 10,
    description: 'A little less',
    notes: 'For friends',
    service_ids: [ids.service],
    add_on_ids: [ids.addOn],
    min_total: 100,
    max_uses: 5,
    max_uses_per_client: 1,
    starts_on: '2030-01-01',
    expires_on: '2030-12-31',
    online: true,
    status: 1,
  };
}

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
