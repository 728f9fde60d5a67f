import { json, type SimCall, type SimReply } from '../kit/listener.ts';

export function problem(status: number, error: Record<string, unknown>): SimReply {
  return json(status, { error });
}

export function missing(param: string): SimReply {
  return problem(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    param,
    message: `Missing required param: ${param}.`,
  });
}

export function wrongState(status: string): SimReply {
  return problem(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot do this because it has a status of ${status}.`,
  });
}

export function found(object: unknown, call: SimCall): SimReply {
  if (object) return json(200, object);
  return problem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${call.params[0]}'`,
  });
}

export function list(data: unknown[], url: string) {
  return { object: 'list', data, has_more: false, url };
}
