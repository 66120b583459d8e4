import type { HttpArea } from '../areas/areas.ts';
import { catalogue } from './catalogue.ts';
import { methodsOf, type Method, type Operation } from './operation.ts';
import { pathsAt } from './monitors/checks-paths.ts';
import { gatewayPath } from './path.ts';

/** All that may follow a path. */
const GREEDY = '{proxy+}';

/** A route of the gateway; its key is `<method> <path>`. */
export interface Route {
  area: HttpArea;
  method: Method | 'ANY';
  /** Parameters are written `{p<place>}`, `{p3}` for the third segment, and `{proxy+}` is all that may follow. */
  path: string;
  /** The limit of the operation that it has to itself. */
  throttle?: NonNullable<Operation['throttle']>;
}

/**
 * The routes of operations, of the whole HTTP API unless others are given: as few as tell the areas apart. Where
 * everything from a path on is one area's, two routes of any method lead to it; the area knows its paths and methods.
 * An operation with a limit of its own has its own route. Where a fixed segment stands beside a parameter, routes of any
 * method could take each other's requests, so they go by method and whole path. No route ends in a slash, since API
 * Gateway refuses such a key: what is asked there comes by `$default`, as does what no route takes.
 */
export function gatewayRoutes(operations: readonly Operation[] = Object.values(catalogue)): Route[] {
  const root: Place = { path: '', here: [], below: new Map() };
  for (const operation of operations)
    for (const path of pathsAt(operation.path)) if (!path.endsWith('/')) put(root, { ...operation, path });
  const routes = [...root.below.values()].flatMap(routesFrom);
  return routes
    .flatMap((route) => (routes.some((other) => isTakenBy(other, route)) ? byMethod(route) : [route]))
    .map(({ area, method, path, throttle }) => ({ area, method, path, ...(throttle && { throttle }) }));
}

/** A route and what is to be served by it. */
interface Serving extends Route {
  serves: readonly Served[];
}

/** An operation by the path that its route has. */
interface Served {
  path: string;
  operation: Operation;
}

/** A path up to one of its segments, and the operations at it and below. */
interface Place {
  path: string;
  here: Operation[];
  below: Map<string, Place>;
}

function put(root: Place, operation: Operation): void {
  let place = root;
  for (const segment of segmentsOf(operation)) {
    const next = place.below.get(segment) ?? { path: `${place.path}/${segment}`, here: [], below: new Map() };
    place.below.set(segment, next);
    place = next;
  }
  place.here.push(operation);
}

/**
 * The gateway refuses a key while another one names the same place otherwise, and an upgrade makes new routes before it
 * removes old ones. So the place itself is the name, and the catalogue may rename and reorder.
 */
function segmentsOf({ path }: Operation): string[] {
  const segments = gatewayPath(path).split('/').slice(1);
  return segments.map((segment, at) => (segment.startsWith('{') ? `{p${at + 1}}` : segment));
}

function routesFrom(place: Place): Serving[] {
  const { path, here, below } = place;
  const area = onlyAreaOf(servedFrom(place).map(({ operation }) => operation));
  if (area === undefined) return [...routesAt(place), ...[...below.values()].flatMap(routesFrom)];
  const any = { area, method: 'ANY' } as const;
  return [
    ...(here.length > 0 ? [{ ...any, path, serves: served(path, here) }] : []),
    ...(below.size > 0 ? [{ ...any, path: `${path}/${GREEDY}`, serves: servedBelow(place) }] : []),
  ];
}

/** The routes of one path: by method where areas meet or an operation has a limit of its own, else by any. */
function routesAt({ path, here }: Place): Serving[] {
  const area = onlyAreaOf(here.filter(({ throttle }) => !throttle));
  const own = here.filter(({ throttle }) => throttle !== undefined || area === undefined);
  return [
    ...own.flatMap((each) =>
      methodsOf(each).map((method) => ({
        area: each.area,
        method,
        path,
        ...(each.throttle && { throttle: each.throttle }),
        serves: [],
      })),
    ),
    ...(area ? [{ area, method: 'ANY' as const, path, serves: served(path, here, own) }] : []),
  ];
}

function served(path: string, here: readonly Operation[], but: readonly Operation[] = []): Served[] {
  return here.filter((each) => !but.includes(each)).map((operation) => ({ path, operation }));
}

function servedFrom(place: Place): Served[] {
  return [...served(place.path, place.here), ...servedBelow(place)];
}

function servedBelow({ below }: Place): Served[] {
  return [...below.values()].flatMap(servedFrom);
}

/** Whether a request for a route of any method could be taken by another one, of another path. */
function isTakenBy(other: Route, { method, path }: Route): boolean {
  return method === 'ANY' && other.path !== path && pathsMeet(other.path.split('/'), path.split('/'));
}

function pathsMeet([one, ...rest]: readonly string[], [other, ...otherRest]: readonly string[]): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one === GREEDY || other === GREEDY) return true;
  return (one === other || one.startsWith('{') || other.startsWith('{')) && pathsMeet(rest, otherRest);
}

/** The routes of each method and path that a route of any method stands for. */
function byMethod({ area, serves }: Serving): Serving[] {
  const routes = serves.flatMap(({ path, operation }) =>
    methodsOf(operation).map((method) => ({ area, method, path, serves: [] })),
  );
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

/** Undefined where there are several, or an operation has a limit of its own. */
function onlyAreaOf(operations: readonly Operation[]): HttpArea | undefined {
  const [first] = operations;
  const isAlone = operations.every(({ area, throttle }) => area === first?.area && !throttle);
  return isAlone ? first?.area : undefined;
}
