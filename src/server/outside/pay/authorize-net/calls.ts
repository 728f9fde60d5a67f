import type { z } from 'zod/mini';
import { parseResponse, RequestFailed } from '../../http-client.ts';
import type { CredsOf } from '../kit/credentials.ts';
import { GatewayError } from '../kit/gateway.ts';
import type { JsonCaller } from '../kit/json-calls.ts';
import type { Messages } from './schemas.ts';

const wrongKeys = new Set(['E00005', 'E00006', 'E00007', 'E00008', 'E00009', 'E00010', 'E00011', 'E00059']);

/**
 * Sends a request to the XML API in JSON. The order of fields matters: `fields` are sent as given, after the keys and
 * `refId`. Only reads may be repeated.
 */
export async function sendAnetRequest<S extends z.ZodMiniType<{ messages: Messages }>>(
  call: JsonCaller,
  creds: CredsOf<3>,
  name: string,
  fields: Readonly<Record<string, unknown>>,
  schema: S,
  options: { isRead: boolean; refId?: string },
): Promise<z.infer<S>> {
  const body = {
    [name]: {
      merchantAuthentication: { name: creds.api_login_id, transactionKey: creds.transaction_key },
      ...(options.refId ? { refId: options.refId } : {}),
      ...fields,
    },
  };
  const answer = await call(creds, {
    method: 'POST',
    path: '/xml/v1/request.api',
    template: `/xml/v1/request.api#${name}`,
    body,
    kind: options.isRead ? 'read' : 'charge',
    isRepeatable: options.isRead,
  });
  const parsed: z.infer<S> = parseResponse(answer.text, schema);
  const code = parsed.messages.message[0]?.code ?? '';
  if (wrongKeys.has(code)) throw new GatewayError('merchant_setup', 'authorize_net does not accept the keys');
  // "An error occurred during processing": it does not say which part of the request was processed.
  if (code === 'E00001') throw new RequestFailed('uncertain', 'authorize_net answered E00001');
  return parsed;
}

/** Like `sendAnetRequest`, for a read, where a rejection is an error. */
export async function sendAnetRead<S extends z.ZodMiniType<{ messages: Messages }>>(
  call: JsonCaller,
  creds: CredsOf<3>,
  name: string,
  fields: Readonly<Record<string, unknown>>,
  schema: S,
): Promise<z.infer<S>> {
  const answer = await sendAnetRequest(call, creds, name, fields, schema, { isRead: true });
  if (answer.messages.resultCode === 'Ok') return answer;
  const [first] = answer.messages.message;
  throw new GatewayError(first?.code === 'E00040' ? 'not_found' : 'refused', first?.code ?? 'refused');
}
