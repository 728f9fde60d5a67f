import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { rebook as contract } from '../rebook-contract.ts';
import { submitBooking } from '../submit-booking.ts';
import { openForAgent } from './open-for-agent.ts';

/**
 * Books or requests an appointment for the agent of the link, in the same way as the booking page. The agent is the
 * contact of the link, whatever is sent; clicking the button accepts the terms that are named next to it.
 */
export async function submitRebook(
  ctx: WriteCtx,
  { p, client, total, publicId: _, ...sent }: HandlerInput<typeof contract>,
): Promise<HandlerOutput<typeof contract>> {
  const { id, role, ...agent } = await openForAgent(ctx, p);
  const { request_id } = await getCompany(ctx);
  const { first_name, last_name, email, phone } = agent;
  const answers = {
    requestId: request_id,
    ...sent,
    is_embedded: false,
    people: { role, client, agent: { first_name, last_name, email, phone } },
    message: '',
    discount_code: null,
    accept_terms: true,
    subject: '',
  };
  return submitBooking(ctx, answers, { agentId: id, shownTotal: total ?? null });
}
