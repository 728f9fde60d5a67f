import { handle } from '#server/http/handle.ts';
import * as catalog from './catalog/catalog-store.ts';
import * as manage from './catalog/manage-catalog.ts';
import { copyStoreTemplate, getStoreTemplate } from './catalog/offered-templates.ts';
import * as contract from './contract.ts';
import * as templates from './editing/change-templates.ts';
import * as editing from './editing-contract.ts';
import { exportTemplate } from './exchange/export-template.ts';
import { importTemplate } from './exchange/import-template.ts';
import * as exchange from './exchange-contract.ts';
import * as library from './library/change-comments.ts';
import { duplicatesPage, page as libraryPage } from './library/library-store.ts';
import * as libraryContract from './library-contract.ts';
import * as store from './store.ts';
import * as storeAdmin from './store-admin-contract.ts';
import * as storeContract from './store-contract.ts';
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
  handle(libraryContract.listLibraryComments, libraryPage),
  handle(libraryContract.listDuplicateComments, duplicatesPage),
  handle(libraryContract.replaceInComments, library.replaceInComments),
  handle(libraryContract.shareWording, library.shareWording),
  handle(libraryContract.revertCommentChanges, library.revertCommentChanges),
  handle(storeContract.listStoreTemplates, catalog.pageOfOffered),
  handle(storeContract.getStoreTemplate, getStoreTemplate),
  handle(storeContract.copyStoreTemplate, copyStoreTemplate),
  handle(storeAdmin.listManagedTemplates, manage.listManagedTemplates),
  handle(storeAdmin.addStoreTemplate, manage.addStoreTemplate),
  handle(storeAdmin.replaceStoreTemplate, manage.replaceStoreTemplate),
  handle(storeAdmin.offerStoreTemplate, manage.offerStoreTemplate),
  handle(storeAdmin.orderStoreTemplates, manage.orderStoreTemplates),
  handle(storeAdmin.deleteStoreTemplate, manage.deleteStoreTemplate),
  handle(storeAdmin.restoreStoreTemplate, manage.restoreStoreTemplate),
];
