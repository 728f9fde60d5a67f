// node e2e/fill-demo.ts <folder>: fills the demo that the servers of the journeys begin from, ahead of them.
import { filledDemo } from './demo-data.ts';

const [folder = ''] = process.argv.slice(2);
await filledDemo(folder);
