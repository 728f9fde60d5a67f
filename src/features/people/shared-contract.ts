import { z } from 'zod/mini';
import { asText, id, optionalText, queryNumber } from '#wire/fields.ts';
import { pageQuery } from '#wire/paging.ts';

/** Schemas shared by the routes of all kinds of people. */

/** Sent by older clients and ignored: the session decides. */
export const subscriberId = optionalText(60);

/** The filter of a list: search text and status (0 inactive, 1 active, 2 invited). */
export const listFilter = {
  subscriberId,
  text: optionalText(200),
  status: z.optional(
    queryNumber.check(z.int('Unknown status'), z.gte(0, 'Unknown status'), z.lte(2, 'Unknown status')),
  ),
};
export const listQuery = { ...pageQuery, ...listFilter };

// Field rules are in domain/people.ts: an empty form is accepted here and gets its messages from there.
export const field = z.optional(z.string().check(asText, z.maxLength(2000, 'At most 2000 characters')));
/** PNG, JPEG, GIF or WebP, up to 5 MB. */
export const profilePicture = z.optional(z.union([z.file(), z.literal('')]));
/** Above the picture limit, so that a slightly too large picture is rejected with the message of the picture rules. */
export const pictureForm = { maxBytes: 8_388_608, files: 1 } as const;

/** Active (1) or inactive (0); forms send strings. */
export const newStatus = z.union(
  [z.literal(0), z.literal(1), z.literal('0'), z.literal('1')],
  'Unknown status',
);
/** The ids that one bulk request changes. */
export const bulkIds = z
  .array(id)
  .check(z.minLength(1, 'Choose at least one person'), z.maxLength(100, 'Up to 100 at a time'));
