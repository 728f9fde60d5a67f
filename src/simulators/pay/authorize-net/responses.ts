export type Fields = Record<string, unknown>;
export type AnetResponse = Record<string, unknown>;

export const okMessages = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };

/** A response whose messages report an error. */
export function errorResponse(code: string, text: string): AnetResponse {
  return { messages: { resultCode: 'Error', message: [{ code, text }] } };
}
