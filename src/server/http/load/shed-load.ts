import { IncomingMessage } from 'node:http';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { busyError } from '../../db/turns.ts';
import { escapeHtml, sendPlainPage } from '../../html.ts';
import type { Runtime } from '../../runtime.ts';
import { preferredLang, translate } from '../../translate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its sender never asks again, or it costs next to nothing: it is answered however late the event loop is. */
    isNeverShed?: boolean;
  }
}

/** What is refused first to last: what visitors read, what members read, and all other calls. */
type Kind = 'visit' | 'read' | 'other';

/** How many times the configured delay the event loop is late before calls of the kind are refused. */
const patience: Record<Kind, number> = { visit: 1, read: 2, other: 4 };

interface Shedding {
  /** Mean delay in milliseconds of the event loop during an interval, above which visitors are refused; 0 for never. */
  maxDelayMs: number;
  isPublicPath(path: string): boolean;
  /** How often the delay is measured. */
  intervalMs?: number;
  /** Replaces the measured delay, in tests. */
  measure?: () => number;
}

/**
 * Refuses calls with 503 UNAVAILABLE and Retry-After while the event loop is late, before all of them wait: visitors
 * first. Must be called before any other hook that makes requests wait. See decision 0093.
 */
export async function shedLoad(app: FastifyInstance, runtime: Runtime, options: Shedding): Promise<void> {
  const { maxDelayMs, isPublicPath, intervalMs = 1_000 } = options;
  if (maxDelayMs === 0) return;
  await app.register(underPressure, { sampleInterval: intervalMs });
  const measure = options.measure ?? (() => app.memoryUsage().eventLoopDelay);
  app.addHook('onRequest', async (req, reply) => {
    const delayMs = measure();
    if (delayMs <= maxDelayMs) return;
    const kind = kindOf(req, isPublicPath);
    if (kind === null || delayMs <= maxDelayMs * patience[kind]) return;
    req.log.warn({ kind, delayMs: Math.round(delayMs) }, 'refused while the event loop is late');
    return refuseBusy(runtime, req, reply);
  });
}

/** Answers 503 UNAVAILABLE with Retry-After: an error, or for a browser that opens a page one that asks again by itself. */
export function refuseBusy(runtime: Runtime, req: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!isNavigation(req)) throw busyError();
  return sendBusyPage(runtime, req, reply);
}

/** Returns null for what is never refused. */
function kindOf(req: FastifyRequest, isPublicPath: (path: string) => boolean): Kind | null {
  // What a page asks in this process was admitted with the page.
  if (!(req.raw instanceof IncomingMessage)) return null;
  const { isNeverShed, isRead } = req.routeOptions.config;
  const path = req.url.split('?')[0] ?? '';
  if (isNeverShed || path.startsWith('/assets/')) return null;
  if (req.method !== 'GET' && req.method !== 'HEAD' && !isRead) return 'other';
  const isMember =
    req.headers.authorization !== undefined || (!path.startsWith('/api/') && !isPublicPath(path));
  return isMember ? 'read' : 'visit';
}

function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && String(headers.accept).includes('text/html');
}

/** A page that asks again by itself, for a browser that would show JSON. */
function sendBusyPage(runtime: Runtime, req: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { message, details } = busyError();
  const refresh = Number(details?.retryAfter);
  const lang = preferredLang(req.headers['accept-language']);
  const text = escapeHtml(translate(runtime.translations, lang, message));
  const busy = reply.code(503).header('retry-after', refresh);
  return sendPlainPage(busy, 'Gable', `<h1>Gable</h1><p>${text}</p>`, { lang, refresh });
}
