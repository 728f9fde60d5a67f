// biome-ignore-all lint/style/noDefaultExport: the package exports its icons as default exports.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
