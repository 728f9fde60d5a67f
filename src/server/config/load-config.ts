import { z } from 'zod/mini';
import { wholeNumber } from './config-fields.ts';

/** When a process refuses calls and connections, so that those it accepts are answered. */
export interface LoadConfig {
  /** Mean delay of the event loop in milliseconds above which visitors are refused; 0 for never. */
  maxLoopDelayMs: number;
  /** Open connections. */
  maxConnections: number;
  /** Open connections of one address that is no trusted proxy. */
  maxConnectionsPerAddress: number;
}

/** The variables of these limits. */
export const loadVariables = {
  MAX_LOOP_DELAY_MS: z._default(wholeNumber(0, 60_000), 300),
  MAX_CONNECTIONS: z._default(wholeNumber(10, 1_000_000), 5_000),
  MAX_CONNECTIONS_PER_ADDRESS: z._default(wholeNumber(10, 1_000_000), 500),
};

const shape = z.object(loadVariables);

/** Reads the limits from parsed variables. */
export function readLoadConfig(v: z.infer<typeof shape>): LoadConfig {
  return {
    maxLoopDelayMs: v.MAX_LOOP_DELAY_MS,
    maxConnections: v.MAX_CONNECTIONS,
    maxConnectionsPerAddress: v.MAX_CONNECTIONS_PER_ADDRESS,
  };
}
