import { catalogue } from './catalogue.ts';
import { gatewayPath } from './path.ts';
import type { HttpArea } from '../areas/areas.ts';
import { methodsOf, type Method, type Operation } from './operation.ts';

/** A gateway route: API Gateway's spelling of an operation's method and path. */
export interface Route {
  area: HttpArea;
  method: Method;
  /** Parameters are written `{name}`. */
  path: string;
}

/**
 * The routes of operations, of the whole HTTP API unless others are given. Operations of one area whose paths have the
 * same shape share a route: the gateway cannot tell `/in/{id}/{exit_code}` from `/in/{ingestKey}/{slug}`, the function can.
 */
export function gatewayRoutes(operations: readonly Operation[] = Object.values(catalogue)): Route[] {
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    const path = gatewayPath(operation.path);
    for (const method of methodsOf(operation)) {
      const shape = `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;
      if (!routes.has(shape)) routes.set(shape, { area: operation.area, method, path });
    }
  }
  return [...routes.values()];
}
