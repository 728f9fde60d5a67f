import { type APIRequestContext, expect, type Page } from '@playwright/test';

export const password = 'demo-Passw0rd';
export const demoLogins = {
  owner: 'owner@demo.test',
  technician: 'technician@demo.test',
  staff: 'staff@demo.test',
  admin: 'admin@platform.test',
} as const;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** The body of a call: `data` as JSON, `multipart` as a form. */
type Sent = { data: object } | { multipart: Record<string, string> };

/** The API as called by one user. */
export interface Api {
  /** The id of the user's company. */
  company: string;
  /** Returns the data of the response at a path below /api; an error response fails the test. */
  ask: <T = never>(method: Method, path: string, sent?: Sent) => Promise<T>;
  /** Enters the password, so that no page of this session asks for it. */
  confirmIdentity: () => Promise<void>;
}

/**
 * Logs in through the API, to prepare data for a test. With a page's `request`, its browser has the session from then
 * on without loading a page.
 */
export async function logIn(
  request: APIRequestContext,
  email: string = demoLogins.owner,
  secret = password,
): Promise<Api> {
  const login = await request.post('/api/v2/auth/login', { data: { email, password: secret } });
  expect(login.status(), await login.text()).toBe(200);
  const { data } = (await login.json()) as { data: { accessToken: string } };
  const headers = { authorization: `Bearer ${data.accessToken}` };
  const confirm = () =>
    request.post('/api/v2/auth/confirm-identity', { headers, data: { password: secret } });
  const claims = Buffer.from(data.accessToken.split('.')[1] ?? '', 'base64url').toString();
  return {
    confirmIdentity: async () => expect((await confirm()).status()).toBe(200),
    company: (JSON.parse(claims) as { tid: string }).tid,
    ask: async <T>(method: Method, path: string, sent: Partial<Sent> = {}) => {
      const send = () => request.fetch(`/api${path}`, { method, headers, ...sent });
      let answer = await send();
      if ((await answer.text()).includes('"IDENTITY_REQUIRED"')) {
        await confirm();
        answer = await send();
      }
      const text = await answer.text();
      expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`).toBe(true);
      return (JSON.parse(text) as { data: T }).data;
    },
  };
}

/** Ids of demo records in each state that the pages show. */
export interface DemoIds {
  appointment: string;
  /** The client's personal page of an appointment whose report is available. */
  clientPage: string;
  /** The same for an appointment that is neither signed nor paid. */
  openClientPage: string;
  agreementPage: string;
  invoice: string;
  /** The demo made a sample of it. */
  report: string;
  /** A published report of which there is no sample. */
  latestReport: string;
  reportPublic: string;
}

/** Looks up pages of the demo company through the API as its owner, which signs the page's browser in as the owner. */
export async function demoIds(page: Page): Promise<DemoIds> {
  const { ask } = await logIn(page.request);
  type Row = { id: string; public_id: string };
  // The oldest of each kind, so that what other tests have booked is never among them.
  const find = async (query: string) => {
    const { pageData } = await ask<{ pageData: (Row & { order_id: string })[] }>(
      'GET',
      `/v2/appointments?perPage=100&${query}`,
    );
    const [oldest] = pageData.toSorted((a, b) => Number(a.order_id) - Number(b.order_id));
    if (!oldest) throw new Error(`the demo has no appointment with ${query}`);
    return { oldest, latest: pageData[0] ?? oldest };
  };
  const linkOf = async (id: string) => {
    const found = await ask<{ people: { role: string; link: string | null }[] }>(
      'POST',
      '/inspections/get-by-id',
      { data: { inspection_id: id } },
    );
    const url = new URL(found.people.find((person) => person.role === 'client')?.link ?? '');
    return url.pathname + url.search;
  };
  const { oldest: done, latest } = await find('tab=past&published=true&paid=true&signed=true');
  const { oldest: open } = await find('tab=upcoming&signed=false&paid=false&status=scheduled');
  const reportsOf = async (id: string) =>
    (await ask<{ reports: Row[] }>('GET', `/v2/appointments/${id}/reports`)).reports;
  const reports = await reportsOf(done.id);
  const [latestReport] = await reportsOf(latest.id);
  const [agreement] = await ask<Row[]>('GET', `/v2/appointments/${open.id}/agreements`);
  const invoice = await ask<Row>('GET', `/v2/appointments/${done.id}/invoice`);
  const openClientPage = await linkOf(open.id);
  return {
    appointment: done.id,
    clientPage: await linkOf(done.id),
    openClientPage,
    agreementPage: `/agreement/agreement-detail/${open.public_id}/${agreement?.public_id}${openClientPage.slice(openClientPage.indexOf('?'))}`,
    invoice: `/invoice/${invoice.public_id}`,
    report: reports[0]?.id ?? '',
    latestReport: latestReport?.id ?? '',
    reportPublic: reports[0]?.public_id ?? '',
  };
}
