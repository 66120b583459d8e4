import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../lib/contract/catalogue.ts';
import { methodsOf, type Operation } from '../../lib/contract/operation.ts';
import { gatewayPath } from '../../lib/contract/path.ts';
import type { Settings } from '../../lib/stack/settings/table.ts';
import { synthesised } from '../lib/stack/synthesised.ts';
import { breaksOf } from './breaks.ts';
import { deployments } from './deployments.ts';
import { permanentOf, type Permanent } from './permanent.ts';

export const file = join(import.meta.dirname, 'template.json');

/** What a release promised to those who upgrade from it. */
export interface Released {
  /** By the name of the deployment. */
  deployments: Record<string, { settings: Partial<Settings>; template: Permanent }>;
  /** Methods and paths that are called, parameters written `{}`. */
  paths: string[];
}

export function lastReleased(): Released {
  return JSON.parse(readFileSync(file, 'utf8')) as Released;
}

/** What this version would promise. */
export function releasedToday(): Released {
  const templates = Object.entries(deployments).map(([name, settings]) => [
    name,
    { settings, template: permanentOf(synthesised(settings).template) },
  ]);
  return { deployments: Object.fromEntries(templates), paths: pathsServed() };
}

/** What an upgrade with the same settings would take away, for each deployment of the release. */
export function upgradeBreaks(released: Released): string[] {
  const served = new Set(pathsServed());
  const paths = released.paths.filter((path) => !served.has(path)).map((path) => `${path} would be gone`);
  const resources = Object.entries(released.deployments).flatMap(([name, { settings, template }]) =>
    breaksOf(template, permanentOf(synthesised(settings).template)).map((line) => `${name}: ${line}`),
  );
  return [...paths, ...resources];
}

function pathsServed(): string[] {
  const all = Object.values<Operation>(catalogue).flatMap((operation) =>
    methodsOf(operation).map((method) => {
      const shape = gatewayPath(operation.path).replaceAll(/\{[^}]+\}/g, '{}');
      return `${method} ${shape}`;
    }),
  );
  return [...new Set(all)].sort();
}
