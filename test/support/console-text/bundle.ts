import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { inject } from 'vitest';
import { calledOperations } from '../../../lib/console-build/called-operations.ts';
import { limits } from '../../../lib/console-build/plugins.ts';

const SOURCES = resolve(import.meta.dirname, '../../../lib/console');

/** Rounds of reading that a screen may take: what one shows may ask for more. */
const ROUNDS_MAX = 8;

/**
 * The console as text. Nothing of it runs after it is written, so what a browser reads then is read here: whatever a
 * screen has asked to be shown and that has not come.
 */
const ENTRY = `
  import { h } from 'preact';
  import { renderToString } from 'preact-render-to-string';
  import { remotesOfPage } from './api/remote.ts';
  import { Frame } from './frame/frame.tsx';
  import { loadScreen } from './frame/screen-slot.tsx';
  import { screenAt } from './screens.ts';
  import { allMonitors } from './screens/monitors/all-monitors.ts';

  const route = screenAt(location.pathname)?.route;
  const remotes = () => [...(route?.bare ? [] : [allMonitors]), ...remotesOfPage()];
  const isComing = ({ value, error }) => value.peek() === null && error.peek() === null;

  export async function shown() {
    if (route) await loadScreen(route);
    for (let round = 0; round < ${ROUNDS_MAX}; round += 1) {
      const html = renderToString(h(Frame, {}));
      const coming = remotes().filter(isComing);
      if (coming.length === 0) return html;
      await Promise.all(coming.map((each) => each.reload()));
    }
    throw new Error('Something that is shown does not come.');
  }

  export async function shownAgain() {
    await Promise.all(remotes().map((each) => each.reload()));
    return shown();
  }
`;

let bundle: Promise<Script> | undefined;

/** The sources of the console as one script, which sets `page`; built once in a run, or by workers that begin with it together. */
export function consoleScript(): Promise<Script> {
  bundle ??= ofThisRun();
  return bundle;
}

async function ofThisRun(): Promise<Script> {
  const file = join(inject('runFolder'), 'console-text.js');
  if (!existsSync(file)) {
    writeFileSync(`${file}.${process.pid}`, await built());
    renameSync(`${file}.${process.pid}`, file);
  }
  return new Script(readFileSync(file, 'utf8'), { filename: 'console-text.js' });
}

async function built(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: SOURCES,
    stdin: { contents: ENTRY, resolveDir: SOURCES, sourcefile: 'console-text.ts' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'page',
    platform: 'browser',
    target: 'es2024',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { OPERATIONS: JSON.stringify(calledOperations(SOURCES)) },
    plugins: [limits],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
