import { z } from 'zod/mini';
import { contactFields } from '#domain/people/contact-fields.ts';
import { id, instant, optionalText } from '#wire/fields.ts';
import { pageQuery, pageSchema } from '#wire/paging.ts';
import { read, write } from '#wire/route.ts';
import { contact } from './contract.ts';

const kind = z.enum(['clients', 'agents', 'contractors'], 'Unknown type of person');
const subscriberId = optionalText(60);

/** The fields for which a merge can take the other contact's value. */
export const mergeFields = [...contactFields, 'profile_pic', 'notes', 'status'] as const;
export type MergeField = (typeof mergeFields)[number];

/** Contacts that are probably the same person, and what they have in common. */
const duplicateGroup = z.object({
  /** Identifies the group; stable as long as its members are. */
  key: z.string(),
  reasons: z.array(z.enum(['phone', 'email', 'name'])),
  /** Two to ten contacts, those with most appointments first. */
  people: z.array(z.extend(contact, { appointment_count: z.number() })),
});
export type DuplicateGroup = z.infer<typeof duplicateGroup>;

export const listDuplicates = read('GET /v2/people/duplicates', {
  access: 'member',
  capability: 'delete_contacts',
  summary:
    'Lists groups of people of one kind who share a phone or an email or have a similar name. Dismissed groups are left out.',
  input: z.object({ ...pageQuery, subscriberId, kind }),
  output: pageSchema(duplicateGroup),
  invalidates: ['people'],
});

export const dismissDuplicates = write('POST /v2/people/duplicates/dismiss', {
  access: 'member',
  capability: 'delete_contacts',
  summary: 'Marks people as different, so that they are no longer listed as duplicates of each other.',
  input: z.object({
    subscriberId,
    kind,
    ids: z
      .array(id)
      .check(z.minLength(2, 'Choose at least two people'), z.maxLength(10, 'Up to 10 at a time')),
  }),
  output: z.null(),
  invalidates: ['people'],
});

export const mergePeople = write('POST /v2/people/merge', {
  access: 'member',
  capability: 'delete_contacts',
  summary:
    'Merges two people of one kind. The record `keep_id` remains and takes over the appointments. Fields marked `merge` take the other record’s value; empty fields are filled automatically. Can be undone.',
  input: z.object({
    subscriberId,
    kind,
    keep_id: id,
    merge_id: id,
    fields: z.optional(
      z.partialRecord(
        z.enum(mergeFields),
        z.enum(['keep', 'merge'], 'Choose one of the two'),
        'Unknown field',
      ),
    ),
  }),
  output: z.object({ merge_id: id, person: contact, moved_appointments: z.number() }),
  invalidates: ['people', 'appointments', 'payments', 'reports'],
});

const named = z.object({ id, first_name: z.string(), last_name: z.string(), email: z.string() });

/** A completed merge. */
const merge = z.object({
  id,
  kind,
  kept: named,
  merged: named,
  moved_appointments: z.number(),
  created_at: instant,
  created_by: z.string(),
  undone_at: z.nullable(instant),
});
export type Merge = z.infer<typeof merge>;

export const listMerges = read('GET /v2/people/merges', {
  access: 'member',
  capability: 'delete_contacts',
  summary: 'Lists merges, newest first.',
  input: z.object({ ...pageQuery, subscriberId, kind: z.optional(kind) }),
  output: pageSchema(merge),
  invalidates: ['people'],
});

export const undoMerge = write('POST /v2/people/merges/{id}/undo', {
  access: 'member',
  capability: 'delete_contacts',
  summary:
    'Undoes a merge: both people are restored, and the moved appointments refer to the merged person again. Fails with CONFLICT if the remaining person was deleted or merged again.',
  input: z.object({ id, subscriberId }),
  output: z.object({ person: contact, restored: contact }),
  invalidates: ['people', 'appointments', 'payments', 'reports'],
});
