import type { ReadCtx } from '#server/context.ts';
import { handle } from '#server/http/handle.ts';
import { notFound } from '#wire/errors.ts';
import * as contract from './contract.ts';
import { presentTemplate } from './present.ts';
import * as store from './store.ts';

export const routes = [handle(contract.listTemplates, store.page), handle(contract.getTemplate, get)];

async function get(ctx: ReadCtx, input: { id: string }) {
  const rows = await store.loadTemplateTree(ctx, input.id);
  if (!rows) throw notFound();
  return presentTemplate(rows);
}
