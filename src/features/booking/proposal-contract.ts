import { z } from 'zod/mini';
import { linkStates } from '#domain/people/client-rights.ts';
import { companyBranding, personalLinkParam } from '#features/agreements/contract.ts';
import { id, instant, publicId } from '#wire/fields.ts';
import { read, write } from '#wire/route.ts';

const link = { param: 'publicId', kind: 'appointment' } as const;
const path = '/v2/public/appointments/{publicId}/proposed-times' as const;

/** The times proposed for a request, as its client or agent sees them with their personal link. */
const proposedTimes = z.object({
  public_id: publicId,
  company: companyBranding,
  address: z.string(),
  services: z.array(z.string()),
  timezone: z.string(),
  /** The state of the personal part of the address. Without a valid one there are no times. */
  link: z.enum(linkStates),
  is_team: z.boolean(),
  /** `none`: nothing was proposed. `confirmed` and `canceled`: the appointment itself was decided. */
  state: z.enum(['none', 'open', 'expired', 'closed', 'confirmed', 'canceled']),
  proposal_id: z.nullable(id),
  /** With the number under which each is accepted; those that have passed are left out. */
  times: z.array(z.object({ number: z.number(), at: instant, end: instant, technician: z.string() })),
  message: z.string(),
  expires_at: z.nullable(instant),
  /** The appointment's own time, once it is confirmed. */
  confirmed: z.nullable(z.object({ at: instant, end: instant, technicians: z.array(z.string()) })),
});
export type ProposedTimes = z.infer<typeof proposedTimes>;

export const getProposedTimes = read(`GET ${path}`, {
  access: 'link',
  link,
  summary: 'The times that the company proposes for a request. Opening it changes nothing.',
  input: z.object({ publicId, p: personalLinkParam }),
  output: proposedTimes,
  invalidates: ['booking'],
});

export const acceptProposedTime = write(`POST ${path}/accept`, {
  access: 'link',
  link,
  summary:
    'Accepts a proposed time, which confirms the appointment; the other times are released. Accepting the same time again returns the same.',
  input: z.object({
    publicId,
    p: personalLinkParam,
    proposal_id: id,
    number: z
      .number('Choose a time')
      .check(z.int('Choose a time'), z.gte(0, 'Choose a time'), z.lte(2, 'Choose a time')),
  }),
  output: proposedTimes,
  limit: { by: 'ip', max: 60, minutes: 10 },
});
