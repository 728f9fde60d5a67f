import { startWorker } from './start-worker.ts';
import type { WorkerBuild, WorkerScope } from './worker-scope.ts';

declare const GABLE_BUILD: WorkerBuild;

startWorker(globalThis as unknown as WorkerScope, GABLE_BUILD);
