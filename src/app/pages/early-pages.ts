import type { FastifyInstance } from 'fastify';
import type { Lang } from '#domain/base/date-formats.ts';
import { measuringHosts } from '#domain/booking/analytics.ts';
import { isOnlinePaymentType } from '#domain/payments/gateways.ts';
import { getConfirmation } from '#features/booking/confirmation-contract.ts';
import { type BookingPage, getBookingPage } from '#features/booking/contract.ts';
import { getProposedTimes } from '#features/booking/proposal-contract.ts';
import { getRebookPage } from '#features/booking/rebook-contract.ts';
import { type CompanyProfile, getProfile } from '#features/company/profile-contract.ts';
import { getPublicInvoice, type PublicInvoice } from '#features/payments/contract.ts';
import { getClientView } from '#features/portal/contract.ts';
import { getReport } from '#features/reports/contract.ts';
import { findView, visitKeys, watchComment } from '#features/reports/reading-contract.ts';
import { getRepairList } from '#features/reports/repair-contract.ts';
import { listReportPdfs } from '#features/reports/report-pdfs-contract.ts';
import { getSample, listPublicSamples, type PublicSample } from '#features/reports/samples-contract.ts';
import { callInProcess, type InProcessResponse } from '#server/call-in-process.ts';
import type { ExternalHosts, PageVisit } from '#server/http/pages.ts';
import type { Runtime } from '#server/runtime.ts';
import { readKey } from '#web/client/request-parts.ts';
import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';
import { bookingMeta, type PageMeta, profileMeta } from './page-meta.ts';

/** The part of the runtime that preparing pages requires. */
export type PagesRuntime = Pick<Runtime, 'external' | 'config'>;

/** Another address whose page is shown in place of this one, without a round trip. */
interface Destination {
  /** Path and query. */
  to: string;
  /** What the browser remembers for its session. */
  remember?: Record<string, string>;
  /** The language of the person whose link it is, if the company knows it. */
  reader?: Lang;
}

/** Calls a route as the visitor; null if it fails. */
export type AskAsVisitor = <R extends Route>(
  route: R,
  input: RouteInput<R>,
) => Promise<RouteOutput<R> | null>;

/** A page that clients open on a phone: what it needs is embedded in its document or preloaded. */
export interface EarlyPage {
  path: RegExp;
  screen: string;
  /** The feature whose texts the page needs in addition to the shared ones. */
  feature: string;
  picture?: (id: string) => string;
  /** The page's first reads, with exactly the input that the page sends. */
  reads?: (id: string, search: URLSearchParams) => { route: Route; input: object }[];
  /** Where an address without its own page leads; null: its page finds out. */
  leadsTo?: (id: string, search: URLSearchParams, ask: AskAsVisitor) => Promise<Destination | null>;
  /** External hosts that the page needs, depending on the data it reads. */
  hosts?: (runtime: PagesRuntime, data: readonly unknown[]) => ExternalHosts | undefined;
  /** Whether search engines may list the page with this data; others never. */
  mayBeIndexed?: (data: readonly unknown[]) => boolean;
  /** What search engines and previews of links show. */
  meta?: (origin: string, path: string, data: readonly unknown[]) => PageMeta | undefined;
}

const publicId = '([\\w-]{21,64})';
/** Also what can't be a link: its document has the status of an unknown one. */
const anyId = '([\\w~%-][\\w.~%-]*)';
const reading = 'src/features/reports/screens/reading';

const bookingPage: Omit<EarlyPage, 'path'> = {
  screen: 'src/features/booking/screens/booking-page.tsx',
  feature: 'booking',
  reads: (id) => [{ route: getBookingPage, input: { requestId: id } }],
  hosts: ({ external }, [page]) => joinHosts([analyticsHosts(page), external.captcha?.widget.hosts]),
  meta: (origin, path, [page]) => bookingMeta(origin, path, page as BookingPage),
};

/** All of them; the first whose path matches prepares the page. */
const earlyPages: readonly EarlyPage[] = [
  {
    path: new RegExp(`^/client-view1?/${publicId}$`),
    screen: 'src/features/portal/screens/client-view-page.tsx',
    feature: 'portal',
    picture: (id) => `/api/v2/public/appointments/${id}/picture`,
    reads: (id, search) => [{ route: getClientView, input: { publicId: id, ...given(search, 'p') } }],
  },
  {
    path: new RegExp(`^/view-report2/${anyId}/?$`),
    screen: `${reading}/view-report-page.tsx`,
    feature: 'reports',
    reads: (id, search) => [
      {
        route: getReport,
        input: { reportId: id, ...given(search, 't', 'p', 'v'), ...versionIn(search) },
      },
    ],
  },
  {
    path: new RegExp(`^/report-views/${anyId}/?$`),
    screen: `${reading}/personal-report-page.tsx`,
    feature: 'reports',
    leadsTo: destinationOfView,
  },
  {
    path: new RegExp(`^/view-report/${anyId}/?$`),
    screen: `${reading}/legacy-report-page.tsx`,
    feature: 'reports',
    reads: (id, search) => [{ route: listReportPdfs, input: { publicId: id, ...given(search, 'p') } }],
    leadsTo: destinationOfLegacy,
  },
  {
    path: new RegExp(`^/report-pdf/${anyId}/?$`),
    screen: `${reading}/report-pdf-pages.tsx`,
    feature: 'reports',
    reads: (id, search) => [{ route: listReportPdfs, input: { publicId: id, ...given(search, 'p') } }],
  },
  {
    path: new RegExp(`^/review-pdf/${anyId}/?$`),
    screen: `${reading}/report-pdf-pages.tsx`,
    feature: 'reports',
    reads: (id, search) => [
      {
        route: listReportPdfs,
        input: { publicId: id, review: search.get('t') || 'missing', ...given(search, 'p') },
      },
    ],
  },
  {
    path: new RegExp(`^/sample-report/${anyId}/?$`),
    screen: 'src/features/reports/screens/samples/sample-report-page.tsx',
    feature: 'reports',
    reads: (id, search) => [{ route: getSample, input: { sampleId: id, ...given(search, 't') } }],
    mayBeIndexed: ([sample]) => (sample as PublicSample | undefined)?.is_visible === true,
  },
  {
    path: new RegExp(`^/sample-reports/${anyId}/?$`),
    screen: 'src/features/reports/screens/samples/sample-list-page.tsx',
    feature: 'reports',
    reads: (id) => [{ route: listPublicSamples, input: { id } }],
    mayBeIndexed: ([samples]) => samples !== undefined,
  },
  {
    path: new RegExp(`^/repair-list/${anyId}/?$`),
    screen: 'src/features/reports/screens/repair/repair-list-page.tsx',
    feature: 'reports',
    reads: (id, search) => [
      { route: getRepairList, input: { listId: id, ...given(search, 'e', 'p', 'v', 't') } },
    ],
  },
  {
    path: new RegExp(`^/watch/${anyId}/?$`),
    screen: `${reading}/watch-page.tsx`,
    feature: 'reports',
    reads: (id, search) => [
      { route: watchComment, input: { commentId: id, ...given(search, 't', 'p', 'v') } },
    ],
  },
  {
    path: new RegExp(`^/(?:invoice|create-payment)/${publicId}$`),
    screen: 'src/features/payments/screens/invoice/invoice-page.tsx',
    feature: 'payments',
    reads: (id, search) => [{ route: getPublicInvoice, input: { publicId: id, ...given(search, 'p') } }],
    hosts: (runtime, [invoice]) => payHosts(runtime, invoice),
  },
  {
    path: new RegExp(`^/public-profile/${anyId}/?$`),
    screen: 'src/features/company/screens/public-profile-page.tsx',
    feature: 'company',
    reads: (id) => [{ route: getProfile, input: { id } }],
    mayBeIndexed: ([profile]) => profile !== undefined,
    meta: (origin, _path, [profile]) => profileMeta(origin, profile as CompanyProfile),
  },
  {
    path: new RegExp(`^/schedule/${anyId}/?$`),
    ...bookingPage,
    // Without online scheduling it is the request form.
    leadsTo: async (id, search, ask) => {
      const page = await ask(getBookingPage, { requestId: id });
      return page && !page.is_scheduling_on ? { to: withQuery(`/appointment-request/${id}`, search) } : null;
    },
  },
  {
    path: /^\/confirm-booking\/([\w~%-][\w.~%-]*\/[\w~%-][\w.~%-]*)\/?$/,
    screen: 'src/features/booking/screens/confirm-booking-page.tsx',
    feature: 'booking',
    reads: (ids) => {
      const [requestId = '', token = ''] = ids.split('/');
      return [{ route: getConfirmation, input: { requestId, token } }];
    },
    hosts: (_runtime, [confirmation]) => analyticsHosts(confirmation),
  },
  { path: new RegExp(`^/(?:appointment-request|iframe-appointment)/${anyId}/?$`), ...bookingPage },
  {
    path: new RegExp(`^/proposed-times/${anyId}/?$`),
    screen: 'src/features/booking/screens/proposed-times-page.tsx',
    feature: 'booking',
    reads: (id, search) => [{ route: getProposedTimes, input: { publicId: id, ...given(search, 'p') } }],
  },
  {
    path: new RegExp(`^/book-again/${anyId}/?$`),
    screen: 'src/features/booking/screens/rebook/rebook-page.tsx',
    feature: 'booking',
    reads: (id, search) => [{ route: getRebookPage, input: { publicId: id, ...given(search, 'p') } }],
  },
  {
    path: new RegExp(`^/agreement/agreement-detail/${publicId}/${publicId}$`),
    screen: 'src/features/agreements/screens/agreement-page.tsx',
    feature: 'agreements',
  },
];

/** The early page of a path, with the id in it. */
export function earlyPageOf(path: string): { page: EarlyPage; id: string } | null {
  for (const page of earlyPages) {
    const id = page.path.exec(path)?.[1];
    if (id) return { page, id };
  }
  return null;
}

/** Calls routes as the visitor of a page, each input once: what decides where an address leads is often also shown. */
export function callsOf(app: FastifyInstance, { ip, acceptLanguage }: PageVisit) {
  const headers: Record<string, string> = acceptLanguage ? { 'accept-language': acceptLanguage } : {};
  const answers = new Map<string, Promise<InProcessResponse>>();
  return (route: Route, input: object): Promise<InProcessResponse> => {
    const key = JSON.stringify(readKey(route, input));
    const answer = answers.get(key) ?? callInProcess(app, route, null, input, { headers, ip });
    answers.set(key, answer);
    return answer;
  };
}

/** Creates the function with which a page asks as its visitor: it gets what the link gives access to. */
export function askAs(call: ReturnType<typeof callsOf>): AskAsVisitor {
  return async (route, input) => {
    const answer = await call(route, input);
    return answer.success ? (answer.data as never) : null;
  };
}

/** A personal link shows its report; the view is counted by the browser, not by what fetches links in mails. */
async function destinationOfView(viewId: string, search: URLSearchParams, ask: AskAsVisitor) {
  const view = await ask(findView, { viewId });
  if (!view) return null;
  const query = new URLSearchParams(search);
  if (view.pass) query.set('v', view.pass);
  return {
    to: withQuery(`/view-report2/${view.report_id}`, query),
    ...(view.reader_language ? { reader: view.reader_language } : {}),
    remember: {
      [visitKeys.opened + view.report_id]: viewId,
      ...(view.portal ? { [visitKeys.portal + view.report_id]: view.portal } : {}),
    },
  };
}

/** The former path of reports: a single report, or the page that lists several. */
async function destinationOfLegacy(id: string, search: URLSearchParams, ask: AskAsVisitor) {
  const found = await ask(listReportPdfs, { publicId: id, ...given(search, 'p') });
  if (!found) return null;
  const [only, another] = found.reports;
  const own = found.reports.find((report) => report.public_id === id) ?? (another ? undefined : only);
  const path = own ? `/view-report2/${own.public_id}` : `/client-view/${found.appointment_public_id}`;
  return { to: withQuery(path, new URLSearchParams(given(search, 'p'))) };
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path);

/** The hosts of the payment service, on the page of an invoice that can be paid online. */
function payHosts({ external }: PagesRuntime, invoice: unknown): ExternalHosts | undefined {
  const { online } = (invoice ?? {}) as Partial<PublicInvoice>;
  if (!online || !isOnlinePaymentType(online.gateway)) return undefined;
  return external.pay.hostsOf({ type: online.gateway, mode: online.mode });
}

/** The hosts of the company's statistics, on its booking pages. */
function analyticsHosts(page: unknown): ExternalHosts | undefined {
  const { analytics_id } = (page ?? {}) as Partial<BookingPage>;
  return analytics_id ? measuringHosts(analytics_id) : undefined;
}

/** What several services need together. */
function joinHosts(all: readonly (ExternalHosts | undefined)[]): ExternalHosts | undefined {
  const used = all.filter((one) => one !== undefined);
  if (used.length < 2) return used[0];
  const of = (directive: 'script' | 'frame' | 'connect' | 'img') =>
    used.flatMap((one) => one[directive] ?? []);
  return {
    ...{ script: of('script'), frame: of('frame'), connect: of('connect'), img: of('img') },
    insertsStyles: used.some((one) => one.insertsStyles),
  };
}

function given(search: URLSearchParams, ...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  );
}

function versionIn(search: URLSearchParams): { version?: number } {
  const version = Number(search.get('version') ?? '');
  return Number.isInteger(version) && version > 0 ? { version } : {};
}
