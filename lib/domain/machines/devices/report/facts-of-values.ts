import {
  CAPABILITIES,
  CONTEXTS,
  SYSTEMS,
  TRANSPORTS,
  VERSIONED,
  type MachineFacts,
  type System,
} from '../facts.ts';

/** Other names of an architecture. What is not among them is kept as it was said, in small letters. */
const ARCHITECTURES: readonly (readonly [RegExp, string])[] = [
  [/^(?:x86_64|amd64|x64)$/, 'amd64'],
  [/^(?:aarch64|arm64|armv8.*|arm64e)$/, 'arm64'],
  [/^(?:i[3-6]86|x86|i86pc)$/, 'i386'],
  [/^armv7.*$/, 'armv7'],
  [/^armv6.*$/, 'armv6'],
];

/** The facts in what a machine said. Null without a system that we know; words that are in no list are left out. */
export function factsOf(values: ReadonlyMap<string, string>, has: readonly string[]): MachineFacts | null {
  const system = systemOf(values.get('os'));
  if (system === null) return null;
  // launchd starts the cron of macOS as soon as somebody has a crontab.
  const said = new Set(system === 'darwin' && has.includes('crontab') ? [...has, 'cron_ativo'] : has);
  const text = (key: string) => values.get(key) ?? null;
  return {
    system,
    version: text('versao'),
    architecture: architectureOf(values.get('arquitetura')),
    distribution: values.get('distribuicao')?.toLowerCase() ?? null,
    distributionVersion: text('distribuicao_versao'),
    shell: values.get('shell')?.toLowerCase() ?? null,
    context: wordOf(CONTEXTS, values.get('contexto')),
    transport: wordOf(TRANSPORTS, values.get('transporte')),
    capabilities: CAPABILITIES.filter((word) => said.has(word)).sort(),
    versions: versionsOf(values),
  };
}

export function systemOf(said: string | undefined): System | null {
  return wordOf(SYSTEMS, said?.toLowerCase());
}

function architectureOf(said: string | undefined): string | null {
  if (said === undefined) return null;
  const name = said.toLowerCase();
  return ARCHITECTURES.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

function versionsOf(values: ReadonlyMap<string, string>): Record<string, string> {
  const said = VERSIONED.map((name) => [name, values.get(`versao_${name}`)] as const);
  return Object.fromEntries(
    said.flatMap(([name, version]) =>
      version !== undefined && /^\d/.test(version) ? [[name, version]] : [],
    ),
  );
}

function wordOf<Word extends string>(words: readonly Word[], said: string | undefined): Word | null {
  return words.find((word) => word === said) ?? null;
}
