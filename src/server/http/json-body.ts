import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#wire/errors.ts';

/** Reads JSON bodies: an empty one is none, and `__proto__` is dropped. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_req: FastifyRequest, text: string) => readJson(text),
  );
}

function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value));
  } catch {
    throw new AppError('BAD_USER_INPUT', 'The body is not valid JSON', {
      body: 'The body is not valid JSON',
    });
  }
}
