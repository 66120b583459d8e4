import { isDeepStrictEqual } from 'node:util';
import { specOf } from '../support/stack/service-spec.ts';
import type { Resource } from '../support/stack/synthesised.ts';
import type { Permanent } from './permanent.ts';

/** Outputs that are an address, or that a DNS record points to. */
const addresses = ['Url', 'IngestOrigin', 'DistributionHost', 'PublicDomainTarget', 'IngestDomainTarget'];

/** What CloudFormation changes in place, and something is gone all the same. */
const alsoLost: Record<string, Record<string, string>> = {
  // "When you make a change to this property, a new secret version is created", says its documentation.
  'AWS::SecretsManager::Secret': { GenerateSecretString: 'value', SecretString: 'value' },
  'AWS::DynamoDB::GlobalTable': {
    TimeToLiveSpecification: 'end of what is past its time',
    'Replicas.0.PointInTimeRecoverySpecification': 'backups',
  },
  'AWS::CloudFront::Distribution': { 'DistributionConfig.Aliases': 'names' },
};

/** One line for each thing that an upgrade from the first to the second would take away from those who rely on it. */
export function breaksOf(released: Permanent, today: Permanent): string[] {
  const resources = Object.entries(released.Resources).flatMap(([id, before]) => {
    const at = `${id} (${before.Type})`;
    const after = today.Resources[id];
    if (after?.Type !== before.Type)
      return [`${at} would be removed${newOnes(before.Type, released, today)}`];
    return [...replacements(before, after), ...losses(before, after)].map((what) => `${at} ${what}`);
  });
  return [...resources, ...outputBreaks(released, today)];
}

/** A logical id that changes its name is a removed resource and a new one. */
function newOnes(type: string, released: Permanent, today: Permanent): string {
  const found = Object.entries(today.Resources).filter(
    ([id, { Type }]) => Type === type && !(id in released.Resources),
  );
  return found.length > 0 ? `, and ${found.map(([id]) => id).join(', ')} made in its place` : '';
}

/** Of the types that are permanent, properties of the first level replace; what replaces below belongs to indexes. */
function replacements(before: Resource, after: Resource): string[] {
  const changed = (name: string) => !isDeepStrictEqual(before.Properties[name], after.Properties[name]);
  return Object.entries(specOf(before.Type)?.properties ?? {})
    .filter(([name, { causesReplacement = 'no' }]) => causesReplacement !== 'no' && changed(name))
    .map(([name]) => `would be replaced by its ${name}`);
}

function losses(before: Resource, after: Resource): string[] {
  const lost = Object.entries(alsoLost[before.Type] ?? {}).filter(
    ([path]) => !isDeepStrictEqual(valueAt(before, path), valueAt(after, path)),
  );
  const isLetGo = isRetained(before) && !isRetained(after);
  return [
    ...lost.map(([path, what]) => `would lose its ${what} by its ${path}`),
    ...indexBreaks(indexesOf(before), indexesOf(after)),
    ...(isLetGo ? ['would be deleted with the stack'] : []),
  ];
}

function indexBreaks(before: Index[], after: Index[]): string[] {
  const without = (these: Index[], others: Index[]) =>
    these.filter((index) => !others.some((one) => isDeepStrictEqual(one, index)));
  const gone = without(before, after);
  const added = without(after, before);
  return [
    ...gone.map(({ IndexName }) => `would lose or replace its index ${IndexName}`),
    // "You can only create or delete one global secondary index in a single stack operation."
    ...(gone.length === 0 && added.length > 1 ? ['would get several indexes in one update'] : []),
  ];
}

function outputBreaks(released: Permanent, today: Permanent): string[] {
  return Object.entries(released.Outputs).flatMap(([name, { Value: before }]) => {
    const after = today.Outputs[name]?.Value;
    if (after === undefined) return [`the output ${name} would be gone`];
    return addresses.includes(name) && !isDeepStrictEqual(before, after)
      ? [`the address ${name} would change`]
      : [];
  });
}

interface Index {
  IndexName: string;
}

function indexesOf({ Properties: { GlobalSecondaryIndexes: indexes = [] } }: Resource): Index[] {
  return indexes as Index[];
}

function isRetained({ DeletionPolicy: policy = 'Delete' }: Resource): boolean {
  return policy.startsWith('Retain');
}

function valueAt({ Properties }: Resource, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], Properties);
}
