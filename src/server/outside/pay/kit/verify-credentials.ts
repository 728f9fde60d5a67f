import { RequestFailed } from '../../http-client.ts';
import { type Creds, type CredsOf, modeProblems } from './credentials.ts';
import { type CredentialCheck, GatewayError } from './gateway.ts';
import type { GatewayType } from './gateway-type.ts';
import { runRead } from './outcomes.ts';

/** Narrows the keys to those of this gateway. Throws for another gateway's keys, which is a programming error. */
export function asCredsOf<T extends GatewayType>(creds: Creds, type: T): CredsOf<T> {
  if (creds.type !== type) throw new Error(`keys of gateway ${creds.type} given to gateway ${type}`);
  rejectWrongMode(creds);
  return creds as Creds & CredsOf<T>;
}

function rejectWrongMode(creds: Creds): void {
  const [field, message] = Object.entries(modeProblems(creds))[0] ?? [];
  if (message) throw new GatewayError('merchant_setup', `${field}: ${message}`);
}

/** Tests keys with the gateway and describes in a plain sentence what is wrong with them. */
export async function verifyCredentials(
  creds: Creds,
  check: () => Promise<CredentialCheck>,
): Promise<CredentialCheck> {
  const [problem] = Object.values(modeProblems(creds));
  if (problem) return { ok: false, code: 'wrong_mode', message: problem };
  try {
    return await runRead(check);
  } catch (error) {
    if (error instanceof GatewayError && ['merchant_setup', 'not_found', 'refused'].includes(error.code)) {
      return { ok: false, code: 'wrong_keys', message: 'The gateway does not accept these keys' };
    }
    if (error instanceof GatewayError || error instanceof RequestFailed) {
      return {
        ok: false,
        code: 'gateway_unavailable',
        message: 'The gateway is not answering, please try again later',
      };
    }
    throw error;
  }
}
