import { fullName } from '#domain/base/names.ts';
import { type UsualOrder, usualOrder } from '#domain/booking/rebook.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import type { BookingPage } from '../contract.ts';
import type { RebookPage } from '../rebook-contract.ts';
import { showBookingPage } from '../show-booking-page.ts';
import { technicianProblem } from '../technician-problem.ts';
import { openForAgent } from './open-for-agent.ts';
import * as store from './store.ts';

/** Returns what the company offers now, with what this agent usually orders chosen. */
export async function showRebookPage(ctx: ReadCtx, input: { p?: string | undefined }): Promise<RebookPage> {
  const agent = await openForAgent(ctx, input.p);
  const page = await showBookingPage(ctx);
  const usual = usualOrder(await store.pastOrders(ctx, agent.id));
  return {
    page,
    agent: { first_name: agent.first_name, name: fullName(agent) },
    usual: {
      ...stillOffered(page, usual),
      technician: await preferredTechnician(ctx, usual),
      square_feet: usual.squareFeet,
    },
  };
}

function stillOffered(page: BookingPage, { services: usual }: UsualOrder) {
  const services = Object.fromEntries(
    page.services.flatMap((service) => {
      const ordered = usual[service.id];
      if (!ordered) return [];
      return [[service.id, service.add_ons.map((one) => one.id).filter((one) => ordered.includes(one))]];
    }),
  );
  const count = (of: UsualOrder['services']) => Object.entries(of).flat(2).length;
  return { services, is_reduced: count(services) < count(usual) };
}

/** Only one whom the page may choose: the company can leave that to visitors or not. */
async function preferredTechnician(ctx: ReadCtx, { technicianId }: UsualOrder) {
  const company = await getCompany(ctx);
  const { enable_online_scheduling: isOn } = company.settings;
  if (!technicianId || !isOn || (await technicianProblem(ctx, company, technicianId)) !== null) return null;
  const row = await store.technicianName(ctx, technicianId);
  return row ? { id: technicianId, name: fullName(row) } : null;
}
