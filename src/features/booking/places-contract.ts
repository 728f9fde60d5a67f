import { z } from 'zod/mini';
import { asCode, asLine } from '#wire/fields.ts';
import { action } from '#wire/route.ts';
import { addressFields, link, path, requestId } from './contract.ts';

/** An address that visitors may choose, in the fields of the form. */
const suggestion = z.object({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  /** Its position, signed by the server. */
  place: z.string(),
});
export type AddressSuggestion = z.infer<typeof suggestion>;

export const suggestAddresses = action(`GET ${path}/addresses`, {
  access: 'link',
  link,
  summary: 'Suggests addresses for a text that a visitor types. Never those of other appointments.',
  input: z.strictObject({
    requestId,
    text: z.string().check(asLine, z.maxLength(200, 'At most 200 characters')),
    /** Groups the calls of one search, for providers that charge per session. */
    session: z._default(z.string().check(asCode, z.maxLength(60, 'At most 60 characters')), ''),
  }),
  output: z.object({
    suggestions: z.array(suggestion),
    /** What the provider's terms require next to its results. */
    attribution: z.string(),
  }),
  invalidates: ['booking'],
  limit: { by: 'ip', max: 150, minutes: 10, maxOfLink: 3000 },
});

export const locateProperty = action(`POST ${path}/property-places`, {
  access: 'link',
  link,
  summary: 'Finds the position of a typed address, and says whether the company works there.',
  input: z.strictObject({ requestId, location: z.strictObject(addressFields) }),
  output: z.object({
    /** The signed position; empty if it is not known. */
    place: z.string(),
    /** False: outside the service area of every technician. */
    is_served: z.boolean(),
  }),
  invalidates: ['booking'],
  limit: { by: 'ip', max: 100, minutes: 10, maxOfLink: 2000 },
});
