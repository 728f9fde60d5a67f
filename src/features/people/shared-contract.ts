import { z } from 'zod/mini';
import { id, optionalText, queryNumber } from '#wire/fields.ts';
import { pageQuery } from '#wire/paging.ts';

/** What the routes of all kinds of people have in common. */

/** Sent by older clients; the session decides. */
export const subscriberId = optionalText(60);

/** What a list is narrowed by: words, and a status of 0 inactive, 1 active, 2 invited. */
export const listFilter = {
  subscriberId,
  text: optionalText(200),
  status: z.optional(
    queryNumber.check(z.int('Unknown status'), z.gte(0, 'Unknown status'), z.lte(2, 'Unknown status')),
  ),
};
export const listQuery = { ...pageQuery, ...listFilter };

// Rules of the fields live in domain/people.ts: an empty form is sent and gets its messages from there.
export const field = z.optional(z.string().check(z.maxLength(2000, 'At most 2000 characters')));
/** png, jpeg, gif or webp, at most 5 MB. */
export const profilePicture = z.optional(z.union([z.file(), z.literal('')]));
/** More than a picture may have, so that one a little too large is refused by the words of the picture rules. */
export const pictureForm = { maxBytes: 8_388_608, files: 1 } as const;

/** Active (1) or inactive (0); a form sends texts. */
export const newStatus = z.union(
  [z.literal(0), z.literal(1), z.literal('0'), z.literal('1')],
  'Unknown status',
);
/** Those whom one call changes together. */
export const bulkIds = z
  .array(id)
  .check(z.minLength(1, 'Choose at least one person'), z.maxLength(100, 'Up to 100 at a time'));
