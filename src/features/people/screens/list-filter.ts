/** What a list of people is narrowed by; kept in the address. */
export interface ListFilter {
  text: string;
  /** '' all, '1' active, '0' inactive, '2' invited. */
  status: string;
}
