import type { Plugin } from 'vite';
import { appPageModules, modulesOf } from './app-page-modules.ts';

const translation = /useTranslation\(\s*["'`](\w[\w-]*)["'`]/g;

/**
 * Writes `.vite/pages.json`: for each page of the signed-in entry its modules, and the features whose texts they and
 * their imports use. The server names these files in the document, so that they load together with the entry.
 */
export function listAppPages(): Plugin {
  return {
    name: 'gable-app-pages',
    apply: 'build',
    generateBundle() {
      const ids = [...this.getModuleIds()];
      const pages = appPageModules().map((page) => {
        const modules = modulesOf(page);
        const features = new Set(['web', page.feature]);
        const seen = new Set<string>();
        const visit = (id: string) => {
          if (seen.has(id) || !/[\\/]src[\\/]/.test(id)) return;
          seen.add(id);
          const info = this.getModuleInfo(id);
          for (const [, feature = ''] of (info?.code ?? '').matchAll(translation)) features.add(feature);
          for (const next of info?.importedIds ?? []) visit(next);
        };
        for (const module of modules) visit(ids.find((id) => id.endsWith(`/${module}`)) ?? '');
        return { path: page.path, modules, features: [...features].toSorted() };
      });
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pages) });
    },
  };
}
