import type { MissingPart, RuleOutcome } from '#domain/automations/decision-types.ts';

/** What decided on a job and what became of it, stored with it. */
export interface JobOutcome {
  /** Each rule with the value that it saw. */
  rules: readonly RuleOutcome[];
  missing: readonly MissingPart[];
  /** Addresses that it wrote to. */
  reached: readonly string[];
  /** Names of people without an address for this kind of message. */
  unreachable: readonly string[];
}
