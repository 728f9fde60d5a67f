import { z } from 'zod/mini';
import { id, optionalText, queryBool } from '#wire/fields.ts';
import { action, read, write } from '#wire/route.ts';
import { fileReport, templateFileMaxBytes } from './exchange-contract.ts';
import { storeRowFields, trade } from './store-contract.ts';

/** What every route of this file has: only the platform's administrator manages the store. */
const forAdministrators = { access: 'admin', capability: 'platform_admin', scope: 'platform' } as const;
const changed = ['template-store'];

const managedTemplate = z.object({
  ...storeRowFields,
  is_offered: z.boolean(),
  /** 1 until an administrator replaces the content. */
  rev: z.number(),
  /** It came with the product, which updates it until an administrator replaces the content. */
  is_shipped: z.boolean(),
});
export type ManagedStoreTemplate = z.infer<typeof managedTemplate>;

export const listManagedTemplates = read('GET /v2/admin/template-store', {
  ...forAdministrators,
  summary: 'All templates of the store in order, also hidden ones.',
  output: z.object({ templates: z.array(managedTemplate) }),
  invalidates: changed,
});

const upload = {
  file: z.file('Choose a file'),
  /** Instead of the trade in the file. */
  trade: z.optional(trade),
  description: optionalText(500),
  dry_run: z.optional(queryBool),
};
const uploaded = z.extend(fileReport, { template: z.nullable(managedTemplate) });
const form = { maxBytes: templateFileMaxBytes, files: 1 };

export const addStoreTemplate = action('POST /v2/admin/template-store', {
  ...forAdministrators,
  summary: 'Adds a template to the store from a JSON file without problems; a dry run only names them.',
  form,
  input: z.object(upload),
  output: uploaded,
  invalidates: changed,
});

export const replaceStoreTemplate = action('POST /v2/admin/template-store/{id}/file', {
  ...forAdministrators,
  summary: 'Replaces the content of a store template. Copies that companies made stay as they are.',
  form,
  input: z.object({ id, ...upload }),
  output: uploaded,
  invalidates: changed,
});

export const offerStoreTemplate = write('PATCH /v2/admin/template-store/{id}', {
  ...forAdministrators,
  summary: 'Shows or hides a store template.',
  input: z.object({ id, is_offered: z.boolean() }),
  output: managedTemplate,
  invalidates: changed,
});

export const orderStoreTemplates = write('PUT /v2/admin/template-store/order', {
  ...forAdministrators,
  summary: 'Puts store templates in the order of the ids; others follow in their present order.',
  input: z.object({ ids: z.array(id).check(z.maxLength(500, 'At most 500 templates')) }),
  output: z.null(),
  invalidates: changed,
});

export const deleteStoreTemplate = write('DELETE /v2/admin/template-store/{id}', {
  ...forAdministrators,
  summary: 'Removes a template from the store. Copies that companies made stay.',
  input: z.object({ id }),
  output: z.null(),
  invalidates: changed,
});

export const restoreStoreTemplate = write('POST /v2/admin/template-store/{id}/restore', {
  ...forAdministrators,
  summary: 'Takes back the removal of a store template.',
  input: z.object({ id }),
  output: managedTemplate,
  invalidates: changed,
});
