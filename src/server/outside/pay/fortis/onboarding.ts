import { z } from 'zod/mini';
import type { MerchantForm } from '#domain/payments/merchant-application.ts';
import type { OnboardingKeys } from '../../../config/gateway-config.ts';
import { parseResponse, RequestFailed, UnexpectedResponse } from '../../http-client.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { GatewayError } from '../kit/gateway.ts';
import type { GatewayContext } from '../kit/gateway-context.ts';
import type { GatewayMode } from '../kit/gateway-type.ts';
import { type JsonCaller, jsonCaller, parseGatewayResponse } from '../kit/json-calls.ts';
import type { ApplicationRecord, ApplicationResult, MerchantOnboarding } from '../kit/merchant-onboarding.ts';
import { runRead } from '../kit/outcomes.ts';
import { parseApplicationErrors } from './application-errors.ts';

/** Identifies the platform's own keys in circuits and logs. */
const connection = 'platform-onboarding';
/** Keys for our simulator, which only checks that there are some. */
const simulatorKeys: OnboardingKeys = {
  userId: '11e9simulatedplatform',
  userApiKey: '11e9SimulatedPlatformKey',
  templateCode: 'SIMULATOR',
};

const onboarding = z.object({
  client_app_id: z.nullish(z.string()),
  app_link: z.nullish(z.string()),
  // [U] The published response has no status: it is read if present.
  status: z.nullish(z.string()),
});
type Onboarding = z.infer<typeof onboarding>;
const madeAnswer = z.object({ data: onboarding });
const listAnswer = z.object({ list: z.array(onboarding) });
const refusal = z.object({
  detail: z.nullish(z.string()),
  // [U] All problems by field; the detail names the first.
  meta: z.nullish(z.object({ errors: z.nullish(z.record(z.string(), z.array(z.string()))) })),
});

/**
 * Fortis onboarding: a form prefilled with the company's letterhead data, completed by the company behind a Fortis
 * link.
 */
export function fortisOnboarding(context: GatewayContext, keys: OnboardingKeys | null): MerchantOnboarding {
  const keysOf = (mode: GatewayMode) => {
    const used = mode === 'simulator' ? simulatorKeys : keys;
    if (used) return used;
    throw new GatewayError('merchant_setup', 'the platform has no keys for onboarding');
  };
  const call = jsonCaller(context, 'fortis', ({ mode }) => {
    const { userId, userApiKey } = keysOf(mode);
    return {
      'user-id': userId,
      'user-api-key': userApiKey,
      'developer-id': context.fortisDeveloperId || (mode === 'simulator' ? 'simulator' : ''),
    };
  });
  return {
    submit: (mode, clientAppId, form) =>
      settled(() => submit(call, mode, { clientAppId, form, templateCode: keysOf(mode).templateCode })),
    find: (mode, clientAppId) => runRead(() => find(call, mode, clientAppId)),
  };
}

async function settled(send: () => Promise<ApplicationResult>): Promise<ApplicationResult> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof RequestFailed)
      return { state: error.reason === 'uncertain' ? 'unknown' : 'not_sent', text: error.message };
    if (error instanceof UnexpectedResponse) return { state: 'unknown', text: error.message };
    if (error instanceof GatewayError && error.code === 'merchant_setup')
      return { state: 'setup', text: error.message };
    if (error instanceof GatewayError) return { state: 'unknown', text: error.message };
    throw error;
  }
}

interface Sending {
  clientAppId: string;
  templateCode: string;
  form: MerchantForm;
}

async function submit(call: JsonCaller, mode: GatewayMode, sending: Sending): Promise<ApplicationResult> {
  const body = bodyOf(sending);
  const answer = await call(credsOf(mode), { method: 'POST', path: '/v1/onboarding', body });
  if (answer.status < 300) {
    const link = linkOf(parseResponse(answer.text, madeAnswer).data, mode);
    if (link) return { state: 'submitted', link };
    throw new UnexpectedResponse('an application without a link');
  }
  const reported = parseResponse(answer.text, refusal);
  // Our id is taken: an earlier attempt arrived after all.
  if (/client_app_id/.test(reported.detail ?? '')) {
    const link = (await find(call, mode, sending.clientAppId))?.link;
    return link ? { state: 'submitted', link } : { state: 'unknown', text: 'our id is taken' };
  }
  return {
    state: 'refused',
    ...parseApplicationErrors(reported),
    detail: (reported.detail ?? '').slice(0, 300),
  };
}

function bodyOf({ clientAppId, templateCode, form }: Sending) {
  const phone = dashed(form.phone);
  const address = {
    address_line_1: form.address,
    city: form.city,
    state_province: form.state,
    postal_code: form.zip_code,
  };
  const principal = { first_name: form.principal_first_name, last_name: form.principal_last_name };
  return {
    template_code: templateCode,
    client_app_id: clientAppId,
    app_delivery: 'link_full_page',
    email: form.email,
    legal_name: form.legal_name,
    dba_name: form.dba_name,
    ...(form.website ? { website: form.website } : {}),
    ...(form.business_description ? { business_description: form.business_description } : {}),
    ...(form.high_ticket === null ? {} : { cc_high_ticket: form.high_ticket }),
    location: { ...address, phone_number: phone },
    contact: { ...principal, email: form.email, phone_number: phone },
    primary_principal: {
      ...principal,
      ...(form.principal_title ? { title: form.principal_title } : {}),
      phone_number: dashed(form.principal_phone),
    },
  };
}

function dashed(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

/**
 * [U] Assumes that applications can be listed like transactions; if not, throws a GatewayError saying that lookup
 * fails.
 */
async function find(
  call: JsonCaller,
  mode: GatewayMode,
  clientAppId: string,
): Promise<ApplicationRecord | null> {
  const query = new URLSearchParams({
    'filter_by[0][key]': 'client_app_id',
    'filter_by[0][operator]': '=',
    'filter_by[0][value]': clientAppId,
    'page[number]': '1',
    'page[size]': '5',
  });
  const answer = await call(credsOf(mode), { method: 'GET', path: `/v1/onboarding?${query}` });
  const found = parseGatewayResponse(answer, listAnswer).list.find(
    (one) => one.client_app_id === clientAppId,
  );
  return found ? { link: linkOf(found, mode), decision: decisionOf(found.status) } : null;
}

function decisionOf(status: string | null | undefined): ApplicationRecord['decision'] {
  if (/^(approved|active|boarded)$/i.test(status ?? '')) return 'approved';
  return /^(declined|rejected)$/i.test(status ?? '') ? 'declined' : 'open';
}

/** Returns the link only if it is safe to send a browser there. */
function linkOf({ app_link }: Onboarding, mode: GatewayMode): string | null {
  if (!app_link || app_link.length > 400 || !URL.canParse(app_link)) return null;
  const { protocol } = new URL(app_link);
  return protocol === 'https:' || (mode === 'simulator' && protocol === 'http:') ? app_link : null;
}

function credsOf(mode: GatewayMode): CredsOf<7> {
  const none = { user_id: '', user_api_key: '', location_id: '', product_transaction_id: '' };
  return { type: 7, mode, connection, ...none };
}
