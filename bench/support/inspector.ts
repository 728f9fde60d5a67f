import type { BenchServer } from './server.ts';

/** Asks the inspector of a server that was started with `NODE_OPTIONS: '--inspect=127.0.0.1:0'`. */
export interface Inspector {
  ask(method: string, params?: object): Promise<unknown>;
  /** Runs an expression in the server and returns its value. */
  evaluate<T>(expression: string): Promise<T>;
  close(): void;
}

/** Opens the inspector of a server. */
export async function openInspector(server: BenchServer): Promise<Inspector> {
  const address = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(server.output())?.[0];
  if (!address) throw new Error('the server printed no address of its inspector');
  const socket = new WebSocket(address);
  const answers = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    answers.get(id)?.(result);
    answers.delete(id);
  });
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened);
    socket.addEventListener('error', failed);
  });
  let asked = 0;
  const ask = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      asked += 1;
      answers.set(asked, resolve);
      socket.send(JSON.stringify({ id: asked, method, params }));
    });
  return {
    ask,
    async evaluate<T>(expression: string) {
      const answer = await ask('Runtime.evaluate', { expression, returnByValue: true });
      return (answer as { result: { value: T } }).result.value;
    },
    close: () => socket.close(),
  };
}
