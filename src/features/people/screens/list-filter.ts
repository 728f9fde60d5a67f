/** The filter of a people list, stored in the URL. */
export interface ListFilter {
  text: string;
  /** '' all, '1' active, '0' inactive, '2' invited. */
  status: string;
}
