import { account } from './account.ts';
import { alerts } from './alerts.ts';
import { aws } from './aws.ts';
import { billing } from './billing.ts';
import { bridge } from './bridge.ts';
import { canary } from './canary.ts';
import { checker } from './checker.ts';
import { collections } from './collections.ts';
import { contact } from './contact.ts';
import type { AreaDeclaration } from './declaration.ts';
import { devices } from './devices.ts';
import { discovery } from './discovery.ts';
import { eraser } from './eraser.ts';
import { feed } from './feed.ts';
import { hook } from './hook.ts';
import { ingest } from './ingest.ts';
import { intake } from './intake.ts';
import { mcp } from './mcp.ts';
import { monitors } from './monitors.ts';
import { notifier } from './notifier.ts';
import { pool } from './pool.ts';
import { publisher } from './publisher.ts';
import { site } from './site.ts';
import { statistics } from './statistics.ts';

/** Every function of the service. Stack, local service, docs/security.md and tests follow from it. */
export const areas = {
  ingest, intake, aws, hook, monitors, alerts, feed, account, billing, devices, collections, site, contact, statistics, discovery, mcp, checker, notifier, canary, bridge, pool, eraser, publisher,
} as const satisfies Record<string, AreaDeclaration>; // prettier-ignore

/** A function: the name of its declaration and of its folder in `functions`. */
export type FunctionArea = keyof typeof areas;

/** A function that serves operations of the contract. */
export type HttpArea = {
  [N in FunctionArea]: (typeof areas)[N] extends { http: true } ? N : never;
}[FunctionArea];

export const functionAreas = Object.keys(areas) as FunctionArea[];

export const needsOf = (area: FunctionArea): AreaDeclaration => areas[area];

/** Narrows the name of a folder of `functions/`. Throws one plain sentence when it is not declared. */
export function functionAreaOf(name: string): FunctionArea {
  const area = functionAreas.find((known) => known === name);
  if (!area)
    throw new Error(`functions/${name} is not declared in lib/areas, so nobody said what it may touch.`);
  return area;
}
