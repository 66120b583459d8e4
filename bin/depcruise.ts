import { existsSync } from 'node:fs';

const PROGRAM = 'test/imports/node_modules/.bin/depcruise';

/** The command that reads the import rules. */
export const DEPCRUISE = [
  PROGRAM,
  '--config',
  '.dependency-cruiser.mjs',
  '--output-type',
  'err',
  'bin',
  'lib',
  'functions',
];

/** Whether `npm run imports` has installed it. */
export const hasDepcruise = () => existsSync(PROGRAM);
