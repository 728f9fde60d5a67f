import { z } from 'zod/mini';
import { conditions, ruleFields, ruleTriggers, senders } from '#domain/automations/action-types.ts';
import { actionLimits } from '#domain/automations/clean-action.ts';
import { asCode, asLine, asText, id, text } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

/** Groups of actions: the company's, and the copies of one appointment. Both are edited by the same calls. */

/** The most actions of a group. */
export const mostActions = 100;

const line = (max: number) => z.string().check(asLine, z.maxLength(max, `At most ${max} characters`));
const lines = (max: number) => z.string().check(asText, z.maxLength(max, `At most ${max} characters`));
const choice = (values: readonly number[]) => z.literal(values as number[], 'Choose one of the options');
const ids = z.array(id).check(z.maxLength(200, 'At most 200 entries'));
const addresses = z
  .array(z.string().check(asCode, z.maxLength(300, 'At most 300 characters')))
  .check(z.maxLength(actionLimits.addresses, `At most ${actionLimits.addresses} entries`));

const rule = z.object({
  id,
  trigger_type: z.enum(ruleTriggers),
  event_type: choice(conditions.map((one) => one.id)),
  field: z.nullable(z.enum(Object.keys(ruleFields) as (keyof typeof ruleFields)[])),
  operator: z.nullable(z.enum(['eq', 'neq', 'gte', 'lt'])),
  numeric: z.nullable(z.number()),
  services: ids,
  service_addons: ids,
  changed_services: ids,
  changed_service_addons: ids,
  report_name: line(200),
});

/** The members of an action that are not its identity. */
const members = {
  enable: z.boolean(),
  action_name: line(actionLimits.name),
  action_type: z.number(),
  event_type: z.number(),
  duration: z.number(),
  duration_type: z.number(),
  trigger_type: z.enum(['before', 'after']),
  trigger_once: z.boolean(),
  when_noti_disabled: z.boolean(),
  is_certain_hours: z.boolean(),
  certain_hours: z.array(z.number()),
  no_weekends: z.boolean(),
  rules: z.array(rule),
  rules_match: z.enum(['all', 'any']),
  to_address: addresses,
  from_address: choice(senders),
  cc_address: addresses,
  bcc_address: addresses,
  subject: line(actionLimits.subject),
  body_content: lines(actionLimits.email),
  webhook_url: line(actionLimits.url),
  webhook_data: z.array(z.object({ key: line(100), label: line(100), value: lines(5000) })),
  webhook_headers: z.array(z.object({ name: line(100), value: line(2000) })),
};

export const action = z.object({
  id,
  ...members,
  is_complete: z.boolean(),
  /** What it lacks, if it is not complete: such an action is skipped. */
  missing: z.array(z.enum(['recipient', 'subject', 'body', 'url'])),
});
export type ActionOnWire = z.infer<typeof action>;

export const actionGroup = z.object({
  id,
  name: z.string(),
  enable: z.boolean(),
  is_default: z.boolean(),
  position: z.number(),
  actions: z.array(action),
});
export type ActionGroupOnWire = z.infer<typeof actionGroup>;

/** An action as it is sent: any of its members. A duration may be what was typed. */
export const sentAction = z.partial(
  z.object({
    ...members,
    duration: z.union([z.number(), z.string().check(asCode, z.maxLength(30))]),
    rules: z
      .array(z.extend(z.partial(rule), { id, event_type: rule.shape.event_type }))
      .check(z.maxLength(50, 'At most 50 entries')),
  }),
);

/** A group as an appointment's payload names it: its id alone, or with the edits made for this appointment. */
export const chosenGroup = z.object({
  id,
  name: z.optional(line(actionLimits.name)),
  enable: z.optional(z.boolean()),
  actions: z.optional(
    z
      // `copy_of` is the group's action that this one was copied from: it has the header values that its sender may not see.
      .array(z.extend(sentAction, { id: z.optional(id), copy_of: z.optional(id) }))
      .check(z.maxLength(mostActions, `At most ${mostActions} actions in a group`)),
  ),
});

const stale = ['automations'];
const name = text('Name is required', 120);
const group = { name, enable: z.optional(z.boolean()), is_default: z.optional(z.boolean()) };

export const listActionGroups = read('GET /v2/action-groups', {
  access: 'member',
  summary:
    'Lists the groups of actions with their actions, in order: the company’s, or those of one appointment.',
  input: z.object({ appointmentId: z.optional(id) }),
  output: z.array(actionGroup),
  invalidates: stale,
});

export const createActionGroup = write('POST /v2/action-groups', {
  access: 'member',
  summary: 'Creates a group of actions at the end of the list, for the company or for one appointment.',
  input: z.object({ ...group, appointment_id: z.optional(z.nullable(id)) }),
  output: actionGroup,
  invalidates: stale,
});

export const updateActionGroup = write('PUT /v2/action-groups/{id}', {
  access: 'member',
  summary: 'Renames, enables or disables a group, or selects it for new appointments.',
  input: z.object({ id, ...group, name: z.optional(name) }),
  output: actionGroup,
  invalidates: stale,
});

export const deleteActionGroup = write('DELETE /v2/action-groups/{id}', {
  access: 'member',
  summary: 'Deletes a group with its actions. What they planned is canceled.',
  input: z.object({ id }),
  output: z.null(),
  invalidates: stale,
});

export const duplicateActionGroup = write('POST /v2/action-groups/{id}/duplicate', {
  access: 'member',
  summary: 'Copies a group with its actions, disabled, at the end of the list.',
  input: z.object({ id }),
  output: actionGroup,
  invalidates: stale,
});

export const orderActionGroups = write('PUT /v2/action-groups/order', {
  access: 'member',
  summary: 'Sets the order of the company’s groups. Those not named follow in their previous order.',
  input: z.object({ groupIds: ids }),
  output: z.null(),
  invalidates: stale,
});

export const orderActions = write('PUT /v2/action-groups/{id}/order', {
  access: 'member',
  summary: 'Sets the order of a group’s actions. Those not named follow in their previous order.',
  input: z.object({ id, actionIds: ids }),
  output: z.null(),
  invalidates: stale,
});

export const createAction = write('POST /v2/action-groups/{id}/actions', {
  access: 'member',
  identity: 'sometimes',
  summary: 'Adds an action to a group. Members that are not sent have their defaults; nothing is required.',
  input: z.extend(sentAction, { id }),
  output: action,
  invalidates: stale,
});

export const updateAction = write('PUT /v2/action-groups/{id}/actions/{actionId}', {
  access: 'member',
  identity: 'sometimes',
  summary: 'Updates the sent members of an action. On an appointment, what it planned is planned again.',
  input: z.extend(sentAction, { id, actionId: id }),
  output: action,
  invalidates: stale,
});

export const deleteAction = write('DELETE /v2/action-groups/{id}/actions/{actionId}', {
  access: 'member',
  summary: 'Deletes an action. What it planned is canceled.',
  input: z.object({ id, actionId: id }),
  output: z.null(),
  invalidates: stale,
});

export const restoreAction = write('POST /v2/action-groups/{id}/actions/{actionId}/restore', {
  access: 'member',
  summary:
    'Undoes the deletion of an action within a day: with its id and place, and what it had planned. One that exists stays as it is.',
  input: z.object({ id, actionId: id }),
  output: action,
  invalidates: stale,
});

export const cloneAction = write('POST /v2/action-groups/{id}/actions/{actionId}/clone', {
  access: 'member',
  summary: 'Copies an action to the place below it.',
  input: z.object({ id, actionId: id }),
  output: action,
  invalidates: stale,
});

export const chooseActionGroups = write('PUT /v2/appointments/{id}/action-groups', {
  access: 'member',
  summary:
    'Sets which of the company’s groups an appointment has: new ones are copied, others removed with what they planned.',
  input: z.object({ id, groupIds: ids }),
  output: z.array(actionGroup),
  invalidates: stale,
});
