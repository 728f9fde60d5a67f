// A process that runs the embedded database of a given folder, for tests that start and kill several of them.
// Prints one line of JSON when it is ready; stops when its standard input ends.
import { startEmbedded } from '#server/db/embedded.ts';

const [folder = ''] = process.argv.slice(2);
try {
  const embedded = await startEmbedded(folder, { durable: true, maxConnections: 20 });
  console.log(JSON.stringify({ adopted: embedded.adopted, connection: embedded.connection }));
  process.stdin.resume();
  process.stdin.once('end', () => {
    void embedded.stop().then(() => console.log('"stopped"'));
  });
} catch (error) {
  console.log(JSON.stringify({ failed: error instanceof Error ? error.message : String(error) }));
}
