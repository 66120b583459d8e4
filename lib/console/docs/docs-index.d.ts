/** Made by the build (`lib/console-build/docs/search-index.ts`). */
declare module 'rollcall:docs-index' {
  import type { FindableSection } from './search.ts';
  export const sections: readonly FindableSection[];
}
