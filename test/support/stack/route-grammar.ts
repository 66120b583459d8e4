/** What one segment of a route's path may be: text, or a parameter that takes all of it. */
const TEXT = /^[A-Za-z0-9._~-]+$/;
const PARAMETER = /^\{([A-Za-z0-9._-]+)\}$/;
const GREEDY = /^\{([A-Za-z0-9._-]+)\+\}$/;
const METHODS = new Set(['ANY', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The routes that one HTTP API may have. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
export const ROUTES_MAX = 300;

/**
 * Why API Gateway would refuse a key of an HTTP API, or might; empty when nothing speaks against it. By
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html and by what people met:
 * keys that end in a slash and parameters that share a segment are refused, methods are upper case.
 */
export function faultsOfKey(key: string): string[] {
  if (key === '$default') return [];
  const [method = '', path = '', ...more] = key.split(' ');
  const segments = segmentsOf(key);
  const names = segments.flatMap((each) => nameOf(each) ?? []);
  return [
    ...(METHODS.has(method) && more.length === 0 ? [] : ['is no method and path']),
    ...(path.startsWith('/') ? [] : ['has no slash first']),
    ...(path.length > 1 && path.endsWith('/') ? ['ends in a slash'] : []),
    ...(path !== '/' && segments.some((each) => ![TEXT, PARAMETER, GREEDY].some((form) => form.test(each)))
      ? ['has a segment that is neither text nor one parameter']
      : []),
    ...(segments.slice(0, -1).some((each) => GREEDY.test(each)) ? ['goes on after a greedy parameter'] : []),
    ...(new Set(names).size === names.length ? [] : ['names two parameters alike']),
  ];
}

/** Whether a request could fit both keys, so that an order of theirs decides. Those of one path differ in the method. */
export function meet(one: string, other: string): boolean {
  const [[method = '', path = ''], [otherMethod = '', otherPath = '']] = [one.split(' '), other.split(' ')];
  if (shapeOf(path) === shapeOf(otherPath)) return method === otherMethod;
  if (method !== otherMethod && method !== 'ANY' && otherMethod !== 'ANY') return false;
  return pathsMeet(path.split('/'), otherPath.split('/'));
}

/** A path with its parameters unnamed: by their names alone the gateway tells no keys apart. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}+]+(\+?)\}/g, '{$1}');
}

/**
 * Whether the gateway refuses the second key while it has the first: "has a conflicting variable on the same hierarchical
 * level", 409, whatever the methods. So one place must have one name, in one version and from one version to the next.
 * A `{x+}` beside an `{x}` of another name is counted in, since nobody has seen what becomes of it.
 */
export function clash(one: string, other: string): boolean {
  return namesClash(segmentsOf(one), segmentsOf(other));
}

function namesClash([first, ...rest]: readonly string[], [other, ...otherRest]: readonly string[]): boolean {
  if (first === undefined || other === undefined) return false;
  const [name, otherName] = [nameOf(first), nameOf(other)];
  if (name === undefined || otherName === undefined) return first === other && namesClash(rest, otherRest);
  return name !== otherName || namesClash(rest, otherRest);
}

function nameOf(segment: string): string | undefined {
  return (PARAMETER.exec(segment) ?? GREEDY.exec(segment))?.[1];
}

function segmentsOf(key: string): string[] {
  return (key.split(' ')[1] ?? '').split('/').slice(1);
}

function pathsMeet(one: readonly string[], other: readonly string[]): boolean {
  const [first, ...rest] = one;
  const [otherFirst, ...otherRest] = other;
  if (first === undefined || otherFirst === undefined) return first === otherFirst;
  if (GREEDY.test(first) || GREEDY.test(otherFirst)) return true;
  const fits = first === otherFirst || PARAMETER.test(first) || PARAMETER.test(otherFirst);
  return fits && pathsMeet(rest, otherRest);
}
