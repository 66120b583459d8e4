import { gatewayRoutes } from '../contract/routes.ts';
import type { HttpArea } from '../areas/areas.ts';

/** A route of the gateway, written `GET /in/{id}`. */
export interface RouteKey {
  key: string;
  area: HttpArea;
}

/**
 * The gateway's routes. A parameter matches one whole segment there, so `/s/{token}.json` is reached by
 * `/s/{token}` and told apart by the function.
 */
export function routeKeys(): RouteKey[] {
  const keys = new Map<string, RouteKey>();
  for (const { area, method, path } of gatewayRoutes()) {
    const whole = path.replaceAll(/(\{[^}]+\})[^/]+/g, '$1');
    const shape = `${method} ${whole.replaceAll(/\{[^}]+\}/g, '{}')}`;
    const known = keys.get(shape);
    if (known && known.area !== area) throw new Error(`${shape} belongs to both ${known.area} and ${area}.`);
    if (!known) keys.set(shape, { key: `${method} ${whole}`, area });
  }
  return [...keys.values()];
}
