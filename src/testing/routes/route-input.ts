/** The input of a call as sent: any JSON object. */
export type Input = Record<string, unknown>;
