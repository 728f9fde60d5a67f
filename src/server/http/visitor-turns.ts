import { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ipBucket } from './ip-bucket.ts';

/** Visitors who are served at a time: while a member waits for an answer, and otherwise. */
const most = { busy: 1, idle: 3 };
/** Visitors who may wait, of all addresses and of one: a queue that nothing ends makes each of them wait for ever. */
const mostWaiting = { all: 400, address: 80 };

/** A visitor who waits for a turn. */
interface Waiting {
  address: string;
  isGone: () => boolean;
  start: () => void;
}

type Refuse = (req: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Lets visitors take turns for what they read, so that a crowd on a public page does not delay the calls of members: few
 * are served at a time, the others in the order in which they came. A turn ends when the answer is ready, not when it
 * has arrived, so that a slow connection holds up no other visitor. `refuse` answers those who find too many waiting.
 */
export function takeTurns(
  app: FastifyInstance,
  isPublicPath: (path: string) => boolean,
  refuse: Refuse,
): void {
  let members = 0;
  let visitors = 0;
  const waiting: Waiting[] = [];
  const ends = new WeakMap<FastifyRequest, () => void>();
  const startNext = () => {
    while (waiting.length > 0 && visitors < (members > 0 ? most.busy : most.idle)) {
      const next = waiting.shift();
      if (!next?.isGone()) visitors += 1;
      next?.start();
    }
  };
  const end = (req: FastifyRequest) => {
    const last = ends.get(req);
    ends.delete(req);
    last?.();
    startNext();
  };
  const onEnd = (req: FastifyRequest, reply: FastifyReply, work: () => void) => {
    ends.set(req, work);
    reply.raw.once('close', () => end(req));
  };
  app.addHook('onRequest', async (req, reply) => {
    // What a page asks in this process belongs to the turn of the page.
    if (!(req.raw instanceof IncomingMessage)) return;
    if (req.headers.authorization !== undefined) {
      members += 1;
      onEnd(req, reply, () => {
        members -= 1;
      });
    } else if (isVisit(req, isPublicPath)) {
      const address = ipBucket(req.ip);
      const isFull =
        waiting.length >= mostWaiting.all ||
        waiting.filter((one) => one.address === address).length >= mostWaiting.address;
      if (isFull) return refuse(req, reply);
      await new Promise<void>((start) => {
        waiting.push({ address, start, isGone: () => req.raw.socket.destroyed });
        startNext();
      });
      if (req.raw.socket.destroyed) return reply.hijack();
      onEnd(req, reply, () => {
        visitors -= 1;
      });
    }
  });
  app.addHook('onSend', async (req) => {
    if (ends.has(req)) end(req);
  });
}

function isVisit({ method, url }: FastifyRequest, isPublicPath: (path: string) => boolean): boolean {
  if (method !== 'GET') return false;
  return url.startsWith('/api/v2/public/') || isPublicPath(url.split('?')[0] ?? '');
}
