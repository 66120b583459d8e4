/** What Open Knowledge Format 0.1 wants before a concept; values are YAML as JSON writes it. */
export interface FrontMatter {
  type: string;
  title: string;
  description: string;
  resource: string;
  tags: readonly string[];
  timestamp: string;
}

export function withFrontMatter(matter: FrontMatter, body: string): string {
  const lines = Object.entries(matter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', '', body].join('\n');
}
