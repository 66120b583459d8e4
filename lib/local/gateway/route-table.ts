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
 * Chooses a route as an HTTP API does: a full match before `{x+}`, literal segments before `{x}`, a named method before
 * `ANY`, and of several `{x+}` the one with the longest path; a path that matches with another method only is no match.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html names the first of these
 * and shows the second; the others are what people observed, and no two routes of ours hang on them.
 */
export class RouteTable<Route extends RoutePattern> {
  #root: Branch<Route> = newBranch();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
  }

  /** `path` is decoded already. Returns null when the request goes to `$default`. */
  match(method: string, path: string): RouteMatch<Route> | null {
    const values: string[] = [];
    const asked = { segments: path.split('/'), method, values };
    const end = findFull(this.#root, asked, 1) ?? findGreedy(this.#root, asked, 1);
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

/** What is asked for, and the values of parameters on the way to what was found. */
interface Asked {
  segments: readonly string[];
  method: string;
  values: string[];
}

function findFull<Route>(branch: Branch<Route>, asked: Asked, index: number): End<Route> | null {
  if (index === asked.segments.length) return endFor(branch.ends, asked.method);
  return inBranches(branch, asked, index, findFull);
}

/** A greedy parameter takes at least one segment that is not empty. */
function findGreedy<Route>(branch: Branch<Route>, asked: Asked, index: number): End<Route> | null {
  const { segments, method, values } = asked;
  if (index === segments.length) return null;
  const further = inBranches(branch, asked, index, findGreedy);
  if (further !== null || segments[index] === '') return further;
  const greedy = endFor(branch.greedyEnds, method);
  if (greedy !== null) values.push(segments.slice(index).join('/'));
  return greedy;
}

/** Below the literal segment, or else below the parameter, which takes no empty segment. */
function inBranches<Route>(
  branch: Branch<Route>,
  asked: Asked,
  index: number,
  find: typeof findFull,
): End<Route> | null {
  const segment = asked.segments[index] ?? '';
  const literal = branch.literal.get(segment);
  const found = literal === undefined ? null : find(literal, asked, index + 1);
  if (found !== null || segment === '' || branch.parameter === null) return found;
  asked.values.push(segment);
  const end = find(branch.parameter, asked, index + 1);
  if (end === null) asked.values.pop();
  return end;
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
