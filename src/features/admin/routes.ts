import type { ReadCtx } from '#server/context.ts';
import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { changeRetention, getRetention } from './retention.ts';
import * as store from './store.ts';

export const routes = [
  handle(contract.overview, overview),
  handle(contract.getRetention, getRetention),
  handle(contract.changeRetention, changeRetention),
];

async function overview(ctx: ReadCtx) {
  const [subscribers, users] = [
    await store.anyTenantCompanyCounts(ctx),
    await store.anyTenantUserCounts(ctx),
  ];
  return { subscribers, users };
}
