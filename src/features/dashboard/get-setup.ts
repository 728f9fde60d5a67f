import { setupStepsFor } from '#domain/company/setup-steps.ts';
import type { ReadCtx } from '#server/context.ts';
import type { HandlerOutput } from '#wire/route.ts';
import type { getSetup as contract } from './contract.ts';
import { readSetup } from './setup-store.ts';

/** Returns the steps of setting up the company that the user may do, with whether each is done. */
export async function getSetup(ctx: ReadCtx): Promise<HandlerOutput<typeof contract>> {
  return { steps: setupStepsFor(ctx.requireUser(), await readSetup(ctx)) };
}
