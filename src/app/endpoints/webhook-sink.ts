import type { FastifyInstance } from 'fastify';
import type { WebhookSink } from '#simulators/webhooks/webhook-sink.ts';

/** /hooks-sink/{name}: the demo's receivers of webhooks at the app's own address, where `{host}` leads. */
export function serveWebhookSink(app: FastifyInstance, sink: WebhookSink): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    // The receiver reads the bytes itself.
    own.addContentTypeParser('*', (_req: unknown, _body: unknown, done: (error: null) => void) => done(null));
    own.all('/hooks-sink/:name', (request, reply) => {
      reply.hijack();
      sink.handle(request.raw, reply.raw);
    });
  });
}
