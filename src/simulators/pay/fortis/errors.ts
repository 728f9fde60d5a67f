import { json, type SimReply } from '../kit/listener.ts';

/** A body or a question that the API does not take, in its own words. */
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

/** Nothing of that id. */
export function notFound(): SimReply {
  return json(404, { type: 'Error', statusCode: 404, title: 'Not Found', detail: 'Not Found' });
}
