import type { ReadCtx } from '#server/context.ts';
import { handle } from '#server/handle.ts';
import { decodeCursor, pageFrom, pageSize } from '#wire/paging.ts';
import type { Takes } from '#wire/route.ts';
import * as contract from './contract.ts';
import { loadServices } from './load-services.ts';
import { presentService } from './present.ts';
import { quotePrice } from './quote-price.ts';

export const routes = [handle(contract.listServices, listServices), handle(contract.quotePrice, quotePrice)];

/** A price list has tens of rows: it is loaded whole and cut here. */
async function listServices(ctx: ReadCtx, input: Takes<typeof contract.listServices>) {
  const all = await loadServices(ctx, input.status === undefined ? {} : { status: input.status });
  const perPage = pageSize(input);
  const [afterId] = decodeCursor(input.cursor, 1) ?? [null];
  const from = afterId === null ? 0 : all.findIndex((s) => s.id === afterId) + 1;
  const page = pageFrom(all.slice(from, from + perPage + 1), perPage, (s) => [s.id], all.length);
  return { ...page, pageData: page.pageData.map(presentService) };
}
