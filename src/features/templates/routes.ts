import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import * as templates from './editing/change-templates.ts';
import * as editing from './editing-contract.ts';
import { exportTemplate } from './exchange/export-template.ts';
import { importTemplate } from './exchange/import-template.ts';
import * as exchange from './exchange-contract.ts';
import * as store from './store.ts';
import { readEditedTemplate } from './template-content.ts';

export const routes = [
  handle(contract.listTemplates, store.page),
  handle(contract.getTemplate, readEditedTemplate),
  handle(editing.createTemplate, templates.createTemplate),
  handle(editing.updateTemplate, templates.updateTemplate),
  handle(editing.patchTemplate, templates.patchTemplate),
  handle(editing.duplicateTemplate, templates.duplicateTemplate),
  handle(editing.deleteTemplate, templates.deleteTemplate),
  handle(editing.restoreTemplate, templates.restoreTemplate),
  handle(exchange.importTemplate, importTemplate),
  handle(exchange.exportTemplate, exportTemplate),
];
