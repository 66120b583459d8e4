/** A segment of an operation's path: fixed text, or a parameter with an ending such as `.json`. */
const PARAMETER = /^:([A-Za-z_]+)(.*)$/;

/** The path as API Gateway spells it. A parameter takes the whole segment there: `:token.json` becomes `{token}`. */
export function gatewayPath(path: string): string {
  return path
    .split('/')
    .map((segment) => segment.replace(PARAMETER, '{$1}'))
    .join('/');
}

/** The path as OpenAPI spells it: `:token.json` becomes `{token}.json`. */
export function openApiPath(path: string): string {
  return path
    .split('/')
    .map((segment) => segment.replace(PARAMETER, '{$1}$2'))
    .join('/');
}

/** The parameters of a request path under an operation's path, or null when it is another. Every slash counts. */
export function matchPath(path: string, requestPath: string): Record<string, string> | null {
  return pathMatcher(path)(requestPath);
}

/** `matchPath` for a path that many requests are held against. */
export function pathMatcher(path: string): (requestPath: string) => Record<string, string> | null {
  const pattern = segmentsOf(path).map((text) => {
    const [, name, ending = ''] = PARAMETER.exec(text) ?? [];
    return { text, name, ending };
  });
  return (requestPath) => {
    const segments = segmentsOf(requestPath);
    if (pattern.length !== segments.length) return null;
    const params: Record<string, string> = {};
    for (const [at, { text, name, ending }] of pattern.entries()) {
      const segment = segments[at] ?? '';
      if (name === undefined ? segment !== text : !segment.endsWith(ending) || segment === ending)
        return null;
      if (name !== undefined) params[name] = segment.slice(0, segment.length - ending.length);
    }
    return params;
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/');
}
