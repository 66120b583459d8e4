import { buildSync } from 'esbuild';
import { join } from 'node:path';

/** The function of declared monitors as one text, which a template holds: no archive, no bucket. The build puts the text in the place of this module. */
export const PROVIDER_CODE = bundled();

function bundled(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'handler.ts')],
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    // Inline code is a file index.js.
    format: 'cjs',
    target: 'node24',
    // Its runtime has the SDK, which is found by require alone.
    external: ['@aws-sdk/*'],
    supported: { 'dynamic-import': false },
    legalComments: 'none',
  });
  return outputFiles[0]?.text ?? '';
}
