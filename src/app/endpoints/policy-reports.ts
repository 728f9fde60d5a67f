import type { FastifyInstance } from 'fastify';
import { ipBucket } from '#server/http/ip-bucket.ts';
import { policyReportsPath } from '#server/http/pages.ts';
import { enforceRateLimit } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { AppError, errorStatus } from '#wire/errors.ts';

const maxBytes = 20_000;
// A single broken script sends one report for each of its parts; further reports are ignored for a while.
const maxReports = 30;
const minutes = 5;

/**
 * POST /api/policy-reports: what the content security policy of a payment page blocked, as reported by browsers. Only
 * logged, by directive and URL without query string, since a URL may contain a personal link.
 */
export function servePolicyReports(app: FastifyInstance, runtime: Runtime): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(
      ['application/csp-report', 'application/json'],
      { parseAs: 'string', bodyLimit: maxBytes },
      async (_req: unknown, body: string) => body,
    );
    own.post(policyReportsPath, async (req, reply) => {
      try {
        await enforceRateLimit(runtime, `policy-report:${ipBucket(req.ip)}`, maxReports, minutes);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return reply.code(errorStatus[error.type]).send();
      }
      const facts = factsOf(String(req.body));
      if (!facts) return reply.code(400).send();
      req.log.warn(facts, 'content security policy violation');
      return reply.code(204).send();
    });
  });
}

function factsOf(body: string) {
  try {
    const report = (JSON.parse(body) as { 'csp-report'?: Record<string, unknown> })['csp-report'];
    if (!report) return null;
    return {
      directive: plain(report['effective-directive'] ?? report['violated-directive']),
      blocked: withoutQuery(report['blocked-uri']),
      page: withoutQuery(report['document-uri']),
      source: withoutQuery(report['source-file']),
    };
  } catch {
    return null;
  }
}

/** 'https://host/path', or the keyword that browsers send instead of a URL ('inline', 'eval', 'data'). */
function withoutQuery(value: unknown): string {
  const text = plain(value);
  const url = URL.parse(text);
  if (!url) return /^[\w-]*$/.test(text) ? text : '';
  return url.origin === 'null' ? url.protocol : url.origin + url.pathname;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 500) : '';
}
