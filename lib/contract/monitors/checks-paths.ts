/** Where the management API of Healthchecks stands; the versions before it are led here. */
export const CHECKS_PATH = '/api/v3';
const OLDER = ['/api/v1', '/api/v2'] as const;

/** Says which version was asked: `1`, `2` or `3`. Set by whoever leads a call here, whatever was sent. */
export const CHECKS_VERSION = 'x-checks-version';

/** The paths at which an operation is: one of Healthchecks in each version. */
export function pathsAt(path: string): string[] {
  if (!path.startsWith(`${CHECKS_PATH}/`)) return [path];
  return [path, ...OLDER.map((older) => older + path.slice(CHECKS_PATH.length))];
}

const ASKED = new RegExp(`^/api/v([123])/(.+?)/?$`);

/** The version and the path of version 3 of a path of any, with or without the closing slash; undefined for others. */
export function askedOfChecks(path: string): { version: string; path: string } | undefined {
  const [, version, rest] = ASKED.exec(path) ?? [];
  return version === undefined ? undefined : { version, path: `${CHECKS_PATH}/${rest}` };
}
