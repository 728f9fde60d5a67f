// npm start: installs what is missing, builds what changed, runs the server. With --dev: see dev.mjs. package.json uses
// "exec node …" so that there is no shell between npm and this process: npm would send SIGTERM to the shell, which
// would exit without forwarding it. (The second half of that line is for Windows, whose shell has no exec.)
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bestNode, install, requireNode, root } from './lib.mjs';

requireNode();
const isDev = process.argv.includes('--dev');
install({ withTools: false });
const node = bestNode();
build();
runServer();

function build() {
  if (isDev) return;
  const done = spawnSync(node, [join(root, 'scripts/build.mjs'), '--if-changed'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) {
    console.error('The build failed; see the message above.');
    process.exit(done.status ?? 1);
  }
}

/** The server exits with this process: by forwarded signals or, if this process is killed, when the channel closes. */
function runServer() {
  const script = isDev ? join(root, 'scripts/dev.mjs') : join(root, 'dist/server.js');
  if (!existsSync(script)) throw new Error(`${script} is missing`);
  const server = spawn(node, ['--enable-source-maps', script], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole process group: the server has already received it.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  // If npm was killed, nothing can stop this process any more. (A plain shell may exit: nohup.)
  const starter = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== starter && server.kill('SIGTERM'), 250).unref();
  }
  server.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
