import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosCompany, Shown } from './payment-types.ts';

interface Listed {
  pageData: { kind: string; about: string; ours: number; theirs: number }[];
  comparison: { state: string; agreeing: number; listed: number } | null;
}

/**
 * Returns a company's inconsistencies: each invoice must be charged and booked once, refunds likewise, and both records
 * must agree.
 */
export async function verifyPayments(shop: ChaosCompany, say: (line: string) => void): Promise<string[]> {
  const { gateway, sim, call, appointments, refunds } = shop;
  const wrong: string[] = [];
  let [booked, givenBack] = [0, 0];
  for (const id of appointments) {
    const { data } = await call<Shown>('GET', `/appointments/${id}/invoice`);
    if (!data) throw new Error(`${id}: no invoice`);
    booked += data.records.length;
    givenBack += data.records.reduce((sum, one) => sum + Math.round(one.refunded_amount * 100), 0);
    wrong.push(...wrongWith(data, refunds.get(id)).map((what) => `${gateway} ${id}: ${what}`));
  }
  const there = sim.payments().filter((one) => one.isCharged || one.refundedMinor > 0);
  const backThere = there.reduce((sum, one) => sum + one.refundedMinor, 0);
  if (booked !== there.length) wrong.push(`${gateway}: ${booked} booked, ${there.length} charged`);
  if (new Set(there.map((one) => one.attemptId)).size !== there.length)
    wrong.push(`${gateway}: a try was charged twice`);
  if (givenBack !== backThere) wrong.push(`${gateway}: ${givenBack} given back here, ${backThere} there`);
  const compared = await comparedWith(shop);
  if (compared.comparison?.agreeing !== booked)
    wrong.push(`${gateway}: ${compared.comparison?.agreeing} of ${booked} agree`);
  for (const one of compared.pageData) wrong.push(`${gateway}: difference ${JSON.stringify(one)}`);
  say(
    `gateway ${gateway}: ${appointments.length} invoices, ${booked} booked, ${there.length} charged, ${refunds.size} refunds, ${compared.comparison?.agreeing} agree`,
  );
  return wrong;
}

function wrongWith(shown: Shown, refund: number | undefined): string[] {
  const wrong: string[] = [];
  const { records, attempts, outstanding } = shown;
  if (records.length !== 1) wrong.push(`booked ${records.length} times`);
  if (outstanding !== 0) wrong.push(`${outstanding} is open`);
  const open = attempts.filter((one) => !['failed', 'canceled', 'expired'].includes(one.state));
  if (open.length > 0) wrong.push(`still ${open.map((one) => one.state).join()}`);
  const ended = records.flatMap((one) => one.refunds).filter((one) => one.state !== 'failed');
  if (ended.some((one) => one.state !== 'succeeded'))
    wrong.push(`refunds ${ended.map((one) => one.state).join()}`);
  if (ended.length > 1) wrong.push(`given back ${ended.length} times`);
  // A request whose response was lost may have been made; one that was confirmed must have been.
  if (refund !== undefined && records.some((one) => one.refunded_amount !== refund))
    wrong.push(`${refund} asked back, ${records.map((one) => one.refunded_amount).join()} gone`);
  return wrong;
}

async function comparedWith({ call }: ChaosCompany): Promise<Listed> {
  await call('POST', '/payment-differences/compare', {});
  for (let tries = 0; ; tries += 1) {
    const { data } = await call<Listed>('GET', '/payment-differences');
    if (!data) throw new Error('no comparison');
    if (data.comparison?.state !== 'running' || tries > 600) return data;
    await sleep(200);
  }
}
