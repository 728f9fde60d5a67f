import { getVisitor } from '#features/agreements/link-holder.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { badInput, notFound } from '#wire/errors.ts';
import * as store from './store.ts';

/** The agent of a personal link, with their role on the link's appointment. */
export interface LinkAgent {
  id: string;
  role: 'agent' | 'listing_agent';
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

/**
 * Returns the agent who owns the personal link. Throws BAD_USER_INPUT without a valid link of an agent, and NOT_FOUND
 * for an agent whom the company has deactivated.
 */
export async function openForAgent(ctx: ReadCtx | WriteCtx, p: string | undefined): Promise<LinkAgent> {
  const { holder } = await getVisitor(ctx, ctx.link?.id ?? '', p);
  if (holder?.role !== 'agent' && holder?.role !== 'listing_agent') {
    throw badInput({ p: 'Open this page with the link from your email' });
  }
  const agent = await store.activeAgent(ctx, holder.person_id);
  if (!agent) throw notFound('This link does not work');
  return { ...agent, role: holder.role };
}
