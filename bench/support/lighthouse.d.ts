/** The part of lighthouse that the benchmark calls: the package is installed only when the benchmark runs. */
declare module 'lighthouse' {
  interface Audit {
    id: string;
    title: string;
    score: number | null;
    displayValue?: string;
  }
  interface Category {
    score: number | null;
    auditRefs: { id: string; weight: number }[];
  }
  interface Report {
    runtimeError?: { code: string; message: string };
    categories: Record<string, Category | undefined>;
    audits: Record<string, Audit>;
  }
  interface Options {
    port: number;
    onlyCategories: string[];
    output: 'json';
    logLevel: 'error';
  }
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default function lighthouse(url: string, options: Options): Promise<{ lhr: Report } | undefined>;
}
