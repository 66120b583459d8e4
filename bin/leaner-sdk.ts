import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/**
 * Of the SDK, and never used: what asks for and remembers endpoints, which a table names only where that is switched on, a hash for a Node
 * that has none, how a virtual machine asks in which region it is, what only names of buckets need, a retry strategy that is
 * not ours, and lists that ask for their own next page.
 */
const NEVER_USED: readonly [RegExp, string][] = [
  [/\/endpoint-cache\/dist-es\/EndpointCache\.js$/, 'export class EndpointCache {}'],
  [/\/endpointDiscoveryMiddleware\.js$/, 'export const endpointDiscoveryMiddleware = () => (next) => next;'],
  [
    /\/middleware-endpoint-discovery\/dist-es\/configurations\.js$/,
    'const none = () => undefined; export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { environmentVariableSelector: none, configFileSelector: none, default: undefined };',
  ],
  [/\/sha256\/Sha256Js\.js$/, 'export const Sha256Js = undefined;'],
  [/\/util-retry\/DefaultRateLimiter\.js$/, 'export class DefaultRateLimiter {}'],
  [/\/util-retry\/AdaptiveRetryStrategy\.js$/, 'export class AdaptiveRetryStrategy {}'],
  [
    /\/service-customizations\/s3\.js$/,
    'const none = undefined; export { none as DOT_PATTERN, none as S3_HOSTNAME_PATTERN, none as isDnsCompatibleBucketName, none as isArnBucketName }; export const resolveParamsForS3 = async (params) => params;',
  ],
  [/\/getInstanceMetadataRegion\.js$/, 'export const getInstanceMetadataRegion = async () => undefined;'],
  [/\/lib-dynamodb\/dist-es\/pagination\/index\.js$/, 'export {};'],
];

/** A client tells its version with each call, and has all of its package.json for that. */
function versionAlone(source: string): string {
  const { version } = JSON.parse(source) as { version: string };
  return JSON.stringify({ version });
}

/** A region is looked for by name, which adds a description, then by form; all have it but a global one, where no table is. */
function withoutDescriptions(source: string): string {
  return source.replaceAll(/"[\w-]+": \{\s*"description": "[^"]*"\s*\},?/g, '');
}

/** An error has its name and message without a class; these two bring an item and reasons, whose types must be known. */
function withoutPlainErrors(source: string): string {
  return source.replaceAll(
    /^n0_registry\.registerError\((?!ConditionalCheckFailed|TransactionCanceled)\w+\$, \w+\);$/gm,
    '',
  );
}

const LESS_OF: readonly [RegExp, (source: string) => string][] = [
  [/@aws-sdk\/client-[^/]+\/package\.json$/, versionAlone],
  [/\/util-endpoints\/lib\/aws\/partitions\.js$/, withoutDescriptions],
  [/@aws-sdk\/client-dynamodb\/dist-es\/schemas\/schemas_0\.js$/, withoutPlainErrors],
];

/** Leaves out of the bundles what they have of the SDK and never use: a tenth of that of ingest. */
export const leanerSdk: Plugin = {
  name: 'leaner-sdk',
  setup({ onLoad }) {
    for (const [filter, contents] of NEVER_USED) onLoad({ filter }, () => ({ contents }));
    for (const [filter, lessOf] of LESS_OF)
      onLoad({ filter }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const contents = lessOf(source);
        // A version of the SDK that writes it otherwise is told of, not bundled whole.
        if (contents === source) throw new Error(`The build leaves nothing out of ${path} any more.`);
        return { contents, loader: path.endsWith('.json') ? 'json' : 'js' };
      });
  },
};
