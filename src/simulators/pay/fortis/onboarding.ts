import { choicePage, webPage } from '../browser/pages.ts';
import { json, type SimCall, type SimReply } from '../kit/listener.ts';
import { invalid } from './errors.ts';
import { type ApplicationRow, type FortisState, newFortisId } from './ledger.ts';

type Body = Record<string, unknown>;

const required = [
  'template_code',
  'email',
  'dba_name',
  'app_delivery',
  'location.phone_number',
  'contact.phone_number',
  'primary_principal.first_name',
  'primary_principal.last_name',
  'primary_principal.phone_number',
];
/** The fields that may prefill an application; we must never send tax or bank data. */
const allowed = new Set([
  'parent_id',
  'template_code',
  'client_app_id',
  'app_delivery',
  'email',
  'legal_name',
  'dba_name',
  'website',
  'business_category',
  'business_type',
  'business_description',
  'swiped_percent',
  'keyed_percent',
  'ecommerce_percent',
  'ownership_type',
  'cc_average_ticket_range',
  'cc_monthly_volume_range',
  'cc_high_ticket',
  'location',
  'contact',
  'primary_principal',
]);
const longest: Readonly<Record<string, number>> = {
  template_code: 20,
  email: 100,
  legal_name: 100,
  dba_name: 100,
  website: 100,
  business_description: 200,
  // [U] 50 in the description of the request, 20 in that of the response.
  client_app_id: 20,
};

/** POST /v1/onboarding: a merchant's application, to be completed behind its link. */
export function createApplication(world: FortisState, body: Body): SimReply {
  const problem = problemOf(body);
  if (problem) return invalid(problem);
  const clientAppId = typeof body.client_app_id === 'string' ? body.client_app_id : null;
  // [U] What happens with an id that was used before.
  const isTaken = clientAppId !== null && all(world).some((one) => one.clientAppId === clientAppId);
  if (isTaken) return invalid('"client_app_id" already exists');
  const id = newFortisId(world.ids);
  const link = `${world.publicUrl()}/hosted/fortis/apply/${id}`;
  const row: ApplicationRow = { id, clientAppId, body, status: 'open', link };
  world.book.applications.set(id, row);
  return json(201, { type: 'Onboarding', data: { ...body, client_app_id: clientAppId, app_link: link } });
}

/** [U] GET /v1/onboarding, listed like transactions. */
export function listApplications(world: FortisState, call: SimCall): SimReply {
  const key = call.query.get('filter_by[0][key]');
  const value = call.query.get('filter_by[0][value]');
  const list = all(world)
    .filter((one) => key !== 'client_app_id' || one.clientAppId === value)
    .map((one) => ({
      ...one.body,
      client_app_id: one.clientAppId,
      app_link: one.link,
      // [U] No status is published.
      status: one.status,
    }));
  return json(200, { type: 'OnboardingsCollection', list });
}

/** /hosted/fortis/apply/{id}: replaces the form for tax and bank data, and Fortis' decision about it. */
export function applicationPage(
  world: FortisState,
  call: { method: string; path: string; form: URLSearchParams },
): SimReply | null {
  const id = /^apply\/(\w+)$/.exec(call.path)?.[1];
  const row = id === undefined ? undefined : world.book.applications.get(id);
  if (!row) return null;
  const choice = call.form.get('choice');
  if (call.method === 'POST' && (choice === 'approve' || choice === 'decline'))
    row.status = choice === 'approve' ? 'approved' : 'declined';
  const name = String(row.body.dba_name);
  if (row.status !== 'open')
    return webPage('Merchant application', `<p>This application is ${row.status}.</p>`);
  return choicePage(
    'Merchant application',
    `${name}: here tax and bank data would be asked. What becomes of the application?`,
    ['approve', 'decline', 'later'],
  );
}

function problemOf(body: Body): string | null {
  const unknown = Object.keys(body).find((name) => !allowed.has(name));
  if (unknown) return `"${unknown}" is not allowed`;
  const missing = required.find((path) => !valueAt(body, path));
  if (missing) return `"${missing}" is required`;
  for (const [name, max] of Object.entries(longest))
    if (String(body[name] ?? '').length > max)
      return `"${name}" length must be less than or equal to ${max} characters long`;
  if (!['direct', 'link_full_page', 'link_iframe'].includes(String(body.app_delivery)))
    return '"app_delivery" must be one of [direct, link_iframe, link_full_page]';
  // Simulator only: a name that is never accepted.
  if (/refused/i.test(String(body.legal_name ?? ''))) return '"legal_name" is not a registered business';
  return null;
}

function valueAt(body: Body, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Body | undefined)?.[name], body);
}

function all(world: FortisState): ApplicationRow[] {
  return [...world.book.applications.values()];
}
