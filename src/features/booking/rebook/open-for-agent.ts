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
 * Returns the agent who owns the personal link. Throws BAD_USER_INPUT for a link that has expired or was replaced, and
 * NOT_FOUND for any other that is not a link of an agent, or if the company has deactivated the agent.
 */
export async function openForAgent(ctx: ReadCtx | WriteCtx, p: string | undefined): Promise<LinkAgent> {
  const { holder, link } = await getVisitor(ctx, ctx.link?.id ?? '', p);
  if (link !== 'ok' && link !== 'none' && link !== 'unknown') {
    throw badInput({ p: 'Open this page with the link from your email' });
  }
  const agent = holder && (await store.activeAgent(ctx, holder.person_id));
  if (!agent || holder.role === 'client') throw notFound('This link does not work');
  return { ...agent, role: holder.role };
}
