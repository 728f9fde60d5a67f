import type { FastifyInstance } from 'fastify';
import { addHours } from '#domain/base/time.ts';
import type { Runtime } from '#server/runtime.ts';

/** The file must say until when it holds; it is written again with each request. */
const validHours = 90 * 24;

/** GET /.well-known/security.txt (RFC 9116): where to report a weakness of this installation, if its operator says so. */
export function serveSecurityContact(app: FastifyInstance, { config, clock }: Runtime): void {
  const { securityContact, publicUrl } = config;
  app.get('/.well-known/security.txt', async (_req, reply) => {
    reply.type('text/plain; charset=utf-8');
    if (!securityContact) return reply.code(404).send('Not found');
    const fields = {
      Contact: securityContact,
      Expires: addHours(clock.now(), validHours),
      'Preferred-Languages': 'en, de, fr',
      Canonical: `${publicUrl}/.well-known/security.txt`,
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
    return reply.send(lines.join(''));
  });
}
