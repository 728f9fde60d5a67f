import { pathParams, type Route, routeKey } from '#wire/route.ts';
import type { IdName } from './full-company.ts';

/**
 * What a path parameter refers to, by the part before it (`appointments/{id}`) or, where that is ambiguous, by the
 * whole path. A route with a parameter that is missing here fails the tests: add it here with the route.
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

/** Path parameters that are not ids, with a valid value. */
const plainInPath: Record<string, string> = {
  '{subscriberId}/{status}': '1',
  '{mediaId}/{size}': 'thumb',
  'pictures/{name}': 'logo',
  'technicians/{number}': '0',
  'versions/{version}': '1',
  // Identified by a keyed hash of the appointment's attachments: there is no id to guess.
  'attachments/{key}': 'no-such-attachment',
  // Public for everyone.
  'short-links/{uniqId}': 'nothing',
  // A hold belongs to its holder for ten minutes; releasing a missing one is not an error.
  'slot-holds/{id}': '01900000-0000-7000-8000-000000000000',
};

/** What each path parameter refers to; null for those that are not ids. Throws for an unknown parameter. */
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

/** The value for a path parameter that is not an id. */
export function plainValue(route: Route, name: string): string {
  const parts = route.path.split('/');
  return plainInPath[`${parts[parts.indexOf(`{${name}}`) - 1]}/{${name}}`] ?? '';
}
