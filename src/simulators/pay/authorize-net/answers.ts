export type Fields = Record<string, unknown>;
export type AnetAnswer = Record<string, unknown>;

export const ok = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] };

/** An answer whose messages say no. */
export function no(code: string, text: string): AnetAnswer {
  return { messages: { resultCode: 'Error', message: [{ code, text }] } };
}
