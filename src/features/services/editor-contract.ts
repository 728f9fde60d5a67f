import { z } from 'zod/mini';
import { asText, id, queryRev, revNumber, text } from '#wire/fields.ts';
import { pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';
import { addOn, option, service } from './contract.ts';

/** Inputs that create and update the price list: services with their steps, taxes and add-ons. */

const name = text('Name is required', 120);
const description = z.optional(z.string().check(asText, z.maxLength(2000, 'At most 2000 characters')));
const money = z.number('Amount must be a number');
const hours = z.number('Duration must be a number');
const bound = z.optional(z.nullable(z.number('Enter a number')));
const isOn = z.literal([0, 1], 'Status must be 0 or 1');
const ids = (max: number, message: string) => z.array(id).check(z.maxLength(max, message));
const rev = z.optional(revNumber);

const modifierInput = z.object({
  /** The id of an existing step; a step without one is new. */
  id: z.optional(id),
  when: z.number('Choose what this step depends on'),
  greater_than: bound,
  less_than_or_equal: bound,
  add_fee: z._default(money, 0),
  add_hours: z._default(hours, 0),
});

const taxInput = z.object({
  id: z.optional(id),
  name,
  add_percent: z.number('Percent must be a number'),
});

const addOnFields = {
  name,
  description,
  add_fee: z._default(money, 0),
  add_hours: z._default(hours, 0),
  status: z.optional(isOn),
  templates: z.optional(ids(50, 'At most 50 templates')),
  agreements: z.optional(ids(50, 'At most 50 agreements')),
};
const addOnInput = z.object({ id: z.optional(id), ...addOnFields });

const rest = {
  description,
  status: z.optional(isOn),
  is_public: z.optional(z.boolean()),
  /** Locks reports of appointments with this service until agreements are signed. */
  report_needs_signature: z.optional(z.boolean()),
  /** Locks them until the invoice is paid, if the appointment requires payment. */
  report_needs_payment: z.optional(z.boolean()),
  templates: z.optional(ids(50, 'At most 50 templates')),
  agreements: z.optional(ids(50, 'At most 50 agreements')),
  contractors: z.optional(ids(50, 'At most 50 contractors')),
  /** The complete table in order; steps not sent are deleted. */
  modifiers: z.optional(z.array(modifierInput).check(z.maxLength(100, 'At most 100 steps'))),
  taxes: z.optional(z.array(taxInput).check(z.maxLength(10, 'At most 10 taxes'))),
  /** All add-ons in order; those not sent are deleted. */
  add_ons: z.optional(z.array(addOnInput).check(z.maxLength(100, 'At most 100 add-ons'))),
};

/** A likely mistake in a price table, with its numbers. */
const priceWarning = z.object({
  kind: z.enum(['gap', 'overlap', 'unreachable', 'unbounded', 'no_effect', 'open_end']),
  when: z.number(),
  rows: z.array(z.number()),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  message: z.string(),
});

/** A service as its editor gets it. */
const editedService = z.extend(service, {
  contractors: z.array(id),
  report_needs_signature: z.boolean(),
  report_needs_payment: z.boolean(),
  warnings: z.array(priceWarning),
  /** The number of appointments that use it, counted up to 1,000. */
  used_by: z.number(),
});
export type EditedService = z.infer<typeof editedService>;

export const getService = read('GET /v2/services/{id}', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Returns a service with its price table, warnings about the table and its number of uses.',
  input: z.object({ id }),
  output: editedService,
  invalidates: ['services'],
});

export const getServiceChoices = read('GET /v2/services/options', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Lists the templates, agreements and contractors that a service can add to an appointment.',
  output: z.object({
    templates: z.array(option),
    agreements: z.array(option),
    contractors: z.array(option),
  }),
  invalidates: ['services', 'templates', 'agreements'],
});

const stale = ['services', 'appointments'];

export const createService = write('POST /v2/services', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Creates a service with its steps, taxes and add-ons, at the end of the list.',
  input: z.object({ name, base_cost: money, base_duration: hours, ...rest }),
  output: editedService,
  invalidates: stale,
});

export const updateService = write('PUT /v2/services/{id}', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Updates the sent fields of a service. Existing appointments keep their prices.',
  input: z.object({
    id,
    rev,
    name: z.optional(name),
    base_cost: z.optional(money),
    base_duration: z.optional(hours),
    ...rest,
  }),
  output: editedService,
  invalidates: stale,
});

export const deleteService = write('DELETE /v2/services/{id}', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Deletes a service from the price list. Appointments that use it are not changed.',
  input: z.object({ id, rev: z.optional(queryRev) }),
  output: z.null(),
  invalidates: stale,
});

export const orderServices = write('PUT /v2/services/order', {
  access: 'member',
  capability: 'manage_services',
  summary:
    'Sets the order of services in lists and forms. Services not named follow in their previous order.',
  input: z.object({ ids: ids(500, 'At most 500 services') }),
  output: z.null(),
  invalidates: stale,
});

/** A saved add-on with the new revision of its service. */
const savedAddOn = z.extend(addOn, { rev: z.number() });

export const listAddOns = read('GET /v2/services/{id}/add-ons', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Lists the add-ons of a service in their order.',
  input: z.object({ id }),
  output: pageSchema(addOn),
  invalidates: ['services'],
});

export const createAddOn = write('POST /v2/services/{id}/add-ons', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Creates an add-on at the end of the service’s list.',
  input: z.object({ id, rev, ...addOnFields }),
  output: savedAddOn,
  invalidates: stale,
});

export const updateAddOn = write('PUT /v2/services/{id}/add-ons/{addOnId}', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Updates the sent fields of an add-on.',
  input: z.object({
    id,
    addOnId: id,
    rev,
    ...addOnFields,
    name: z.optional(name),
    add_fee: z.optional(money),
    add_hours: z.optional(hours),
  }),
  output: savedAddOn,
  invalidates: stale,
});

export const deleteAddOn = write('DELETE /v2/services/{id}/add-ons/{addOnId}', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Deletes an add-on from the price list. Appointments that use it are not changed.',
  input: z.object({ id, addOnId: id, rev: z.optional(queryRev) }),
  output: z.null(),
  invalidates: stale,
});

export const orderAddOns = write('PUT /v2/services/{id}/add-ons/order', {
  access: 'member',
  capability: 'manage_services',
  summary: 'Sets the order of a service’s add-ons. Add-ons not named follow in their previous order.',
  input: z.object({ id, ids: ids(500, 'At most 500 add-ons') }),
  output: z.null(),
  invalidates: stale,
});
