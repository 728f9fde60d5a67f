/** The part of lighthouse that the bench calls: the package is there only once the bench was asked for. */
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
  // biome-ignore lint/style/noDefaultExport: the package exports itself so
  export default function lighthouse(url: string, options: Options): Promise<{ lhr: Report } | undefined>;
}
