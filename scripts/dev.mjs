// npm run dev (through start.mjs): restarts the server when its sources change and hot-reloads the browser's modules.
// One port as in production: Vite is in front and forwards everything that is not a browser module.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { context } from 'esbuild';
import { createServer as createVite, build as viteBuild } from 'vite';
import { serverBuild } from './build.mjs';
import { root } from './lib.mjs';

const port = Number(process.env.PORT || 3000);
const host = process.env.HOST || '127.0.0.1';
const innerPort = port + 1;
// Where vite.config.ts proxies API calls.
process.env.GABLE_API = `http://127.0.0.1:${innerPort}`;
let server = null;
let ending = false;

await builtPages();
const front = createServer();
const vite = await createVite({
  root,
  appType: 'custom',
  server: { middlewareMode: true, ws: { server: front } },
});
const watching = await context({
  ...serverBuild(),
  plugins: [{ name: 'restart', setup: restartAfterBuild }],
});
await watching.watch();
front.on('request', (req, res) => vite.middlewares(req, res, () => forward(req, res)));
front.listen(port, host, () =>
  console.log(`\nDevelopment: http://localhost:${port} (sources are watched)\n`),
);

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, end);

/** The server reads its two built pages when it starts, so a first build must exist. */
async function builtPages() {
  if (!existsSync(join(root, 'dist/web/app.html')))
    await viteBuild({ root, logLevel: 'warn', build: { outDir: join(root, 'dist/web') } });
}

function restartAfterBuild(build) {
  build.onEnd((result) => {
    if (result.errors.length === 0) void restart();
  });
}

async function restart() {
  await stopServer();
  if (ending) return;
  const env = {
    ...process.env,
    PORT: String(innerPort),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  };
  server = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/server.js')], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

function stopServer() {
  const old = server;
  server = null;
  if (!old || old.exitCode !== null || old.signalCode !== null) return;
  return new Promise((done) => {
    old.once('exit', done);
    old.kill('SIGTERM');
  });
}

/**
 * Handles everything that is not a module: one of the two pages (vite.config.ts has put its name into the URL), or the
 * server's.
 */
function forward(req, res) {
  const page = /^\/((?:app|public)\.html)$/.exec(req.url)?.[1];
  if (page) {
    sendPage(req, res, page).catch((error) => res.writeHead(500).end(String(error.stack)));
    return;
  }
  const options = {
    host: '127.0.0.1',
    port: innerPort,
    path: req.url,
    method: req.method,
    headers: req.headers,
  };
  const inner = request(options, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  inner.on('error', () => {
    if (res.headersSent) return res.destroy();
    res
      .writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' })
      .end('The server is restarting. Try again in a moment.\n');
  });
  req.pipe(inner);
}

/** Sends a page from the sources, without the production security policy, since Vite inlines its scripts and styles. */
async function sendPage(req, res, file) {
  const source = readFileSync(join(root, file), 'utf8').replaceAll('__NONCE__', 'dev');
  const html = await vite.transformIndexHtml(req.originalUrl ?? req.url, source);
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
}

async function end() {
  if (ending) return;
  ending = true;
  await stopServer();
  await watching.dispose();
  await vite.close();
  process.exit(0);
}
