import type { ReadCtx } from '#server/context.ts';
import { handle } from '#server/http/handle.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput } from '#wire/route.ts';
import { createDiscount, deleteDiscount, updateDiscount } from './codes/save-discount.ts';
import * as codes from './codes/store.ts';
import * as contract from './contract.ts';
import * as discounts from './discount-contract.ts';
import {
  createAddOn,
  deleteAddOn,
  deleteService,
  orderAddOns,
  orderServices,
  updateAddOn,
} from './editing/change-price-list.ts';
import { getEditedService } from './editing/edited-service.ts';
import { createService, updateService } from './editing/save-service.ts';
import { serviceChoices } from './editing/service-choices.ts';
import * as editor from './editor-contract.ts';
import { loadServices } from './load-services.ts';
import { presentService } from './present.ts';
import { quotePrice } from './quote-price.ts';
import { canSeePrices } from './service-options.ts';
import { validateDiscount } from './validate-discount.ts';

export const routes = [
  handle(contract.listServices, listServices),
  handle(contract.quotePrice, quotePrice),
  handle(editor.getServiceChoices, serviceChoices),
  handle(editor.getService, (ctx, { id }) => getEditedService(ctx, id)),
  handle(editor.createService, createService),
  handle(editor.orderServices, orderServices),
  handle(editor.updateService, updateService),
  handle(editor.deleteService, deleteService),
  handle(editor.listAddOns, listAddOns),
  handle(editor.createAddOn, createAddOn),
  handle(editor.orderAddOns, orderAddOns),
  handle(editor.updateAddOn, updateAddOn),
  handle(editor.deleteAddOn, deleteAddOn),
  handle(discounts.listDiscounts, codes.page),
  handle(discounts.validateDiscount, validateDiscount),
  handle(discounts.getDiscount, (ctx, { id }) => codes.getDiscountWithUses(ctx, id)),
  handle(discounts.createDiscount, createDiscount),
  handle(discounts.updateDiscount, updateDiscount),
  handle(discounts.deleteDiscount, deleteDiscount),
];

/** Loads the whole price list and pages it here, because it has only tens of rows. */
async function listServices(ctx: ReadCtx, input: HandlerInput<typeof contract.listServices>) {
  const all = await loadServices(ctx, input.status === undefined ? {} : { status: input.status });
  const perPage = pageSize(input);
  const [afterId] = decodeCursor(input.cursor, 'id') ?? [null];
  const from = afterId === null ? 0 : all.findIndex((s) => s.id === afterId) + 1;
  const page = toPage(all.slice(from, from + perPage + 1), perPage, (s) => [s.id], all.length);
  const prices = canSeePrices(ctx);
  return { ...page, pageData: page.pageData.map((one) => presentService(one, { prices })) };
}

async function listAddOns(ctx: ReadCtx, { id }: HandlerInput<typeof editor.listAddOns>) {
  const { add_ons } = await getEditedService(ctx, id);
  return {
    pageData: add_ons,
    pageInfo: { total: add_ons.length, endCursor: null, hasNextPage: false },
  };
}
