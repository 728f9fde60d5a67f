/** The element of the page in which the server puts what the page reads first. */
export const initialDataId = 'first-reads';
