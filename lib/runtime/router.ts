import { methodsOf, type Declared } from '../contract/operation.ts';
import { pathMatcher } from '../contract/path.ts';

/** The operation a call means, and the parameters of its path. */
export interface FoundOperation<N extends string> {
  name: N;
  params: Record<string, string>;
}

/**
 * Tells which operation of an area a call means. Those that share a gateway route, such as `/s/:token.json` and
 * `/s/:token`, are told apart by their endings: fixed text goes before parameters, longer paths before shorter ones.
 */
export function routerOf<D extends Declared>(
  declared: D,
): (method: string, path: string) => FoundOperation<keyof D & string> | undefined {
  const routes = Object.entries(declared)
    .map(([name, operation]) => ({
      name,
      methods: new Set<string>(methodsOf(operation)),
      paramsOf: pathMatcher(operation.path),
      closeness: operation.path.length - 100 * operation.path.split(':').length,
    }))
    .sort((a, b) => b.closeness - a.closeness);
  return (method, path) => {
    for (const { name, methods, paramsOf } of routes) {
      const params = methods.has(method) ? paramsOf(path) : null;
      if (params) return { name, params };
    }
    return undefined;
  };
}
