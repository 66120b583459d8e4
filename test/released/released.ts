import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../lib/contract/catalogue.ts';
import { methodsOf, type Operation } from '../../lib/contract/operation.ts';
import { gatewayPath } from '../../lib/contract/path.ts';
import { gatewayRoutes } from '../../lib/contract/routes.ts';
import type { AwsSettings } from '../../lib/config/settings/all-settings.ts';
import { stackNameOf } from '../../lib/stack/service-stack.ts';
import { clash } from '../support/stack/route-grammar.ts';
import { synthesised } from '../support/stack/synthesised.ts';
import { breaksOf } from './breaks.ts';
import { deployments } from './deployments.ts';
import { permanentOf, type Permanent } from './permanent.ts';

export const file = join(import.meta.dirname, 'template.json');

/** What a release promised to those who upgrade from it. */
export interface Released {
  /** By the name of the deployment. */
  deployments: Record<string, { stackName: string; settings: Partial<AwsSettings>; template: Permanent }>;
  /** Methods and paths that are called, parameters written `{}`. */
  paths: string[];
  /** Keys of the gateway's routes. New ones are made beside them before they are removed. */
  routes: string[];
}

export function lastReleased(): Released {
  return JSON.parse(readFileSync(file, 'utf8')) as Released;
}

/** What this version would promise. */
export function releasedToday(): Released {
  const templates = Object.entries(deployments).map(([name, settings]) => [
    name,
    { stackName: stackNameOf(settings), settings, template: permanentOf(synthesised(settings).template) },
  ]);
  return { deployments: Object.fromEntries(templates), paths: pathsServed(), routes: routeKeys().sort() };
}

/** What an upgrade with the same settings would take away, for each deployment of the release. */
export function upgradeBreaks(released: Released): string[] {
  const served = new Set(pathsServed());
  const paths = released.paths.filter((path) => !served.has(path)).map((path) => `${path} would be gone`);
  const stacks = Object.entries(released.deployments)
    .filter(([, { stackName, settings }]) => stackName !== stackNameOf(settings))
    .map(
      ([name, { stackName }]) => `${name}: the stack ${stackName} would be left alone, and an empty one made`,
    );
  const resources = Object.entries(released.deployments).flatMap(([name, { settings, template }]) =>
    breaksOf(template, permanentOf(synthesised(settings).template)).map((line) => `${name}: ${line}`),
  );
  return [...paths, ...stacks, ...routeBreaks(released.routes, routeKeys()), ...resources];
}

/** Keys of today that the gateway would refuse while it has the released ones, which ends the whole upgrade. */
export function routeBreaks(released: readonly string[], today: readonly string[]): string[] {
  return today.flatMap((key) =>
    released
      .filter((before) => clash(before, key))
      .map(
        (before) => `the route ${key} would be refused beside ${before}, which names a parameter otherwise`,
      ),
  );
}

function routeKeys(): string[] {
  return gatewayRoutes().map(({ method, path }) => `${method} ${path}`);
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
