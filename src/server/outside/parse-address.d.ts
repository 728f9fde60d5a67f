/** The part of parse-address that we use; the package has no types. */
declare module 'parse-address' {
  interface ParsedAddress {
    number?: string;
    prefix?: string;
    street?: string;
    type?: string;
    suffix?: string;
    sec_unit_type?: string;
    sec_unit_num?: string;
    city?: string;
    state?: string;
    zip?: string;
  }
  const parser: { parseLocation(text: string): ParsedAddress | null };
  export = parser;
}
