/** Returns what `work` returns, and the most processor time that this thread took without a pause, in milliseconds. */
export async function longestStretch<T>(work: () => Promise<T>): Promise<{ made: T; ms: number }> {
  let last = process.threadCpuUsage();
  let ms = 0;
  const measure = () => {
    const { user, system } = process.threadCpuUsage(last);
    ms = Math.max(ms, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(measure, 0);
  try {
    const made = await work();
    measure();
    return { made, ms };
  } finally {
    clearInterval(timer);
  }
}
