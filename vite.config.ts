import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { listAppPages } from './scripts/build/list-app-pages.ts';
import { stripContracts } from './scripts/build/strip-contracts.ts';
import { entryFor } from './src/app/routes/entries.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** In development, answers every URL of the app with the entry that the server would choose. */
function entries(): Plugin {
  return {
    name: 'gable-entries',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((req, _res, next) => {
        const path = (req.url ?? '/').split('?')[0] ?? '/';
        const wantsPage = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
        const isOurs = /^\/(api|health|ready|@|src\/|node_modules\/)/.test(path) || path.includes('.');
        if (wantsPage && !isOurs && !path.startsWith('/dev/outbox')) req.url = `/${entryFor(path)}.html`;
        next();
      });
    },
  };
}

export default defineConfig({
  root,
  publicDir: 'src/web/public',
  appType: 'mpa',
  // The same library as modules: what a page does not use is left out.
  resolve: { alias: { 'validator/lib': 'validator/es/lib' } },
  plugins: [react(), stripContracts(), entries(), listAppPages()],
  server: {
    proxy: { '/api': process.env.GABLE_API ?? 'http://127.0.0.1:3000' },
  },
  optimizeDeps: {
    entries: ['app.html', 'public.html', 'src/features/*/screens/**/*.tsx', 'src/web/**/*.tsx'],
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // No data: URLs, so that the content security policy can stay strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { app: 'app.html', public: 'public.html' },
      // The domain is pure: importing a file of it for a part that is then not used costs nothing.
      treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]domain[\\/]/, sideEffects: false }] },
    },
  },
});
