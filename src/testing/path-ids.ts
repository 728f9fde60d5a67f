import { pathParams, type Route, routeKey } from '#wire/route.ts';
import type { IdName } from './full-company.ts';

/**
 * What the name in a path stands for, by the part before it (`appointments/{id}`) or, where that is not enough, by the whole
 * path. A route with a name that is not here fails the tests: whoever adds one says what it is of.
 */
const inPath: Record<string, IdName> = {
  'appointments/{id}': 'appointment',
  'availability/{id}': 'technician',
  'overrides/{id}': 'override',
  'feeds/{id}': 'feed',
  'notes/{noteId}': 'note',
  'attachments/{attId}': 'attachment',
  'agreements/{agreementId}': 'agreement',
  'agreements/{id}': 'spareAgreement',
  'waivers/{waiverId}': 'waiver',
  'links/{linkId}': 'link',
  'change-requests/{requestId}': 'changeRequest',
  'payments/{id}': 'payment',
  'payment-attempts/{attemptId}': 'attempt',
  'payment-refunds/{refundId}': 'refund',
  'payment-differences/{id}': 'difference',
  'clients/{id}': 'spareClient',
  'agents/{id}': 'spareAgent',
  'contractors/{id}': 'spareContractor',
  'imports/{id}': 'import',
  'merges/{id}': 'merge',
  'technicians/{id}': 'spareTechnician',
  'staffs/{id}': 'spareStaff',
  'files/{id}': 'file',
  'services/{id}': 'spareService',
  'add-ons/{addOnId}': 'spareAddOn',
  'discount-codes/{id}': 'discountCode',
  'templates/{id}': 'template',
  'sessions/{id}': 'session',
  'company/{subscriberId}': 'company',
  'company/{id}': 'company',
  'companies/{id}': 'companyPublic',
  'export-file/{subscriberId}': 'company',
  'people-data/{subscriberId}': 'company',
  'check-inspection-time/{subscriberId}': 'company',
  'reports/{id}': 'report',
  'reports/{reportId}': 'report',
  'reports2/{reportId}': 'report',
  'media/{mediaId}': 'media',
  'comment/{commentId}': 'comment',
  '/v2/reports/{reportId}/media/{mediaId}/{size}#reportId': 'reportPublic',
  '/v2/reports/{reportId}/media/{mediaId}/{size}#mediaId': 'mediaPublic',
  '/v2/reports/{reportId}/videos/{mediaId}#reportId': 'reportPublic',
  '/v2/reports/{reportId}/videos/{mediaId}#mediaId': 'filmPublic',
  'watch/{commentId}': 'commentPublic',
  '/v2/reports2/{reportId}/visits#reportId': 'reportPublic',
  'report-views/{viewId}': 'view',
  'agreements/{appointmentPublicId}': 'appointmentPublic',
  '{appointmentPublicId}/{agreementPublicId}': 'agreementPublic',
  'appointments/{publicId}': 'appointmentPublic',
  'invoices/{publicId}': 'invoicePublic',
};

/** Names in paths that are no ids, with a value that fits. */
const plainInPath: Record<string, string> = {
  '{subscriberId}/{status}': '1',
  '{mediaId}/{size}': 'thumb',
  'pictures/{name}': 'logo',
  'technicians/{number}': '0',
  'versions/{version}': '1',
  // Named by a keyed hash of the appointment's own attachments: there is no id to guess.
  'attachments/{key}': 'no-such-attachment',
  // Made for everybody.
  'short-links/{uniqId}': 'nothing',
  // A hold is its holder's for ten minutes; one that is not there is no error.
  'slot-holds/{id}': '01900000-0000-7000-8000-000000000000',
};

/** What each name of a path stands for; null for those that are no ids. Throws for a name nobody has explained. */
export function pathIds(route: Route): Record<string, IdName | null> {
  const parts = route.path.split('/');
  return Object.fromEntries(
    pathParams(route.path).map((name) => {
      const at = parts.indexOf(`{${name}}`);
      const place = `${parts[at - 1]}/{${name}}`;
      const idName = inPath[`${route.path}#${name}`] ?? inPath[place];
      if (idName) return [name, idName];
      if (place in plainInPath) return [name, null];
      throw new Error(`${routeKey(route)}: say in src/testing/path-ids.ts what {${name}} is of`);
    }),
  );
}

/** The value of a name in a path that is no id. */
export function plainValue(route: Route, name: string): string {
  const parts = route.path.split('/');
  return plainInPath[`${parts[parts.indexOf(`{${name}}`) - 1]}/{${name}}`] ?? '';
}
