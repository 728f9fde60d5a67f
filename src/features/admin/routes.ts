import type { ReadCtx } from '#server/context.ts';
import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { changeRetention, getRetention } from './retention.ts';
import * as sending from './sending-contract.ts';
import { anyTenantSendingCompanies, setSendingLimits } from './sending-limits.ts';
import * as store from './store.ts';

export const routes = [
  handle(contract.overview, overview),
  handle(contract.getRetention, getRetention),
  handle(contract.changeRetention, changeRetention),
  handle(sending.listSendingCompanies, anyTenantSendingCompanies),
  handle(sending.setSendingLimits, setSendingLimits),
];

async function overview(ctx: ReadCtx) {
  const [subscribers, users] = [
    await store.anyTenantCompanyCounts(ctx),
    await store.anyTenantUserCounts(ctx),
  ];
  return { subscribers, users };
}
