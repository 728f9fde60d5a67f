import { json, type SimCall, type SimReply } from '../kit/listener.ts';

/** Returns an error in Stripe’s format. */
export function errorReply(status: number, error: Record<string, unknown>): SimReply {
  return json(status, { error });
}

/** Refuses a call without a required parameter. */
export function notFoundReply(param: string): SimReply {
  return errorReply(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    param,
    message: `Missing required param: ${param}.`,
  });
}

/** Refuses a call that the object’s status does not allow. */
export function wrongStateReply(status: string): SimReply {
  return errorReply(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot do this because it has a status of ${status}.`,
  });
}

/** Returns an object, or Stripe’s error if it does not exist. */
export function objectReply(object: unknown, call: SimCall): SimReply {
  if (object) return json(200, object);
  return errorReply(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${call.params[0]}'`,
  });
}

/** Returns a list in Stripe’s format, complete on one page. */
export function listReply(data: unknown[], url: string) {
  return { object: 'list', data, has_more: false, url };
}
