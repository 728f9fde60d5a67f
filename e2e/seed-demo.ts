// node e2e/seed-demo.ts <folder>: fills the demo that the servers of the journeys begin from, ahead of them.
import { prepareDemoData } from './demo-data.ts';

const [folder = ''] = process.argv.slice(2);
await prepareDemoData(folder);
