/** A kind of call, how often it is made compared with others, and how; `send` returns the status of the answer. */
export interface Call {
  name: string;
  weight: number;
  send(nth: number): Promise<number>;
}

interface LoadOptions {
  ms: number;
  /** The most calls in flight. */
  atOnce: number;
  /** Calls started a second; without it as many as are answered. */
  perSecond?: number;
}

let made = 0;

/** Makes calls in the proportions of their weights; calls that fail without an answer count as status 599. */
export async function runLoad(calls: readonly Call[], { ms, atOnce, perSecond }: LoadOptions) {
  const statuses: Record<string, number> = {};
  const total = calls.reduce((sum, { weight }) => sum + weight, 0);
  const end = performance.now() + ms;
  let answers = 0;
  let next = performance.now();
  const pick = () => {
    let left = Math.random() * total;
    return calls.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
  };
  const client = async () => {
    while (performance.now() < end) {
      if (perSecond) {
        const at = Math.max(next, performance.now() - 1_000);
        next = at + 1_000 / perSecond;
        await new Promise((wake) => setTimeout(wake, Math.max(0, at - performance.now())));
      }
      made += 1;
      const call = pick();
      if (!call) return;
      const answer = await call.send(made).catch(() => 599);
      answers += 1;
      const name = `${call.name} ${answer}`;
      statuses[name] = (statuses[name] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return { answers, statuses };
}
