/** The parameters of a path under a route's pattern (`/app/monitors/:id`), or null when it is another route's. */
export function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const asked = segmentsOf(path);
  const known = segmentsOf(pattern);
  if (asked.length !== known.length) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of known.entries()) {
    const value = decoded(asked[at] ?? '');
    if (value === null) return null;
    if (segment.startsWith(':')) params[segment.slice(1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}

/** The first route that a path matches, with its parameters. */
export function routeAt<R extends { path: string }>(
  routes: readonly R[],
  path: string,
): { route: R; params: Record<string, string> } | null {
  for (const route of routes) {
    const params = paramsOf(route.path, path);
    if (params) return { route, params };
  }
  return null;
}

/** A slash at the end makes no other place. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/');
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
