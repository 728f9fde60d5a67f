/** Id of the element in which the server embeds the data that the page reads first. */
export const initialDataId = 'first-reads';
