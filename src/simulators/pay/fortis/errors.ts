import { json, type SimReply } from '../kit/listener.ts';

/** A body or query that the API rejects, with its own message. */
export function invalid(detail: string): SimReply {
  return json(412, {
    type: 'Error',
    id: '11e9sim',
    statusCode: 412,
    title: 'Precondition Failed',
    detail,
    meta: {},
  });
}

/** No object with that id. */
export function notFound(): SimReply {
  return json(404, { type: 'Error', statusCode: 404, title: 'Not Found', detail: 'Not Found' });
}
