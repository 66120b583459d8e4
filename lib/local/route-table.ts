/** What a route table needs to know of a route; `path` is in API Gateway's syntax: `/api/endpoints/{id}`. */
export interface RoutePattern {
  /** An HTTP method, or `ANY`. */
  method: string;
  path: string;
}

export interface RouteMatch<Route> {
  route: Route;
  /** As API Gateway writes it: `GET /api/endpoints/{id}`. */
  routeKey: string;
  pathParameters: Record<string, string> | undefined;
}

interface End<Route> {
  route: Route;
  routeKey: string;
  names: string[];
}

interface Branch<Route> {
  literal: Map<string, Branch<Route>>;
  parameter: Branch<Route> | null;
  ends: Map<string, End<Route>>;
  greedyEnds: Map<string, End<Route>>;
}

/**
 * Chooses a route as an HTTP API does: literal segments before `{x}`, `{x}` before `{x+}`, a named method before
 * `ANY`; a path that matches with another method only is no match.
 */
export class RouteTable<Route extends RoutePattern> {
  #root: Branch<Route> = newBranch();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
  }

  /** `path` is decoded already. Returns null when the request goes to `$default`. */
  match(method: string, path: string): RouteMatch<Route> | null {
    const values: string[] = [];
    const end = find(this.#root, path.split('/'), 1, method, values);
    if (end === null) return null;
    return { route: end.route, routeKey: end.routeKey, pathParameters: named(end.names, values) };
  }

  #add(route: Route): void {
    const names: string[] = [];
    let branch = this.#root;
    let isGreedy = false;
    for (const segment of route.path.split('/').slice(1)) {
      const name = /^\{([^}+]+)(\+?)\}$/.exec(segment);
      if (name?.[1] !== undefined) names.push(name[1]);
      if (name?.[2] === '+') isGreedy = true;
      else branch = step(branch, segment, name !== null);
    }
    const ends = isGreedy ? branch.greedyEnds : branch.ends;
    ends.set(route.method, { route, routeKey: `${route.method} ${route.path}`, names });
  }
}

function newBranch<Route>(): Branch<Route> {
  return { literal: new Map(), parameter: null, ends: new Map(), greedyEnds: new Map() };
}

function step<Route>(branch: Branch<Route>, segment: string, isParameter: boolean): Branch<Route> {
  if (isParameter) {
    branch.parameter ??= newBranch();
    return branch.parameter;
  }
  const next = branch.literal.get(segment) ?? newBranch<Route>();
  branch.literal.set(segment, next);
  return next;
}

function find<Route>(
  branch: Branch<Route>,
  segments: string[],
  index: number,
  method: string,
  values: string[],
): End<Route> | null {
  const segment = segments[index];
  if (segment === undefined) return endFor(branch.ends, method);
  const next = branch.literal.get(segment);
  const literal = next === undefined ? null : find(next, segments, index + 1, method, values);
  if (literal !== null || segment === '') return literal;
  if (branch.parameter !== null) {
    values.push(segment);
    const end = find(branch.parameter, segments, index + 1, method, values);
    if (end !== null) return end;
    values.pop();
  }
  const greedy = endFor(branch.greedyEnds, method);
  if (greedy !== null) values.push(segments.slice(index).join('/'));
  return greedy;
}

function endFor<Route>(ends: Map<string, End<Route>>, method: string): End<Route> | null {
  return ends.get(method) ?? ends.get('ANY') ?? null;
}

function named(names: string[], values: string[]): Record<string, string> | undefined {
  if (names.length === 0) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) parameters[name] = values[index] ?? '';
  return parameters;
}
