// node e2e/support/seed-demo.ts <folder>: seeds the demo that the end-to-end servers start with, ahead of time.
import { prepareDemoData } from './demo-data.ts';

const [folder = ''] = process.argv.slice(2);
await prepareDemoData(folder);
