import type { HttpArea } from '../areas/areas.ts';
import { catalogue } from './catalogue.ts';
import { methodsOf, type Method, type Operation } from './operation.ts';
import { gatewayPath } from './path.ts';

/** A route of the gateway; its key is `<method> <path>`. */
export interface Route {
  area: HttpArea;
  method: Method | 'ANY';
  /** Parameters are written `{name}`, and `{proxy+}` is all that may follow. */
  path: string;
  /** The limit of the operation that it has to itself. */
  throttle?: NonNullable<Operation['throttle']>;
}

/**
 * The routes of operations, of the whole HTTP API unless others are given: as few as tell the areas apart. Where
 * everything from a path on is one area's, two routes of any method lead to it; the area knows its paths and methods.
 * An operation with a limit of its own has its own route. No route ends in a slash, since API Gateway refuses such a
 * key: what is asked there comes by `$default`, as does what no route takes.
 */
export function gatewayRoutes(operations: readonly Operation[] = Object.values(catalogue)): Route[] {
  const root: Place = { path: '', here: [], below: new Map() };
  for (const operation of operations) if (!operation.path.endsWith('/')) put(root, operation);
  return [...root.below.values()].flatMap(routesFrom);
}

/** A path up to one of its segments, and the operations at it and below. */
interface Place {
  path: string;
  here: Operation[];
  below: Map<string, Place>;
}

function put(root: Place, operation: Operation): void {
  let place = root;
  for (const segment of gatewayPath(operation.path).split('/').slice(1)) {
    // The gateway takes keys that differ in the name of a parameter for the same key, so the first name counts.
    const shape = segment.startsWith('{') ? '{}' : segment;
    const next = place.below.get(shape) ?? { path: `${place.path}/${segment}`, here: [], below: new Map() };
    place.below.set(shape, next);
    place = next;
  }
  place.here.push(operation);
}

function routesFrom(place: Place): Route[] {
  const { path, here, below } = place;
  const area = onlyAreaOf(operationsFrom(place));
  if (area === undefined) return [...routesAt(place), ...[...below.values()].flatMap(routesFrom)];
  return [
    ...(here.length > 0 ? [{ area, method: 'ANY', path } as const] : []),
    ...(below.size > 0 ? [{ area, method: 'ANY', path: `${path}/{proxy+}` } as const] : []),
  ];
}

/** The routes of one path: by method where areas meet or an operation has a limit of its own, else by any. */
function routesAt({ path, here }: Place): Route[] {
  const area = onlyAreaOf(here.filter(({ throttle }) => !throttle));
  const own = here.filter(({ throttle }) => throttle !== undefined || area === undefined);
  return [
    ...own.flatMap((each) =>
      methodsOf(each).map((method) => ({
        area: each.area,
        method,
        path,
        ...(each.throttle && { throttle: each.throttle }),
      })),
    ),
    ...(area ? [{ area, method: 'ANY', path } as const] : []),
  ];
}

function operationsFrom({ here, below }: Place): Operation[] {
  return [...here, ...[...below.values()].flatMap(operationsFrom)];
}

/** Undefined where there are several, or an operation has a limit of its own. */
function onlyAreaOf(operations: readonly Operation[]): HttpArea | undefined {
  const [first] = operations;
  const isAlone = operations.every(({ area, throttle }) => area === first?.area && !throttle);
  return isAlone ? first?.area : undefined;
}
