declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    duration: number;
    requests: { method: 'GET'; headers: Record<string, string> }[];
  }
  interface Result {
    non2xx: number;
    errors: number;
    requests: { average: number };
  }
  interface Instance extends PromiseLike<Result> {
    on(
      event: 'response',
      heard: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void;
  }
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default function autocannon(options: Options): Instance;
}
