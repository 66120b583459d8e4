import { createRequire } from 'node:module';

export interface Family {
  name: string;
  help: string;
  type: string;
  metrics?: { labels?: Record<string, string>; value: string }[];
}

// The parser comes without types.
const parser = createRequire(import.meta.url)('parse-prometheus-text-format') as
  | ((text: string) => Family[])
  | { default: (text: string) => Family[] };

/** An exposition as a parser of the Prometheus text format reads it. */
export function prometheusFamilies(text: string): Family[] {
  return typeof parser === 'function' ? parser(text) : parser.default(text);
}
